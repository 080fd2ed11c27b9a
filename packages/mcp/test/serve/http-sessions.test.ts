import { McpServer } from "@modelcontextprotocol/server";
import { expect, test, vi } from "vitest";
import { createHttpSessions } from "../../src/serve/http-sessions.ts";

const url = "http://127.0.0.1/";
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const post = (body: object, session?: string) =>
  new Request(url, {
    method: "POST",
    headers: { ...headers, ...(session === undefined ? {} : { "mcp-session-id": session }) },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
  });
const begin = () =>
  post({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  });
const ping = (session: string) => post({ id: 2, method: "ping" }, session);

function open() {
  const sessions = createHttpSessions(() => new McpServer({ name: "t", version: "1" }));
  return {
    sessions,
    async begin(): Promise<string> {
      const answer = await sessions.fetch(begin());
      await answer?.text();
      return answer?.headers.get("mcp-session-id") ?? "";
    },
    status: async (request: Request) => (await sessions.fetch(request))?.status,
  };
}

test("keeps a session from its first request until it is ended", async () => {
  const { sessions, begin, status } = open();
  const id = await begin();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await status(ping(id))).toBe(200);
  expect(await status(new Request(url, { method: "DELETE", headers: { ...headers, "mcp-session-id": id } }))).toBe(200);
  expect(await status(ping(id))).toBe(404);
  await sessions.close();
});

test("ignores requests without a session, and rejects unknown ones", async () => {
  const { sessions, status } = open();
  expect(await sessions.fetch(post({ id: 1, method: "ping" }))).toBeNull();
  expect(await sessions.fetch(new Request(url, { method: "POST", body: "no JSON" }))).toBeNull();
  expect(await status(ping("unknown"))).toBe(404);
});

test("ends the least recently used session when there are more than 100", async () => {
  const { sessions, begin, status } = open();
  const [first, second] = [await begin(), await begin()];
  await status(ping(first));
  for (let count = 2; count <= 100; count++) await begin();
  expect(await status(ping(second))).toBe(404);
  expect(await status(ping(first))).toBe(200);
  await sessions.close();
});

test("a session that the client ends takes no place among the 100", async () => {
  const { sessions, begin, status } = open();
  const first = await begin();
  for (let count = 0; count < 100; count++) {
    const id = await begin();
    await status(new Request(url, { method: "DELETE", headers: { ...headers, "mcp-session-id": id } }));
  }
  expect(await status(ping(first))).toBe(200);
  await sessions.close();
  const answer = await sessions.fetch(ping(first));
  expect([answer?.status, await answer?.text()]).toEqual([404, "Unknown session. Initialize again."]);
});

test("a session that makes way for another ends its MCP server", async () => {
  const closed: number[] = [];
  let built = 0;
  const sessions = createHttpSessions(() => {
    const server = new McpServer({ name: "t", version: "1" });
    const number = built++;
    server.server.onclose = () => closed.push(number);
    return server;
  });
  for (let count = 0; count <= 100; count++) await (await sessions.fetch(begin()))?.text();
  await expect.poll(() => closed).toEqual([0]);
  await sessions.close();
  expect(closed).toHaveLength(101);
});

test("a session whose MCP server cannot be connected does not begin", async () => {
  const server = new McpServer({ name: "t", version: "1" });
  server.connect = () => Promise.reject(new Error("broken"));
  await expect(createHttpSessions(() => server).fetch(begin())).rejects.toThrow("broken");
});

test("a call of a session is cancelled when its client disconnects", async () => {
  const onAbort = vi.fn();
  let begun = () => {};
  const running = new Promise<void>((resolve) => (begun = resolve));
  const server = new McpServer({ name: "t", version: "1" });
  server.registerTool("wait", { description: "Waits." }, async ({ mcpReq: { signal } }) => {
    signal.addEventListener("abort", () => onAbort(signal.reason));
    begun();
    return new Promise(() => {});
  });
  const sessions = createHttpSessions(() => server);
  const answer = await sessions.fetch(begin());
  await answer?.text();
  const client = new AbortController();
  const body = { id: 2, method: "tools/call", params: { name: "wait", arguments: {} } };
  const call = post(body, answer?.headers.get("mcp-session-id") ?? "");
  await sessions.fetch(new Request(call, { signal: client.signal }));
  await running;
  expect(onAbort).not.toHaveBeenCalled();
  client.abort();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onAbort.mock.calls).toEqual([["The client went away."]]);
  // Only the call has ended.
  const next = await sessions.fetch(ping(answer?.headers.get("mcp-session-id") ?? ""));
  expect([next?.status, await next?.text()]).toEqual([
    200,
    expect.stringContaining('{"result":{},"jsonrpc":"2.0","id":2}'),
  ]);
});
