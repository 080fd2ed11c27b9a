import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("mail/recent", () => new Promise(() => {}));
});

test("an action that cannot be undone looks so, others do not", async () => {
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  await expect
    .poll(() => {
      view.unfold();
      return ["Rotate key…", "Clear…", "Delete…"].map((name) => view.button(name)?.className);
    })
    .toEqual(["button", "button", "button danger"]);
});

test.each([
  [
    "mailbox",
    () => h(MailboxesView, { signedIn, id: "m1" }),
    "mailbox/list",
    (token: string) => ({ mailboxes: [{ ...mailbox(), token }], limit: null, used: 1 }),
    "mail/recent",
  ],
  [
    "SMS inbox",
    () => h(SmsView, { signedIn, id: "s1" }),
    "sms/list",
    (token: string) => ({ sms_tokens: [{ ...smsToken("5550100001"), token }], limit: null, used: 1 }),
    "sms/recent",
  ],
] as const)(
  "“Try again” in a %s loads the list, which has its new key, and the messages",
  async (_what, draw, listPath, toList, messagesPath) => {
    const requestsOf = (path: string) => server.requests.filter((request) => request.path === path);
    server.respond(listPath, toList("key_old"));
    server.respond(messagesPath, problem(400, "invalid_request"));
    const view = drawView(draw());
    await expect.poll(() => view.button("Try again")).toBeDefined();
    expect(requestsOf(messagesPath).map(({ key }) => key)).toEqual(["key_old"]);
    const listsBefore = requestsOf(listPath).length;
    // The second try must load the messages again too, although their key is the same.
    for (const tries of [1, 2]) {
      await expect.poll(() => view.button("Try again")).toBeDefined();
      view.click("Try again");
      await expect.poll(() => requestsOf(listPath).length).toBe(listsBefore + tries);
      await expect.poll(() => requestsOf(messagesPath).length).toBe(1 + tries);
    }
    server.respond(listPath, toList("key_new"));
    await expect.poll(() => view.button("Try again")).toBeDefined();
    view.click("Try again");
    await expect.poll(() => requestsOf(messagesPath).at(-1)?.key).toBe("key_new");
  },
);

test("a mailbox that was cleared is counted as empty before its mails are loaded again", async () => {
  server.respond("mailbox/list", { mailboxes: [{ ...mailbox(), email_count: 3 }], limit: null, used: 1 });
  server.respond("mailbox/m1/emails", {});
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  await expect.poll(() => view.all("li")[0]?.textContent).toMatch(/\D3 mails$/);
  view.unfold();
  await expect.poll(() => view.button("Clear…")).toBeDefined();
  view.click("Clear…");
  await expect.poll(() => view.button("Delete all its mails")).toBeDefined();
  view.click("Delete all its mails");
  await expect.poll(() => view.all("li")[0]?.textContent).toMatch(/\D0 mails$/);
});

test("rejected mail is said to be that of the server's domain", async () => {
  server.respond("mailbox/rejected", { rejected: [] });
  const view = drawView(h(RejectedMailView, { signedIn }));
  await expect.poll(view.text).toContain("@desk.example.com");
});

test.each([
  ["https://demo.tunnel.example.com", ["https://demo.tunnel.example.com/"]],
  ["http://demo.tunnel.example.com", ["http://demo.tunnel.example.com/"]],
  ["javascript:alert('https://demo.tunnel.example.com')", []],
])("a tunnel at %s is linked only if that is a page", async (url, expected) => {
  server.respond("subdomain/list", { subdomains: [{ ...subdomain(), url }] });
  const view = drawView(h(TunnelsView, { signedIn }));
  await expect.poll(view.text).toContain("demo.tunnel.example.com");
  expect(view.all<HTMLAnchorElement>("h2 a").map(({ href }) => href)).toEqual(expected);
});

test.each([
  [2525, "This server accepts mail for @desk.example.com on port 2525."],
  [null, ""],
])("an empty mailbox of a server with the SMTP port %s says: %s", async (port, sentence) => {
  const { server: facts } = signedIn;
  server.respond("mail/recent", (request: Request) =>
    new URL(request.url).searchParams.has("after") ? new Promise(() => {}) : { emails: [], cursor: "c0" },
  );
  const view = drawView(
    h(MailboxesView, { signedIn: { ...signedIn, server: { ...facts, smtp: { port } } } as never, id: "m1" }),
  );
  await expect.poll(view.text).toContain("Mail to box1@desk.example.com appears as soon as it arrives.");
  expect(view.text().includes("This server accepts mail")).toBe(sentence !== "");
  expect(view.text()).toContain(sentence);
});
