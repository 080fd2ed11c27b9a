import { vi } from "vitest";
import { at, mailbox, type Responses, smsInbox } from "./call.ts";

/** Ctrl-C, which comes once all messages have been read. */
export const ctrlC = {
  controller: new AbortController(),
  press: () => ctrlC.controller.abort(),
};

const list = { limit: 5, used: 1, next: null };
const message = {
  id: "e1",
  snippet: "Hi",
  received_at: at,
  body: " Your code \n 481220",
  links: [{ url: "https://shop.test/verify", text: "Verify", kind: "action" }],
  codes: [{ value: "481220", kind: "one_time", confidence: 0.9 }],
};
const mail = { ...message, subject: "Hi", recipient: "signup@desk.test", authenticated: "pass" };
const eveCodes = [{ value: "111111", kind: "one_time", confidence: 0.9 }];
const eveLinks = [{ url: "https://else.test/verify", text: "Verify", kind: "action" }];
/** Mails, newest first. The last one is stored, and the others arrive later. */
export const mails = [
  { ...mail, id: "e3", sender: "eve@else.test", codes: eveCodes, links: eveLinks },
  { ...mail, id: "e2", sender: "ann@shop.test" },
  { ...mail, id: "e1", sender: "ann@shop.test" },
];

const sms = { ...message, body: "Your code\n481220", sender: "BANK" };
/** SMS messages, like the mails. */
export const smsMessages = [
  { ...sms, id: "t3", phone: "5550199", codes: eveCodes, links: eveLinks },
  { ...sms, id: "t2", phone: "5550100" },
  { ...sms, id: "t1", phone: "5550100" },
];

/** The messages after the cursor of the query, newest first. Without any, the time of a long poll passes, and then comes Ctrl-C. */
function after<Message extends { id: string }>(messages: Message[], query: URLSearchParams): Message[] {
  const cursor = query.get("after");
  if (cursor === null) return messages.slice(-1);
  const end = messages.findIndex(({ id }) => id === cursor);
  if (end === 0) {
    vi.advanceTimersByTime(Number(query.get("wait")) * 1_000);
    ctrlC.press();
  }
  return messages.slice(0, end);
}

export const authenticator = {
  id: "a1",
  name: "anna",
  issuer: "Shop",
  account: "anna@shop.test",
  digits: 6,
  period: 30,
  algorithm: "SHA1",
  created_at: at,
};
const subdomain = {
  id: "d1",
  name: "demo",
  domain: "demo.t.test",
  url: "https://demo.t.test",
  token: "svc_1",
  online: false,
  created_at: at,
};
export const connection = {
  id: "k1",
  name: "App",
  scopes: "mailbox:read",
  expiry: null,
  last_used_at: null,
  created_at: at,
  connection: { client: "App", host: "app.test" },
};
export const entry = { at, account: "default", action: "key.created", target: "key:k1", key_id: null, ip: null };
export const account = {
  account: { name: "default", tier: "normal", limits: { mailboxes: 5 }, usage: { mailboxes: 1 } },
  agent_token: { id: "k1", name: "first", expiry: null, scopes: null },
};

/** The responses of an account that has one of everything. */
export const responses: Responses = {
  "mailbox/register": { mailbox },
  "mailbox/list": { mailboxes: [mailbox], ...list },
  "mailbox/m1": {},
  "mail/recent": (query) => ({
    emails: after(mails, query),
    cursor: query.get("after") ? "e3" : "e1",
    more: false,
    missed: 0,
  }),
  "mail/message/e1": { email: mails[2]! },
  "sms/register": { sms_token: smsInbox("s1") },
  "sms/list": { sms_tokens: [smsInbox("s1", "5550100")], ...list },
  "sms/s1": {},
  "sms/recent": (query) => ({
    messages: after(smsMessages, query),
    cursor: query.get("after") ? "t3" : "t1",
    more: false,
    missed: 0,
  }),
  "sms/message/t1": { message: smsMessages[2]! },
  "authenticators/register": { authenticator },
  "authenticators/list": { authenticators: [authenticator], next: null },
  "authenticators/a1/code": { code: "123456", valid_for: 17 },
  "authenticators/a1": {},
  "agent-tokens/list": { agent_tokens: [connection], next: null },
  "agent-tokens/k1": {},
  "subdomain/list": { subdomains: [subdomain], next: null },
  "subdomain/register": { subdomain },
  "subdomain/d1": {},
  audit: { entries: [entry], next: null },
  account,
};
