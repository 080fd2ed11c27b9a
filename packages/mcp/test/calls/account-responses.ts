import { vi } from "vitest";
import type { Responses } from "./record-call.ts";

/** The time of all calls. */
export const now = Date.UTC(2026, 0, 31);
const created_at = "2026-01-30T00:00:00Z";
const expiry = "2026-02-03T00:00:00.000Z";
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();

const mailbox = { id: "M1", name: "box", address: "box@desk.example", token: "svcm_1", email_count: 3, created_at };
const smsInbox = {
  ...{ id: "S1", token: "svcsms_1", phones: [{ id: "P1", phone: "5550100" }], message_count: 2, created_at },
};
const subdomain = {
  ...{ id: "D1", name: "demo", domain: "demo.t.example", url: "https://demo.t.example", token: "svc_1" },
  ...{ online: true, created_at },
};
const agentKey = { id: "k1", name: "ci", token: "svcagt_new", scopes: "mailbox:read", expiry, created_at };
const authenticator = {
  ...{ id: "a1", name: "anna", issuer: "Shop", account: "anna@shop", created_at },
  ...{ digits: 6, period: 30, algorithm: "SHA1" },
};
const message = { recipient: "box+tag@desk.example", snippet: "Hello", body: "Hello", links: [], codes: [] };
const codes = [{ value: "481220", kind: "one_time", confidence: 0.9 }];
const links = [{ url: "https://shop.example/verify", text: "Verify", kind: "action" }];
const mails = [
  { ...message, id: "e4", sender: "eve@else.example", subject: "No", received_at: at(1), codes, authenticated: "pass" },
  {
    ...message,
    ...{
      id: "e3",
      sender: "ann@shop.example",
      subject: "Hi",
      received_at: at(120),
      codes,
      links,
      authenticated: "pass",
    },
  },
  {
    ...message,
    ...{ id: "e2", sender: "ann@shop.example", subject: "Hi", received_at: at(180), authenticated: "pass" },
    codes: [{ value: "111111", kind: "one_time", confidence: 0.9 }],
  },
];
const smsMessages = [
  { ...message, id: "t2", phone: "5550199", sender: "EVE", received_at: at(1), codes },
  { ...message, id: "t1", phone: "5550100", sender: "BANK", received_at: at(0), codes, links },
];

/** The messages after the cursor of the query, newest first. Without any, the time of a long poll passes. */
function after<Message extends { id: string }>(messages: Message[], query: URLSearchParams): Message[] {
  const end = messages.findIndex(({ id }) => id === query.get("after"));
  if (end === 0) vi.advanceTimersByTime(Number(query.get("wait")) * 1_000);
  return end === -1 ? messages : messages.slice(0, end);
}

/** The responses of an account that has one of everything. */
export const responses: Responses = {
  "POST mailbox/register": { mailbox },
  "GET mailbox/list": { mailboxes: [mailbox], limit: 5, used: 1, next: null },
  "GET mailbox/rejected": { rejected: [] },
  "GET mail/recent": (query) => ({ emails: after(mails, query), cursor: "e4", more: false, missed: 0 }),
  "GET mail/message/e3": { email: mails[1]! },
  "DELETE mailbox/M1": {},
  "DELETE mailbox/M1/emails": {},
  "POST mailbox/M1/token": { mailbox: { ...mailbox, token: "svcm_2" } },
  "POST sms/register": { sms_token: smsInbox },
  "GET sms/list": { sms_tokens: [smsInbox], limit: 5, used: 1, next: null },
  "GET sms/recent": (query) => ({ messages: after(smsMessages, query), cursor: "t2", more: false, missed: 0 }),
  "GET sms/message/t1": { message: smsMessages[1]! },
  "DELETE sms/S1": {},
  "POST sms/S1/token": { sms_token: { ...smsInbox, token: "svcsms_2" } },
  "POST subdomain/register": { subdomain },
  "GET subdomain/list": { subdomains: [subdomain], next: null },
  "DELETE subdomain/D1": {},
  "POST subdomain/D1/renew-token": { subdomain },
  "POST agent-tokens/create": { agent_token: agentKey },
  "GET agent-tokens/list": { agent_tokens: [agentKey], next: null },
  "PUT agent-tokens/k1": { agent_token: agentKey },
  "DELETE agent-tokens/k1": {},
  "POST authenticators/register": { authenticator },
  "GET authenticators/list": { authenticators: [authenticator], next: null },
  "GET authenticators/a1/code": { code: "123456", valid_for: 17 },
  "GET account": {
    account: {
      ...{ name: "acme", tier: "normal", limits: { mailboxes: 5, sms_tokens: 4, subdomains: 3 } },
      usage: { mailboxes: 1, sms_tokens: 2, subdomains: 6 },
    },
    agent_token: agentKey,
  },
};
