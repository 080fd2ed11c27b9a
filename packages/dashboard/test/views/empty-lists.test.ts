import { type ComponentChild, h } from "preact";
import { expect, test } from "vitest";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

const signedIn = signedInWith(null);
const noRecords = { limit: null, used: 0, next: null };

/** Each with its list, and the title, the text and the buttons of what stands in its place. */
const rows: [string, () => ComponentChild, list: [string, object], words: string[]][] = [
  [
    "mailboxes",
    () => h(MailboxesView, { signedIn, id: undefined }),
    ["mailbox/list", { mailboxes: [], ...noRecords }],
    [
      "No mailbox yet",
      "A mailbox is an address that stores its latest ten mails and extracts the codes in them.",
      "Register the first one",
    ],
  ],
  [
    "phones",
    () => h(SmsView, { signedIn, id: undefined }),
    ["sms/list", { sms_tokens: [], ...noRecords }],
    [
      "No phone yet",
      "An app on your phone forwards its SMS messages here. Each phone has its own SMS inbox with up to two numbers.",
      "Set up a phone",
    ],
  ],
  [
    "subdomains",
    () => h(TunnelsView, { signedIn }),
    ["subdomain/list", { subdomains: [] }],
    [
      "No subdomain yet",
      "A tunnel exposes a port of your machine at a subdomain of this server, such as demo.tunnel.example.com.",
    ],
  ],
  [
    "authenticators",
    () => h(AuthenticatorsView, { signedIn }),
    ["authenticators/list", { authenticators: [] }],
    [
      "No authenticator yet",
      "An authenticator generates the codes of an app's second factor, as an app on a phone does.",
    ],
  ],
  [
    "keys",
    () => h(KeysView, { signedIn }),
    ["agent-tokens/list", { agent_tokens: [] }],
    ["No other keys", "Give each program its own key, so that you can revoke each separately."],
  ],
  [
    "rejected mail",
    () => h(RejectedMailView, { signedIn }),
    ["mailbox/rejected", { rejected: [] }],
    ["No mail was rejected", "Mail to addresses of @desk.example.com that have no mailbox is listed here."],
  ],
  [
    "entries of the audit log",
    () => h(AuditView, { signedIn }),
    ["audit", { entries: [], next: null }],
    ["No entries", "Nothing in the log matches these filters."],
  ],
];

/** Title, text and buttons of the placeholder. */
const placeholderIn = (view: ReturnType<typeof drawView>) =>
  view.all(".empty > :not(.empty-icon)").map(({ textContent }) => textContent);

test.each(rows)(
  "in place of the %s that there are not, the page says what they are for",
  async (_what, draw, list, words) => {
    startServer().respond(...list);
    const view = drawView(draw());
    await expect.poll(() => placeholderIn(view)).toEqual(words);
  },
);

test.each([
  [
    "mailbox",
    () => h(MailboxesView, { signedIn, id: "m1" }),
    [
      "Nothing here yet",
      "Mail to box1@desk.example.com appears as soon as it arrives. This server accepts mail for @desk.example.com on port 2525.",
      "Send a test mail",
    ],
  ],
  [
    "mailbox on a server without SMTP",
    () =>
      h(MailboxesView, {
        signedIn: { ...signedIn, server: { ...signedIn.server, smtp: { port: null } } } as never,
        id: "m1",
      }),
    ["Nothing here yet", "Mail to box1@desk.example.com appears as soon as it arrives.", "Send a test mail"],
  ],
  [
    "SMS inbox",
    () => h(SmsView, { signedIn, id: "s1" }),
    ["Nothing here yet", "An SMS to the phone appears as soon as the app forwards it."],
  ],
  ["list of which none is selected", () => h(SmsView, { signedIn, id: undefined }), ["Select an SMS inbox"]],
  [
    "mailbox that does not exist",
    () => h(MailboxesView, { signedIn, id: "gone" }),
    ["There is no such mailbox", "It may have been deleted. ", "All mailboxes"],
  ],
])("an empty %s says what comes into it", async (_what, draw, words) => {
  const server = startServer();
  const empty = (request: Request) =>
    request.url.includes("after=") ? held().promise : { emails: [], messages: [], cursor: "c0" };
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("mail/recent", empty);
  server.respond("sms/recent", empty);
  const view = drawView(draw());
  await expect.poll(() => placeholderIn(view)).toEqual(words);
});
