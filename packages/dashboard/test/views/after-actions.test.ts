import { h } from "preact";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { session } from "../../src/app/session.ts";
import { AccountView } from "../../src/views/account.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { account, held, problem, type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const authenticator = { id: "a1", name: "github", issuer: null, account: null, digits: 6, period: 30 };
const mail = { id: "e1", subject: "Hello", sender: "a@b.example", recipient: "box1@desk.example.com", snippet: "" };
const fullMail = { ...mail, received_at: "2026-01-01T12:00:00.000Z", body: "Hi", links: [], codes: [] };

/** Responds with the mail, and to a wait for the next one never. */
const recentMails = (request: Request) =>
  new URL(request.url).searchParams.has("after") ? new Promise(() => {}) : { emails: [fullMail], cursor: "c0" };

let server: Server;
let signedIn: ReturnType<typeof signedInWith>;
beforeEach(() => {
  location.hash = "";
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  server = startServer();
  server.respond("account", account());
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  server.respond("mail/recent", recentMails);
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("sms/recent", () => new Promise(() => {}));
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
  server.respond("authenticators/list", { authenticators: [authenticator] });
  signedIn = signedInWith(null);
  session.set({ state: "signed-in", ...signedIn });
});

type View = ReturnType<typeof drawView>;
const countOf = (path: string) => server.requests.filter((request) => request.path === path).length;
const names = (view: View) => view.all("li b").map(({ textContent }) => textContent);

/** Clicks a button once it is there, also one in a part that must be opened. */
async function click(view: View, name: string) {
  await expect
    .poll(() => {
      view.unfold();
      return view.button(name)?.disabled;
    })
    .toBe(false);
  view.click(name);
}
/** Types what a dialog asks for. */
async function type(view: View, text: string) {
  await expect.poll(() => view.all("dialog form input").length).toBeGreaterThan(0);
  view.type("dialog form input", text);
}
const noDialog = (view: View) => expect.poll(() => view.all("dialog").length).toBe(0);

describe("what was registered", () => {
  test("is listed, opened and counted: a mailbox", async () => {
    server.respond("mailbox/check", { available: true });
    server.respond("mailbox/register", { mailbox: mailbox(3) });
    const view = drawView(h(MailboxesView, { signedIn, id: undefined }));
    await click(view, "New mailbox");
    await type(view, "box3");
    await click(view, "Register");
    await expect.poll(() => names(view)).toEqual(["box1", "box2", "box3"]);
    expect(location.hash).toBe("#/mailboxes/m3");
    await expect.poll(() => countOf("account")).toBe(1);
    await noDialog(view);
  });

  test("is listed, opened and counted: an SMS inbox, without a dialog", async () => {
    server.respond("sms/register", { sms_token: { ...smsToken("5550100009"), id: "s2" } });
    const view = drawView(h(SmsView, { signedIn, id: undefined }));
    await expect.poll(() => names(view)).toEqual(["5550100001"]);
    await click(view, "New SMS inbox");
    await expect.poll(() => names(view)).toEqual(["5550100001", "5550100009"]);
    expect([location.hash, view.all("dialog").length]).toEqual(["#/sms/s2", 0]);
    await expect.poll(() => countOf("account")).toBe(1);
  });

  test("is listed and counted: a subdomain", async () => {
    server.respond("subdomain/check/demo2", { available: true });
    server.respond("subdomain/register", { subdomain: { ...subdomain(), name: "demo2" } });
    const view = drawView(h(TunnelsView, { signedIn }));
    await click(view, "New subdomain");
    await type(view, "demo2");
    await click(view, "Register");
    await noDialog(view);
    expect([countOf("subdomain/list"), countOf("account")]).toEqual([2, 1]);
  });
});

describe("a list that is full", () => {
  test.each([
    [2, true],
    [3, false],
  ])("of 2 mailboxes of %i disables the registration: %s", async (limit, isDisabled) => {
    server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit, used: 2 });
    const view = drawView(h(MailboxesView, { signedIn, id: undefined }));
    await expect.poll(() => names(view).length).toBe(2);
    expect(view.button("New mailbox")?.disabled).toBe(isDisabled);
  });

  test("because the account may have none disables the button of the empty list too", async () => {
    server.respond("sms/list", { sms_tokens: [], limit: 0, used: 0 });
    const view = drawView(h(SmsView, { signedIn, id: undefined }));
    await expect.poll(() => view.button("Set up a phone")?.disabled).toBe(true);
  });
});

describe("an open mailbox", () => {
  const open = () => drawView(h(MailboxesView, { signedIn, id: "m1" }));

  test("waits with its new key after a rotation", async () => {
    server.respond("mailbox/m1/token", { mailbox: { ...mailbox(), token: "svcm_new" } });
    const view = open();
    await click(view, "Rotate key…");
    await click(view, "Rotate the key");
    await noDialog(view);
    await expect.poll(() => server.requests.at(-1)?.key).toBe("svcm_new");
  });

  test("is empty, and counted so, once it is cleared", async () => {
    const view = open();
    await expect.poll(() => view.all("article").length).toBe(1);
    server.respond("mailbox/m1/emails", {});
    await click(view, "Clear…");
    server.respond("mail/recent", (request: Request) =>
      new URL(request.url).searchParams.has("after") ? new Promise(() => {}) : { emails: [], cursor: "c1" },
    );
    await click(view, "Delete all its mails");
    await expect.poll(() => view.all("article").length).toBe(0);
    expect(view.all("li")[0]?.textContent).toMatch(/\D0 mails$/);
  });

  test("whose key was rotated elsewhere is opened with the new one by “Try again”", async () => {
    server.respond("mail/recent", (request: Request) => {
      if (request.headers.get("authorization") !== "Bearer svcm_new") return problem(401, "unauthenticated");
      return recentMails(request);
    });
    const view = open();
    await expect.poll(() => view.button("Try again")).toBeDefined();
    server.respond("mailbox/list", { mailboxes: [{ ...mailbox(1), token: "svcm_new" }], limit: null, used: 1 });
    view.click("Try again");
    await expect.poll(() => view.all("article").length).toBe(1);
  });

  test("that was deleted is no longer counted", async () => {
    server.respond("mailbox/m1", problem(404, "not_found"));
    const view = open();
    await click(view, "Delete…");
    await type(view, "box1");
    await click(view, "Delete the mailbox");
    await expect.poll(() => names(view)).toEqual(["box2"]);
    await expect.poll(() => countOf("account")).toBe(1);
  });
});

test("a mailbox that does not exist is said not to, but not while the list is loading", async () => {
  let release = (_page: object) => {};
  server.respond("mailbox/list", (request: Request) =>
    new URL(request.url).searchParams.has("cursor")
      ? new Promise((resolve) => (release = resolve))
      : { mailboxes: [mailbox(1)], limit: null, used: 2, next: "p2" },
  );
  const view = drawView(h(MailboxesView, { signedIn, id: "gone" }));
  await expect.poll(() => names(view)).toEqual(["box1"]);
  expect(view.text()).not.toContain("There is no such mailbox");
  expect(view.text()).toContain("Loading the mailbox");
  release({ mailboxes: [mailbox(2)], limit: null, used: 2, next: null });
  await expect.poll(() => view.text()).toContain("There is no such mailbox");
});

test.each([
  [[], true, "0 of 2 numbers"],
  [["5550100001"], false, "1 of 2 numbers"],
  [["5550100001", "5550100002"], false, "full: a third number is rejected"],
])("an SMS inbox with the numbers %j begins with the set-up: %s", async (phones, isSettingUp, badge) => {
  server.respond("sms/list", { sms_tokens: [smsToken(...phones)], limit: null, used: 1 });
  const view = drawView(h(SmsView, { signedIn, id: "s1" }));
  await expect.poll(() => view.text()).toContain(badge);
  expect(view.button("Close the setup") !== undefined).toBe(isSettingUp);
  expect(view.all("[aria-label='Phone set-up']").length).toBe(isSettingUp ? 1 : 0);
});

test.each([
  {
    what: "a subdomain whose token was rotated",
    path: "subdomain/d1/renew-token",
    view: () => h(TunnelsView, { signedIn }),
    steps: ["Rotate token…", "Rotate the token"],
    list: "subdomain/list",
  },
  {
    what: "a deleted subdomain",
    path: "subdomain/d1",
    view: () => h(TunnelsView, { signedIn }),
    steps: ["Delete…", "Delete the subdomain"],
    typed: "demo",
    list: "subdomain/list",
    changesUsage: true,
  },
  {
    what: "a deleted authenticator",
    path: "authenticators/a1",
    view: () => h(AuthenticatorsView, { signedIn }),
    steps: ["Delete…", "Delete the authenticator"],
    typed: "github",
    list: "authenticators/list",
    changesUsage: true,
  },
  {
    what: "a revoked key",
    path: "agent-tokens/k2",
    view: () => h(KeysView, { signedIn }),
    steps: ["Revoke"],
    list: "agent-tokens/list",
  },
])("the list with $what is loaded again before the dialog closes", async ({ path, steps, list, ...row }) => {
  const listed = held<object>();
  const listAgain = vi.fn(() => listed.promise);
  server.respond(path, () => {
    server.respond(list, listAgain);
    return { subdomain: subdomain() };
  });
  const view = drawView(row.view());
  const [first = "", second] = steps;
  await click(view, first);
  if (row.typed !== undefined) await type(view, row.typed);
  await expect.poll(() => view.all("dialog").length).toBe(1);
  if (second === undefined) view.all<HTMLButtonElement>("dialog form button[type=submit]")[0]?.click();
  else await click(view, second);
  await expect.poll(() => listAgain).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve));
  expect(view.all("dialog").length).toBe(1);
  listed.release({ subdomains: [], authenticators: [], agent_tokens: [] });
  await noDialog(view);
  await expect.poll(() => countOf("account")).toBe(row.changesUsage ? 1 : 0);
});

test("the account's usage is read again when its page opens", async () => {
  server.respond("version", {});
  signedIn = { ...signedIn, server: { ...signedIn.server, retention: { emails_per_mailbox: 10, days: 7 } } };
  drawView(h(AccountView, { signedIn }));
  await expect.poll(() => countOf("account")).toBe(1);
});
