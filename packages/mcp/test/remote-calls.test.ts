import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { createRemoteTools } from "../src/remote/index.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
};

function open() {
  const tools = createRemoteTools({
    baseUrl: () => "http://desk.test",
    skill: () => "",
    bus: { publish: async () => {}, subscribe: () => () => {} },
    stopping: new AbortController().signal,
    log() {},
  });
  const client = new AbortController();
  const request = new Request("http://desk.test/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(initialize),
    signal: client.signal,
  });
  const listeners = () => getEventListeners(request.signal, "abort").length;
  return { tools, request, client, listeners };
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
    return { requests: sendAccount.mock.calls.length, ends: onEnd.mock.calls.length };
  }
  expect((await run(new AbortController().signal)).requests).toBeGreaterThan(0);
  expect(await run(AbortSignal.abort())).toEqual({ requests: 0, ends: 1 });
});
