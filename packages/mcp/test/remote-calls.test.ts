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
