import type { SignedIn } from "../../src/app/session.ts";
import { agentKey, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const at = (minute: number) => `2026-01-01T12:${minute}:00.000Z`;

/** A person with full access. */
export const signedIn: SignedIn = Object.assign(signedInWith(null), {
  server: {
    ...{ name: "frontdesk", version: "3.2.1", edition: "later" },
    ...{ mail_domain: "desk.example.com", tunnel_domain: "tunnel.example.com" },
    ...{ smtp: { port: 2525 }, retention: { emails_per_mailbox: 10, days: 30 } },
  },
  account: {
    ...{ name: "team", tier: "vip" },
    usage: { mailboxes: 1, sms_tokens: 2, subdomains: 3, authenticators: 4, agent_keys: 5 },
    limits: { mailboxes: 11, sms_tokens: 12, subdomains: 13, authenticators: null, agent_keys: 0 },
  },
});

const mails = [
  {
    ...{ id: "e2", subject: "Second mail", sender: "Shop <a@shop.example>", recipient: "box1+x@desk.example.com" },
    ...{ snippet: "Your code is 481 220.", received_at: at(42), authenticated: "pass", via: "ses" },
    body: "Your code is 481 220.\n\nConfirm: https://shop.example/confirm",
    links: [{ url: "https://shop.example/confirm", text: "Confirm" }],
    codes: [
      { value: "481220", shown: "481 220", kind: "one_time", confidence: 0.99 },
      { value: "BK1", shown: "BK 1", kind: "booking", confidence: 0.6 },
    ],
  },
  {
    ...{ id: "e1", subject: "", sender: "b@c.example", recipient: "box1@desk.example.com", snippet: "" },
    ...{ received_at: at(41), authenticated: "fail", via: "smtp", body: "", links: [], codes: [] },
  },
];
const sms = {
  ...{ id: "t1", sender: "Shop", phone: "5550100002", phone_id: "p2", via: "phone", received_at: at(43) },
  ...{ snippet: "Your SMS code is 7731.", body: "Your SMS code is 7731.", links: [] },
  codes: [{ value: "7731", shown: "7731", kind: "one_time", confidence: 0.97 }],
};
const phones = [
  { id: "p1", phone: "5550100001", message_count: 7, last_received_at: at(41) },
  { id: "p2", phone: "5550100002", message_count: 8, last_received_at: null },
];

/** Returns the first page, and holds the poll after it. */
const once =
  (of: (key: string | null) => object) =>
  (request: Request): object => {
    if (request.url.includes("after=")) return new Promise(() => {});
    return { ...of(request.headers.get("authorization")), cursor: "c0" };
  };

/** A person who may read everything, and change nothing. */
export const reader: SignedIn = {
  ...signedIn,
  agent_token: {
    ...signedIn.agent_token,
    scopes: "mailbox:read,sms:read,subdomain:read,token:read,authenticator:read,audit:read",
  },
};

const setup = {
  apps: [
    {
      ...{
        name: "one",
        title: "The app one",
        platform: "android",
        lines: ["Webhook URL  http://desk.test", "Retries  10"],
      },
      ...{ warnings: ["It contains the key."], import_file: null },
    },
    {
      ...{ name: "shortcuts", title: "Shortcuts", platform: "ios", lines: ["Automation  Message"], warnings: [] },
      import_file: null,
    },
  ],
  limits: ["RCS chats are not SMS."],
};

/** What the server responds, by path. */
export const answers: Record<string, unknown> = {
  account: { account: signedIn.account, agent_token: signedIn.agent_token },
  "mailbox/list": {
    mailboxes: [
      { ...mailbox(1), email_count: 2 },
      { ...mailbox(2), created_at: at(40) },
    ],
    ...{ limit: 11, used: 2 },
  },
  "mail/recent": once((key) => ({ emails: key === "Bearer svcm_1" ? mails : [] })),
  "sms/list": {
    sms_tokens: [
      { ...smsToken(), phones, token_full: true, message_count: 15 },
      { ...smsToken(), id: "s2", token: "svcsms_2" },
      { ...smsToken("5550100003"), id: "s3", token: "svcsms_3" },
    ],
    ...{ limit: null, used: 3 },
  },
  "sms/recent": once((key) => ({ messages: key === "Bearer svcsms_1" ? [sms] : [] })),
  "sms/s1/setup": setup,
  "sms/s2/setup": setup,
  "/oauth/consent": {
    client: {
      ...{ name: "Nice app", host: "app.example", redirect_uri: "https://app.example/cb" },
      ...{ is_local: false, verified_host: "app.example" },
    },
    account: "team",
    scopes: [
      { scope: "mailbox:read", ticked: true, allowed: true },
      { scope: "authenticator:read", ticked: false, allowed: true },
      { scope: "sms:create", ticked: false, allowed: false },
    ],
    expiry: at(44),
  },
  "subdomain/list": {
    subdomains: [
      { ...subdomain(true), clients: 2 },
      { ...subdomain(), id: "d2", domain: "unsafe.example.com", url: "javascript:alert(1)" },
    ],
  },
  "authenticators/list": {
    authenticators: [
      { id: "a1", name: "github", issuer: "GitHub", account: "anna@b.example", period: 30 },
      { id: "a2", name: "bank", issuer: null, account: "anna", period: 30 },
    ],
  },
  "agent-tokens/list": {
    agent_tokens: [
      { ...agentKey(at(43)), created_at: at(41), last_used_at: at(42) },
      { ...agentKey("2999-01-01T00:00:00.000Z"), id: "k3", name: "full", scopes: null },
      { ...agentKey(), id: "k4", name: "Nice app", connection: { client: "Nice app", host: "app.example" } },
    ],
  },
  audit: {
    entries: [
      { action: "key.revoked", key_id: "k1", target: "key:k9", ip: "192.0.2.1", at: at(41) },
      { action: "message.returned", key_id: "k2", target: "mailbox:m1", ip: null, at: at(42) },
      { action: "newer.action", key_id: null, target: "storage", ip: null, at: at(43) },
    ],
    next: null,
  },
  "mailbox/rejected": {
    rejected: [
      { recipient: "ana@desk.example.com", reason: "unknown_mailbox", at: at(41) },
      { recipient: "anna@else.example", reason: "other_domain", at: at(42) },
    ],
  },
};
