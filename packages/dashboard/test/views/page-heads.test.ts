import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SignIn } from "../../src/views/sign-in.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("mail/recent", () => held().promise);
  server.respond("sms/recent", () => held().promise);
});

const textsOf = (view: ReturnType<typeof drawView>, selector: string) =>
  view.all(selector).map(({ textContent }) => textContent?.trim());

test.each<[string, () => ComponentChild, head: string[], intro: string[]]>([
  ["mailboxes", () => h(MailboxesView, { signedIn, id: undefined }), ["Mailboxes", "Rejected mail", "New mailbox"], []],
  ["SMS inboxes", () => h(SmsView, { signedIn, id: undefined }), ["SMS", "New SMS inbox"], []],
  ["tunnels", () => h(TunnelsView, { signedIn }), ["Tunnels", "New subdomain"], []],
  ["authenticators", () => h(AuthenticatorsView, { signedIn }), ["Authenticators", "New authenticator"], []],
  [
    "keys",
    () => h(KeysView, { signedIn }),
    ["Agent keys", "New key"],
    ["For programs and agents, each with only the scopes it needs. The key you are signed in with is not listed."],
  ],
  [
    "the audit log",
    () => h(AuditView, { signedIn }),
    ["Audit log", "Refresh"],
    [
      "Who used which key for what: the last 10,000 entries of this account. No entry contains a key, a code or a text.",
    ],
  ],
  [
    "rejected mail",
    () => h(RejectedMailView, { signedIn }),
    ["Rejected mail", "Refresh"],
    [
      "The last fifty recipients that this server has rejected since it started. A server with several accounts lists none, because such an address belongs to no account.",
    ],
  ],
])("the page of %s begins with its title, what can be done and what it is for", (_what, draw, head, intro) => {
  const view = drawView(draw());
  expect(textsOf(view, ".head > *").slice(0, head.length)).toEqual(head);
  expect(textsOf(view, ".page > .muted, .page > .stack > .muted")).toEqual(intro);
});

test.each([
  ["mailbox", () => h(MailboxesView, { signedIn, id: "m1" }), "Mailbox", "mailboxes", "#/mailboxes", "Inbox"],
  ["SMS inbox", () => h(SmsView, { signedIn, id: "s1" }), "SMS inbox", "SMS inboxes", "#/sms", "SMS messages"],
])(
  "the parts of the page of a %s have names, and a way back to the list",
  async (_what, draw, one, many, href, messages) => {
    const view = drawView(draw());
    const names = () => view.all("section[aria-label]").map((section) => section.getAttribute("aria-label"));
    await expect.poll(names).toEqual([`All ${many}`, one, messages]);
    const back = view.all(".detail a.only-narrow").map((link) => [link.textContent?.trim(), link.getAttribute("href")]);
    expect(back).toEqual([[`All ${many}`, href]]);
    expect(textsOf(view, ".detail summary")).toEqual(["Key, snippets and more"]);
  },
);

test("rejected mail has a way back to the mailboxes", () => {
  const links = drawView(h(RejectedMailView, { signedIn })).all("a.row");
  expect(links.map((link) => [link.textContent?.trim(), link.getAttribute("href")])).toEqual([
    ["Mailboxes", "#/mailboxes"],
  ]);
});

test("who has no key reads how to get one, and where the API is described", () => {
  const view = drawView(h(SignIn, { session: { state: "signed-out", reason: null } }));
  expect(textsOf(view, "main h1, main p, main label")).toEqual([
    "Frontdesk",
    "Sign in",
    "Mailboxes, SMS inboxes and tunnels for your programs.",
    "Agent key, or a sign-in link",
    "No key? On the server, frontdesk dashboard prints a link that signs you in.",
    "This tab forgets the key when it is closed.",
    "API reference",
  ]);
  expect(view.all("a").map((link) => link.getAttribute("href"))).toEqual(["/docs"]);
  const [field] = view.all<HTMLInputElement>("input");
  // Hidden from people nearby, and not kept by the browser.
  expect([field?.type, field?.autocomplete, field?.required]).toEqual(["password", "off", true]);
});
