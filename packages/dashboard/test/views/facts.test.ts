import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AccountView } from "../../src/views/account.tsx";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { signedIn } from "../drawn/records.ts";
import { type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, smsToken, subdomain } from "../view.ts";

/** A time whose minute tells it from the others. */
const at = (minute: number) => `2026-01-01T12:${minute}:00.000Z`;
const { account, agent_token, server: facts } = signedIn;

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("account", { account, agent_token });
  server.respond("mail/recent", () => new Promise(() => {}));
  server.respond("sms/recent", () => new Promise(() => {}));
});

interface Row {
  /** Path and response of the list. */
  lists?: [path: string, response: object];
  draw: () => ComponentChild;
  /** The texts of what the selector finds. A time stands as it is in the record. */
  shows: Record<string, string[]>;
}

const phones = [
  { id: "p1", phone: "5550100001", message_count: 7, last_received_at: at(41) },
  { id: "p2", phone: "5550100002", message_count: 8, last_received_at: null },
];
const inbox = { ...smsToken(), phones, token_full: true, message_count: 15 };

const rows: Record<string, Row> = {
  "an account and its server": {
    draw: () => h(AccountView, { signedIn }),
    shows: {
      ".head .badge, section h2": ["vip", "team", "The key you are signed in with", "This server"],
      ".meters a": ["Mailboxes", "SMS inboxes", "Tunnels", "Authenticators", "Agent keys"],
      ".meters .number": ["1 of 11", "2 of 12", "3 of 13", "4 (no limit)", "5 of 0"],
      dt: ["Name", "Scopes", "Expires", "Version", "Mail domain", "SMTP port", "Tunnel domain", "Retention"],
      dd: [
        ...["first", "Full access", "Never", "3.2.1, later edition", "@desk.example.com", "2525"],
        ...["tunnel.example.com", "10 mails per mailbox, for 30 days"],
      ],
    },
  },
  "a key that expires, and a server without SMTP": {
    draw() {
      const key = { ...agent_token, scopes: "sms:read", expiry: at(42) };
      return h(AccountView, {
        signedIn: { ...signedIn, agent_token: key, server: { ...facts, smtp: { port: null } } } as typeof signedIn,
      });
    },
    shows: { "dd:nth-of-type(2)": ["sms:read", "@desk.example.com"], "dd:nth-of-type(3)": [at(42), "Off"] },
  },
  "agent keys": {
    lists: [
      "agent-tokens/list",
      {
        agent_tokens: [
          { ...agentKey(at(43)), created_at: at(41), last_used_at: at(42) },
          { ...agentKey("2999-01-01T00:00:00.000Z"), id: "k3", name: "full", scopes: null },
        ],
      },
    ],
    draw: () => h(KeysView, { signedIn }),
    shows: {
      "li b": ["ci", "full"],
      "li .badge": ["mailbox:read", "full access"],
      "li .small.muted": [
        `created ${at(41)}, last used ${at(42)}, expired ${at(43)}`,
        "created 2026-01-01T12:00:00.000Z, never used, expires 2999-01-01T00:00:00.000Z",
      ],
    },
  },
  authenticators: {
    lists: [
      "authenticators/list",
      {
        authenticators: [
          { id: "a1", name: "github", issuer: "GitHub", account: "anna@b.example", period: 30 },
          { id: "a2", name: "bank", issuer: null, account: "anna", period: 30 },
          { id: "a3", name: "shop", issuer: null, account: null, period: 30 },
        ],
      },
    ],
    draw: () => h(AuthenticatorsView, { signedIn }),
    shows: { h2: ["github", "bank", "shop"], ".hint": ["GitHub, anna@b.example", "anna"] },
  },
  "rejected mail": {
    lists: [
      "mailbox/rejected",
      {
        rejected: [
          { recipient: "ana@desk.example.com", reason: "unknown_mailbox", at: at(41) },
          { recipient: "anna@else.example", reason: "other_domain", at: at(41) },
        ],
      },
    ],
    draw: () => h(RejectedMailView, { signedIn }),
    shows: {
      "li .what": ["ana@desk.example.com no mailbox of this name", "anna@else.example not this server's mail domain"],
      "li .nowrap": [at(41), at(41)],
    },
  },
  "the audit log": {
    lists: [
      "audit",
      {
        entries: [
          { action: "key.revoked", key_id: "k1", target: "key:k9", ip: "192.0.2.1", at: at(41) },
          { action: "newer.action", key_id: null, target: "storage", ip: null, at: at(42) },
        ],
        next: null,
      },
    ],
    draw: () => h(AuditView, { signedIn }),
    shows: {
      "li .row": ["Key revokedkey k9", "newer.actionthe storage's secret"],
      "li .what > .muted": ["by key first (this one) from 192.0.2.1", "without a key"],
      "li .nowrap": [at(41), at(42)],
    },
  },
  tunnels: {
    lists: [
      "subdomain/list",
      {
        subdomains: [
          { ...subdomain(true), clients: 2 },
          { ...subdomain(), id: "d2", domain: "unsafe.example.com", url: "javascript:alert(1)" },
        ],
      },
    ],
    draw: () => h(TunnelsView, { signedIn }),
    shows: {
      h2: ["demo.tunnel.example.com", "unsafe.example.com"],
      "h2 a[href='https://demo.tunnel.example.com'][rel='noopener noreferrer']": ["demo.tunnel.example.com"],
      "h2 a": ["demo.tunnel.example.com"],
      ".badge.good": ["online, 2 clients"],
      ".badge:not(.good)": ["offline"],
      // Only one that is offline shows how to open it.
      "details[open] .facts, details[open] .secret code": ["svc_••••••••"],
    },
  },
  "a mailbox": {
    lists: [
      "mailbox/list",
      { mailboxes: [{ ...mailbox(), email_count: 3, created_at: at(41) }], limit: null, used: 1 },
    ],
    draw: () => h(MailboxesView, { signedIn, id: "m1" }),
    shows: {
      "li b": ["box1"],
      "li .muted": [`created ${at(41)}`],
      "li .badge": ["3 mails"],
      h2: ["box1@desk.example.com"],
    },
  },
  "an SMS inbox with two numbers": {
    lists: ["sms/list", { sms_tokens: [inbox], limit: null, used: 1 }],
    draw: () => h(SmsView, { signedIn, id: "s1" }),
    shows: {
      ".rows li b": ["5550100001, 5550100002"],
      ".rows li .muted": ["2 of 2 numbers"],
      ".rows li .badge": ["15 messages"],
      ".detail .badge": ["full: a third number is rejected"],
      ".detail li b": ["5550100001", "5550100002"],
      ".detail li .muted": [`7 stored, the last ${at(41)}`, "8 stored"],
    },
  },
};

test.each(Object.entries(rows))(
  "the facts of %s are shown, each in its place",
  async (_what, { lists, draw, shows }) => {
    if (lists) server.respond(...lists);
    const view = drawView(draw());
    const shown = () =>
      Object.fromEntries(Object.keys(shows).map((selector) => [selector, view.all(selector).map(textOf)]));
    await expect.poll(shown, { interval: 5 }).toEqual(shows);
  },
);

test.each([
  [
    "mail",
    () => h(MailboxesView, { signedIn, id: "m1" }),
    "Shop <a@b.test> to box1+shop@desk.example.com via Amazon SES's API",
  ],
  ["SMS", () => h(SmsView, { signedIn, id: "s1" }), "to 5550100002 from a phone"],
])("%s shows to which of its addresses it came, and how", async (kind, draw, from) => {
  const text = { snippet: "", received_at: at(41), body: "", codes: [], links: [] };
  const mail = {
    ...text,
    id: "e1",
    subject: "Hi",
    sender: "Shop <a@b.test>",
    recipient: "box1+shop@desk.example.com",
    via: "ses",
  };
  const sms = { ...text, id: "t1", sender: "Shop", phone: "5550100002", via: "phone" };
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("sms/list", { sms_tokens: [inbox], limit: null, used: 1 });
  const once = (page: object) => (request: Request) =>
    request.url.includes("after=") ? new Promise(() => {}) : { ...page, cursor: "c0" };
  server.respond("mail/recent", once({ emails: [mail] }));
  server.respond("sms/recent", once({ messages: [sms] }));
  const view = drawView(draw());
  await expect.poll(() => view.all(".from").map(textOf), { interval: 5 }).toEqual([expect.stringContaining(from)]);
  expect(view.all("h3 bdi").map(textOf)).toEqual([kind === "mail" ? "Hi" : "Shop"]);
});

test("a quota with a limit has a bar of what is used of it", async () => {
  const view = drawView(h(AccountView, { signedIn }));
  const bars = view.all("meter").map((bar) => ["aria-label", "max", "value"].map((name) => bar.getAttribute(name)));
  expect(bars).toEqual([
    ["Mailboxes", "11", "1"],
    ["SMS inboxes", "12", "2"],
    ["Tunnels", "13", "3"],
    ["Agent keys", "1", "5"],
  ]);
});

/** Returns the text of an element, in which a time stands as it is in the record instead of its age. */
function textOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const time of copy.querySelectorAll("time")) time.textContent = time.dateTime;
  return copy.textContent?.trim() ?? "";
}
