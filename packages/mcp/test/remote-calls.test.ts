import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { createRemoteTools } from "../src/remote/index.ts";
import type { CancelBus } from "../src/remote/running-calls.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
};

const noBus: CancelBus = { publish: async () => {}, subscribe: () => () => {} };

function open(bus = noBus) {
  const logs: string[] = [];
  const tools = createRemoteTools({
    baseUrl: () => "http://desk.test",
    skill: () => "",
    bus,
    stopping: new AbortController().signal,
    log: (line) => void logs.push(line),
  });
  const client = new AbortController();
  const request = new Request("http://desk.test/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(initialize),
    signal: client.signal,
  });
  const listeners = () => getEventListeners(request.signal, "abort").length;
  return { tools, request, client, listeners, logs };
}
const send = async () => Response.json({});

test("a call that has ended has left no listener at its request, and has said that it ended", async () => {
  const { tools, request, listeners } = open();
  const onEnd = vi.fn();
  const before = listeners();
  const response = await tools.fetch(request, { key: "svcagt_a", body: initialize, send, onEnd });
  expect(response.status).toBe(200);
  await response.text();
  expect([listeners(), onEnd.mock.calls.length > 0]).toEqual([before, true]);
});

test("a call whose response nobody reads to its end has left no listener at its request", async () => {
  const { tools, request, listeners } = open();
  const before = listeners();
  const response = await tools.fetch(request, { key: "svcagt_a", body: initialize, send });
  await response.body?.cancel();
  expect(listeners()).toBe(before);
});

test("a client of 2025 that has already disconnected causes no request", async () => {
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "account_whoami", arguments: {} } };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  };
  /** Runs a call. Returns how many requests it sent, and how often it ended. */
  async function run(signal: AbortSignal) {
    const sendAccount = vi.fn(send);
    const onEnd = vi.fn();
    const request = new Request("http://desk.test/mcp", {
      method: "POST",
      headers,
      body: JSON.stringify(call),
      signal,
    });
    const response = await open().tools.fetch(request, { key: "svcagt_a", body: call, send: sendAccount, onEnd });
    await response.text();
    return { requests: sendAccount.mock.calls.length, ends: onEnd.mock.calls.length, status: response.status };
  }
  expect((await run(new AbortController().signal)).requests).toBeGreaterThan(0);
  expect(await run(AbortSignal.abort())).toEqual({ requests: 0, ends: 1, status: 503 });
});

/** A message of a client of 2025 to the tools, with its parsed body. */
function message(body: object, headers: Record<string, string> = {}) {
  const parsed = { jsonrpc: "2.0", ...body };
  const request = new Request("http://desk.test/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(parsed),
  });
  return [request, parsed] as const;
}

test("only the response to `initialize` starts a session", async () => {
  const { tools } = open();
  const [first, initializing] = message(initialize);
  const started = await tools.fetch(first, { key: "svcagt_a", body: initializing, send });
  expect(started.headers.get("mcp-session-id")).toMatch(/^[0-9a-f-]{36}$/);
  const [second, listing] = message({ id: 2, method: "tools/list" });
  const listed = await tools.fetch(second, { key: "svcagt_a", body: listing, send });
  expect(listed.headers.has("mcp-session-id")).toBe(false);
});

test("the tools of a server are those that need nothing of the caller's machine", async () => {
  const { tools } = open();
  const [request, body] = message({ id: 2, method: "tools/list" });
  const unlimited = async () =>
    Response.json({ success: true, account: {}, agent_token: { id: "k1", name: "a", expiry: null, scopes: null } });
  const text = await (await tools.fetch(request, { key: "svcagt_a", body, send: unlimited })).text();
  for (const name of ["mail_read", "sms_read", "subdomain_list", "authenticator_code"]) expect(text).toContain(name);
  for (const name of ["tunnel_start", "key_create", "mailbox_clear"]) expect(text).not.toContain(`"${name}"`);
});

test("a cancellation is accepted, and has ended", async () => {
  const { tools } = open();
  const onEnd = vi.fn();
  const [request, body] = message(
    { method: "notifications/cancelled", params: { requestId: 1 } },
    { "mcp-session-id": "s1" },
  );
  const response = await tools.fetch(request, { key: "svcagt_a", body, send, onEnd });
  expect([response.status, onEnd.mock.calls.length]).toEqual([202, 1]);
});

test("a call whose key is revoked ends with its requests", async () => {
  const { tools } = open();
  const onEnd = vi.fn();
  const revoked = new AbortController();
  const sent: AbortSignal[] = [];
  const silent = async ({ signal }: Request) => {
    sent.push(signal);
    return new Promise<Response>(() => {});
  };
  const [request, body] = message({ id: 2, method: "tools/call", params: { name: "account_whoami", arguments: {} } });
  const caller = { key: "svcagt_a", body, send: silent, onEnd, revoked: revoked.signal };
  // The response may be a stream, which then breaks.
  const done = tools.fetch(request, caller).then((response) => response.text());
  await vi.waitUntil(() => sent.length > 0);
  revoked.abort(new Error("The key was revoked."));
  await expect(done).rejects.toThrow("The key was revoked.");
  expect(sent[0]?.aborted).toBe(true);
  expect(onEnd).toHaveBeenCalled();
});

test("a message that is none gets the status of an error, and is logged", async () => {
  const { tools, logs } = open();
  const [request] = message({});
  const response = await tools.fetch(request, { key: "svcagt_a", body: { no: "message" }, send });
  expect(response.status).toBe(400);
  expect(logs).toEqual([expect.stringMatching(/^MCP: Error: .*not a valid JSON-RPC message$/)]);
});

test("a call whose key has been revoked already fails, and has ended", async () => {
  const { tools } = open();
  const onEnd = vi.fn();
  const revoked = AbortSignal.abort(new Error("The key was revoked."));
  const [request, body] = message({ id: 2, method: "tools/list" });
  await expect(tools.fetch(request, { key: "svcagt_a", body, send, onEnd, revoked })).rejects.toThrow("revoked");
  expect(onEnd).toHaveBeenCalled();
});

test("cancellations of a session's call are listened for until it has ended", async () => {
  const listeners = new Set<unknown>();
  const subscribe: CancelBus["subscribe"] = (_channel, listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const { tools } = open({ ...noBus, subscribe });
  const [request, body] = message({ id: 2, method: "tools/list" }, { "mcp-session-id": "s1" });
  const response = await tools.fetch(request, { key: "svcagt_a", body, send });
  expect(listeners.size).toBe(1);
  await response.text();
  expect(listeners.size).toBe(0);
});

test("a notification, whose response is empty, has ended", async () => {
  const { tools } = open();
  const onEnd = vi.fn();
  const [request, body] = message({ method: "notifications/initialized" });
  const response = await tools.fetch(request, { key: "svcagt_a", body, send, onEnd });
  expect([response.status, response.body]).toEqual([202, null]);
  expect(onEnd).toHaveBeenCalled();
});

test("closed tools handle no call any more", async () => {
  const { tools, request } = open();
  await tools.close();
  await expect(tools.fetch(request, { key: "svcagt_a", body: initialize, send })).rejects.toThrow("has been closed");
});

test("a call whose client disconnects ends with its requests", async () => {
  const { tools } = open();
  const onEnd = vi.fn();
  const client = new AbortController();
  const sent: AbortSignal[] = [];
  const silent = ({ signal }: Request) => {
    sent.push(signal);
    return new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const [request, body] = message({ id: 2, method: "tools/call", params: { name: "account_whoami", arguments: {} } });
  const connected = new Request(request, { signal: client.signal });
  const done = tools
    .fetch(connected, { key: "svcagt_a", body, send: silent, onEnd })
    .then((response) => response.text())
    .catch(() => "");
  await vi.waitUntil(() => sent.length > 0);
  expect([sent[0]?.aborted, onEnd.mock.calls.length]).toEqual([false, 0]);
  client.abort();
  await done;
  // At once, and not by the time limit of the request.
  expect([sent[0]?.aborted, sent[0]?.reason?.name === "TimeoutError"]).toEqual([true, false]);
  expect(onEnd).toHaveBeenCalled();
});
