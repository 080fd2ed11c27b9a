import { expect, test, vi } from "vitest";
import { tools } from "../../src/tools/index.ts";
import { accountCalls } from "./account-calls.ts";
import { now, responses } from "./account-responses.ts";
import { mailCalls } from "./mail-calls.ts";
import { recordCall } from "./record-call.ts";
import { smsCalls } from "./sms-calls.ts";

const rows = [...accountCalls, ...mailCalls, ...smsCalls];

test.each(rows)("%s with %j requests, returns and writes exactly this", async (tool, args, requests, result, more) => {
  const { isRemote = false, ...written } = more ?? {};
  // Time stands still, so that ages and the seconds of a wait are exact.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
  const call = await recordCall(tool, args, responses, { isRemote });
  expect(call.requests).toEqual(requests);
  expect(call.facts ?? call.text).toEqual(result);
  expect({ files: call.files, links: call.links }).toEqual({ files: {}, links: [], ...written });
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  "the rows have each argument and result of %s",
  (name, tool) => {
    const calls = rows.filter(([called]) => called === name);
    const called = new Set(calls.flatMap(([, args]) => Object.keys(args)));
    const returned = new Set(calls.flatMap(([, , , result]) => Object.keys(result)));
    const results = Object.keys((tool.output as { entries?: object } | undefined)?.entries ?? {});
    expect(calls).not.toEqual([]);
    expect(Object.keys(tool.input.entries).filter((argument) => !called.has(argument))).toEqual([]);
    expect(results.filter((field) => !returned.has(field))).toEqual([]);
  },
);

test.each([
  ["mail_list", { mailbox: "box" }, { from: 120, subject: 120 }],
  ["sms_list", { smsInbox: "S1" }, { from: 40, begins: 80 }],
  ["key_list", {}, { name: 64 }],
  ["key_update", { keyId: "k1", name: "ci" }, { name: 64 }],
])("%s with %j cuts what is long to so many characters: %j", async (tool, args, lengths) => {
  const long = "aa ".repeat(100);
  const message = { id: "x1", sender: long, subject: long, snippet: long, phone: "5550100", received_at: "" };
  const key = { id: "k1", name: long, scopes: null, expiry: null };
  const { facts } = await recordCall(tool, args, {
    ...responses,
    "GET mail/recent": { emails: [message], cursor: "x1" },
    "GET sms/recent": { messages: [message], cursor: "x1" },
    "GET agent-tokens/list": { agent_tokens: [key], next: null },
    "PUT agent-tokens/k1": { agent_token: key },
  });
  const [row] = facts.mails ?? facts.messages ?? facts.keys ?? [facts];
  for (const [field, length] of Object.entries(lengths)) expect(row[field]).toHaveLength(length);
});

test("an account on a server without SMS inboxes, whose key never expires, has all scopes and no quota of them", async () => {
  const account = { name: "acme", tier: "vip", limits: { mailboxes: null }, usage: { mailboxes: 1, subdomains: 0 } };
  const agent_token = { id: "k1", name: "ci", expiry: null, scopes: null };
  const { facts } = await recordCall("account_whoami", {}, { "GET account": { account, agent_token } });
  expect(facts).toMatchObject({
    ...{ account: "acme", tier: "vip", scopes: "all", expires: "never" },
    quota: "mailboxes 1 of unlimited, subdomains 0",
  });
});

test.each([
  ["key_create", { name: "ci", scopes: "mailbox:read" }, { expires: "never" }],
  ["key_list", {}, { keys: [{ keyId: "k1", name: "ci", scopes: "all", expires: "never" }] }],
  ["key_update", { keyId: "k1", name: "ci" }, { scopes: "all", expires: "never" }],
])("%s says of a key without limits that it has all scopes and never expires", async (tool, args, expected) => {
  const key = { id: "k1", name: "ci", token: "svcagt_new", scopes: null, expiry: null };
  const { facts } = await recordCall(tool, args, {
    "POST agent-tokens/create": { agent_token: key },
    "GET agent-tokens/list": { agent_tokens: [key], next: null },
    "PUT agent-tokens/k1": { agent_token: key },
  });
  expect(facts).toMatchObject(expected);
});
