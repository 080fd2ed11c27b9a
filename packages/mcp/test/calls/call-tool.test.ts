import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { callTool } from "../../src/calls/call-tool.ts";
import { defineTool, type ToolCall, type ToolResult } from "../../src/calls/tool.ts";
import { createState, type State } from "../../src/state/state.ts";
import { ToolFailure } from "../../src/text/failure.ts";
import { tools } from "../../src/tools/index.ts";
import { readSettings } from "../read-settings.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
const settings = readSettings([], { FRONTDESK_KEY: key });

interface Options {
  mcpReq?: object;
  state?: Partial<State>;
  tool?: string;
  /** Arguments of the own tool. */
  input?: v.ObjectEntries;
  args?: object;
}

/** Calls a tool that does this, or the real one of this name. */
async function call(run: (call: ToolCall) => Promise<ToolResult>, options: Options = {}) {
  const { mcpReq = {}, state = {}, args = {}, input = {} } = options;
  const ownTool = defineTool({
    ...{ name: "a_tool", title: "A tool", description: "For tests.", toolset: "account", effect: "reads" },
    ...{ input, output: { name: v.string() }, run: (_args, context) => run(context) },
  });
  const tool = tools.find(({ name }) => name === options.tool) ?? ownTool;
  const logs: string[] = [];
  const notify = vi.fn(async (_notification: object) => {});
  const usableTools = vi.fn(async () => new Set(tools.map(({ name }) => name)));
  const full = { ...createState(settings), ...state };
  const caller = { state: full, usableTools, canAskPerson: () => false, log: (line: string) => void logs.push(line) };
  // A call reads no more of its context.
  const ctx = { mcpReq: { signal: new AbortController().signal, notify, ...mcpReq } } as unknown as ServerContext;
  const result = (await callTool(tool, args, ctx, caller)) as CallToolResult; // Nobody is asked.
  // Each of these tools returns an object.
  const facts = result.structuredContent as Record<string, unknown> | undefined;
  return { result, facts, logs, notify, usableTools };
}

const respond = (status: number, headers = {}) => ({
  send: async () => Response.json({ error: "No.", code: null }, { status, headers }),
});
const readAccount = async ({ frontdesk }: ToolCall) => ({ facts: { ...(await frontdesk.account()) } });

test("facts are returned as structured content and as JSON text", async () => {
  const { result } = await call(async () => ({ facts: { name: "a", count: 2 } }));
  expect(result).toEqual({
    content: [{ type: "text", text: '{"name":"a","count":2}' }],
    structuredContent: { name: "a", count: 2 },
  });
});

describe("progress", () => {
  const report = async ({ progress }: ToolCall) => {
    progress(5, 45, "Waiting for mail");
    return { facts: {} };
  };

  test("is sent with the token of the client", async () => {
    const { notify } = await call(report, { mcpReq: { _meta: { progressToken: 0 } } });
    const params = { progressToken: 0, progress: 5, total: 45, message: "Waiting for mail" };
    expect(notify.mock.calls).toEqual([[{ method: "notifications/progress", params }]]);
  });

  test.each([
    ["without a token", {}],
    ["of a cancelled call", { _meta: { progressToken: 1 }, signal: AbortSignal.abort() }],
  ])("%s is not sent", async (_which, mcpReq) => {
    expect((await call(report, { mcpReq })).notify).not.toHaveBeenCalled();
  });

  test("that cannot be sent does not fail the call", async () => {
    const notify = async () => Promise.reject(new Error("The client is gone."));
    const { facts } = await call(report, { mcpReq: { _meta: { progressToken: 1 }, notify } });
    expect(facts).toEqual({});
  });
});

test("an unexpected error is logged without the key, under an id that the result names", async () => {
  const { facts, logs } = await call(() => Promise.reject(new RangeError(`A bug with ${key} and svcm_abcdefgh12`)));
  const [, id] = /Request ([0-9a-f]{8})\.$/.exec(String(facts?.message)) ?? [];
  expect(logs).toEqual([`a_tool failed (${id}): RangeError: A bug with [secret] and svcm_[secret]`]);
});

test("what is thrown without being an error is logged as text, without the key", async () => {
  const { logs } = await call(() => Promise.reject(`Broken by ${key}`));
  expect(logs).toEqual([expect.stringMatching(/^a_tool failed \([0-9a-f]{8}\): Broken by \[secret\]$/)]);
});

test("an expected failure is not logged", async () => {
  expect((await call(readAccount, { state: respond(404) })).logs).toEqual([]);
});

test.each([
  [429, "rate_limited", 7],
  [503, "service_down", 7],
  [404, "not_found", undefined],
  [401, "key_invalid", undefined],
])("after %i the result has the code %s, and the pause %s", async (status, code, seconds) => {
  const { facts, result } = await call(readAccount, { state: respond(status, { "retry-after": "6.2" }) });
  expect([facts?.code, facts?.retryAfterSeconds]).toEqual([code, seconds]);
  expect(JSON.stringify(result.content).includes("Pause 7 s.")).toBe(seconds !== undefined);
});

test.each([{}, { "retry-after": "Thu, 01 Jan 2026 00:00:00 GMT" }])("with %j there is no pause", async (headers) => {
  const { facts } = await call(readAccount, { state: respond(429, headers) });
  expect(facts).not.toHaveProperty("retryAfterSeconds");
});

describe("the scopes of the key", () => {
  test.each([
    ["cancelled", async () => Promise.reject(new Error("x")), { mcpReq: { signal: AbortSignal.abort() } }],
    ["key_invalid", readAccount, { state: respond(401) }],
    ["service_down", readAccount, { state: respond(500) }],
  ])("are not read after the failure %s", async (code, run, options) => {
    const { facts, usableTools } = await call(run, options);
    expect(facts?.code).toBe(code);
    expect(usableTools).not.toHaveBeenCalled();
    // As nobody knows which tools are hidden, none is said to be.
    expect(facts?.next).toMatch(/^\w+/);
    expect(facts?.next).not.toContain("hidden");
  });

  test("are read after others, so that no hidden tool is suggested", async () => {
    const failure = new ToolFailure("not_found", "Nothing.", { tool: "a_hidden_tool" });
    const { facts, usableTools } = await call(() => Promise.reject(failure));
    expect(usableTools).toHaveBeenCalledOnce();
    expect(facts?.next).toBe("account_whoami (a_hidden_tool is hidden here; this says why)");
  });
});

test.each([
  ["yes", { action: "accept", content: { allow: true } }],
  ["no", { action: "accept", content: { allow: false } }],
  ["no", { action: "accept", content: { allow: "true" } }],
  ["no", { action: "accept", content: {} }],
  ["no", { action: "decline" }],
  ["no", { action: "cancel" }],
])("the person at the client says %s by %j", async (expected, response) => {
  const ask = async ({ confirm }: ToolCall) => ({ facts: { answer: confirm("port", "May it?") } });
  const { facts } = await call(ask, { mcpReq: { inputResponses: { port: response } } });
  expect(facts?.answer).toBe(expected);
});

test.each([
  [true, "service_down", "The Frontdesk server is restarting.", "again in 10 seconds"],
  [false, "cancelled", "The call was cancelled before it finished.", "to start again"],
])(
  "a call at a server that stops, which has the tools itself (%s), fails with %s",
  async (isRemote, code, ...words) => {
    const state = { isRemote, stopping: AbortSignal.abort() };
    const { facts } = await call(readAccount, { state });
    expect(facts).toEqual({ code, message: words[0], next: `a_tool (${words[1]})` });
  },
);

test("a call that has failed for another reason says so, even if it was cancelled meanwhile", async () => {
  const failure = new ToolFailure("not_found", "Nothing.", { tool: "account_whoami" });
  const { facts } = await call(() => Promise.reject(failure), { mcpReq: { signal: AbortSignal.abort() } });
  expect(facts).toMatchObject({ code: "not_found", message: "Nothing." });
});

test("a call that a client cancels at a server that has the tools itself is no restart", async () => {
  const options = { mcpReq: { signal: AbortSignal.abort() }, state: { isRemote: true } };
  expect((await call(readAccount, options)).facts?.code).toBe("cancelled");
});

test.each([
  ["mail_read", {}, "mailbox_list (for mailbox and messageId)"],
  ["mail_read", { mailbox: "m" }, "mail_list (for messageId)"],
  ["sms_read", { smsInbox: "s" }, "sms_list (for messageId)"],
  ["sms_wait_code", {}, "sms_inbox_list (for smsInbox)"],
  ["tunnel_stop", {}, "subdomain_list (for subdomain)"],
  ["key_revoke", {}, "key_list (for keyId)"],
  ["mail_read", { messageId: "a b" }, "mail_read (with mailbox, messageId, part)"],
  ["key_revoke", { keyId: "a b" }, "key_revoke (with keyId)"],
  ["tunnel_start", {}, "tunnel_start (with port, subdomain)"],
  ["account_whoami", { x: 1 }, "account_whoami (with no arguments)"],
])("after a call of %s with %j the next step is %s", async (tool, args, next) => {
  const { facts } = await call(readAccount, { tool, args });
  expect(facts).toMatchObject({ code: "bad_argument", next });
});

test("after a call without an id and without something that no tool lists, the next step is the same tool", async () => {
  const { facts } = await call(readAccount, { input: { mailbox: v.string(), note: v.string() } });
  expect(facts).toMatchObject({ code: "bad_argument", next: "account_whoami (a_tool is hidden here; this says why)" });
});

test.each([
  ["", "No key is set"],
  ["svcagt_é", "FRONTDESK_KEY contains a character that no key has"],
])("a call with the key %j sends nothing, and says what to ask the user for", async (wrongKey, reason) => {
  const send = vi.fn(async () => Response.json({}));
  const { facts, usableTools } = await call(readAccount, { state: { settings: { ...settings, key: wrongKey }, send } });
  expect(facts).toEqual({
    code: "key_invalid",
    message: `${reason}. Ask the user to set FRONTDESK_KEY for this MCP server and to restart it.`,
    next: "account_whoami (to check it)",
  });
  expect([send.mock.calls, usableTools.mock.calls]).toEqual([[], []]);
});
