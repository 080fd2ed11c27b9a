import { expect, test } from "vitest";
import { at, call, mailbox, smsInbox, url } from "./call.ts";

test.each([
  [null, "1 of unlimited mailboxes"],
  [5, "1 of 5 mailboxes"],
  [0, "1 of 0 mailboxes"],
])("the mailboxes are a table, and the limit %j is not part of it", async (limit, quota) => {
  const { out, err } = await call("mailbox list", {
    "mailbox/list": { mailboxes: [mailbox], limit, used: 1, next: null },
  });
  expect(out).toEqual(["name    address           mails  since", "signup  signup@desk.test  3      2026-01-02"]);
  expect(err).toEqual([quota]);
});

test("the SMS inboxes are a table with their numbers", async () => {
  const sms_tokens = [smsInbox("s1", "5550100", "5550101"), smsInbox("s2")];
  const { out, err } = await call("sms list", { "sms/list": { sms_tokens, limit: null, used: 2 } });
  expect(out).toEqual(["id  numbers           messages", "s1  5550100, 5550101  2", "s2  none yet          2"]);
  expect(err).toEqual(["2 of unlimited SMS inboxes"]);
});

test("with several SMS inboxes the command asks which one, and without any says how to register one", async () => {
  const list = (...ids: string[]) => ({ "sms/list": { sms_tokens: ids.map((id) => smsInbox(id)), limit: 5, used: 2 } });
  expect(await call("sms read", list("s1", "s2"))).toMatchObject({
    code: 2,
    err: ["Which SMS inbox? s1, s2; `frontdesk sms list` shows them."],
  });
  expect(await call("sms read", list())).toMatchObject({
    code: 1,
    err: ["The account has no SMS inbox. Register one: `frontdesk sms register`."],
  });
});

test("the SMS of an inbox are printed newest last", async () => {
  const sms = { received_at: at, phone: "5550100", sender: "BANK", snippet: "", links: [], codes: [] };
  const messages = [
    { ...sms, id: "t2", body: "newer" },
    { ...sms, id: "t1", body: "older" },
  ];
  const { out } = await call("sms read", {
    "sms/list": { sms_tokens: [smsInbox("s1", "5550100")], limit: 5, used: 1 },
    "sms/recent": { messages, cursor: "t2" },
    ...Object.fromEntries(messages.map((message) => [`sms/message/${message.id}`, { message }])),
  });
  expect(out.map((line) => line.split("  ").at(-1))).toEqual(["older", "newer"]);
});

test("an SMS is one line, whatever its sender and its text contain", async () => {
  const sms = { id: "t1", received_at: at, phone: "5550100", snippet: "", links: [], codes: [] };
  const message = { ...sms, sender: "BANK\n2026", body: "Your\r\ncode\tis 1" };
  const { out } = await call("sms read", {
    "sms/list": { sms_tokens: [smsInbox("s1", "5550100")], limit: 5, used: 1 },
    "sms/recent": { messages: [message], cursor: "t1" },
    "sms/message/t1": { message },
  });
  expect(out).toEqual(["2026-01-02 03:04:05  5550100  BANK 2026  Your code is 1"]);
});

test("the audit log has a dash where an entry has no key or no IP address", async () => {
  const entry = { at, account: "default", action: "key.created", target: "key:k1" };
  const entries = [
    { ...entry, key_id: "k1", ip: "192.0.2.1" },
    { ...entry, key_id: null, ip: null },
  ];
  const { out } = await call("audit", { audit: { entries, next: null } });
  expect(out).toEqual([
    "at                   action       key  target  ip",
    "2026-01-02 03:04:05  key.created  k1   key:k1  192.0.2.1",
    "2026-01-02 03:04:05  key.created  -    key:k1  -",
  ]);
});

test.each([
  ["1", 0],
  ["99999", 0],
  ["100000", 2],
  ["0", 2],
  ["1.5", 2],
  ["ten", 2],
])("the audit log may be limited to %s entries: exit code %i", async (limit, code) => {
  expect(await call(`audit --limit ${limit}`, { audit: { entries: [], next: null } })).toMatchObject({ code });
});

test("connections show when they were used and how they end", async () => {
  const key = { name: "App", scopes: "mailbox:read", expiry: null, last_used_at: null, created_at: at };
  const connection = { client: "App", host: "app.test" };
  const agent_tokens = [
    { ...key, id: "k1" },
    { ...key, id: "k2", connection },
    { ...key, id: "k3", connection, last_used_at: at, expiry: "2026-02-03T00:00:00Z" },
    { ...key, id: "k4", connection: { ...connection, ended: "token_reused" }, expiry: "2026-02-03T00:00:00Z" },
    { ...key, id: "k5", connection, scopes: null },
  ];
  const { out } = await call("connections list", { "agent-tokens/list": { agent_tokens, next: null } });
  expect(out.slice(1).map((line) => line.split(/ {2,}/))).toEqual([
    ["k2", "App", "app.test", "never", "no end", "mailbox:read"],
    ["k3", "App", "app.test", "2026-01-02 03:04", "2026-02-03", "mailbox:read"],
    ["k4", "App", "app.test", "never", "ended: a used token came again", "mailbox:read"],
    ["k5", "App", "app.test", "never", "no end"],
  ]);
});

test.each([
  ["mailbox delete signup", "mailbox", "Deleted signup and its mail."],
  ["sms delete s1", "sms", "Deleted s1 and its messages."],
])("%s says what is gone", async (argv, kind, said) => {
  const lists = {
    "mailbox/list": { mailboxes: [mailbox], limit: null, used: 1, next: null },
    "mailbox/find": { mailbox },
  };
  const id = kind === "sms" ? "s1" : "m1";
  const result = await call(argv, { ...lists, [`${kind}/${id}`]: {}, [`${kind}/signup`]: {} });
  expect(result).toMatchObject({ code: 0, out: [said] });
});

test("authenticators are a table without what they do not have", async () => {
  const record = { id: "a1", digits: 6, period: 30, algorithm: "SHA1", created_at: at };
  const authenticators = [
    { ...record, name: "anna", issuer: "Shop", account: "anna@shop.test" },
    { ...record, name: "b", issuer: null, account: null },
  ];
  expect((await call("authenticator list", { "authenticators/list": { authenticators } })).out).toEqual([
    "name  issuer  account         since",
    "anna  Shop    anna@shop.test  2026-01-02",
    "b                             2026-01-02",
  ]);
});

test("an authenticator is not registered without its URI, nor from a file that cannot be read", async () => {
  expect(await call("authenticator register anna", {})).toMatchObject({
    code: 2,
    err: ["Pass the otpauth:// URI with --uri-file <file>, or --uri-file - to pipe it."],
    requests: [],
  });
  const { code, err } = await call("authenticator register anna --uri-file /no/such/file", {});
  expect([code, err[0]]).toEqual([2, expect.stringMatching(/^--uri-file: \/no\/such\/file cannot be read: /)]);
});

test("the status names the scopes, and the limits that the server sends", async () => {
  const account = {
    name: "default",
    tier: "normal",
    limits: { mailboxes: 5, subdomains: null, sms_tokens: 0 },
    usage: { mailboxes: 1, subdomains: 2, webhooks: 3, sms_tokens: 0 },
  };
  const agent_token = { id: "k1", name: "first", expiry: null };
  const { out } = await call("status", { account: { account, agent_token: { ...agent_token, scopes: null } } });
  expect(out).toEqual([
    `${url} is up. Account default (normal), scopes all.`,
    "resource    used  limit",
    "mailboxes   1     5",
    "subdomains  2     unlimited",
    "webhooks    3     unlimited",
    "sms_tokens  0     0",
  ]);
  const limited = await call("status", { account: { account, agent_token: { ...agent_token, scopes: "sms:read" } } });
  expect(limited.out[0]).toContain("scopes sms:read.");
});

test.each([
  ["pass", "  authenticated: pass"],
  ["fail", "  authenticated: fail"],
  ["pending", "  authenticated: pending"],
  ["none", ""],
  [undefined, ""],
])("a mail whose sender is %s ends with: %j", async (authenticated, end) => {
  const mail = {
    ...{ id: "e1", subject: "Hi", sender: "a@b.test", recipient: "signup@desk.test", snippet: "", received_at: at },
    ...{ body: " Code \n", links: [], codes: [], ...(authenticated && { authenticated }) },
  };
  const responses = {
    "mailbox/list": { mailboxes: [mailbox], limit: null, used: 1, next: null },
    "mailbox/find": { mailbox },
    "mail/recent": { emails: [mail], cursor: "e1", more: false, missed: 0 },
    "mail/message/e1": { email: mail },
  };
  const line = `2026-01-02 03:04:05  a@b.test  Hi${end}`;
  expect((await call("mail signup", responses)).out).toEqual([line]);
  expect((await call("mail signup --body", responses)).out).toEqual([`${line}\n\nCode\n`]);
});

test.each([
  ["mailbox delete signup", { "mailbox/list": { mailboxes: [mailbox], limit: null, used: 1 } }],
  ["sms delete s1", {}],
  ["authenticator delete github", { "authenticators/list": { authenticators: [{ id: "a1", name: "github" }] } }],
  ["connections revoke k1", { "agent-tokens/list": { agent_tokens: [{ id: "k1", name: "app", connection: {} }] } }],
])("%s fails, and reports nothing as deleted, if the server rejects it", async (argv, lists) => {
  const { code, out, err, requests } = await call(argv, lists as Record<string, object>);
  expect(requests.at(-1)).toMatch(/^DELETE /);
  expect([code, out, err.length]).toEqual([1, [], 1]);
});

test.each(["fish", "constructor", "BASH"])("there is no completion script for the shell %s", async (shell) => {
  const { code, out, err } = await call(`completions ${shell}`, {});
  expect([code, out, err]).toEqual([2, [], [`"${shell}" is not a supported shell. Use bash or zsh.`]]);
});
