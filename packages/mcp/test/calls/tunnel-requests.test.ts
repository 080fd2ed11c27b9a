import { expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import type { RequestLog } from "../../src/state/request-log.ts";
import type { LoggedRequest } from "../../src/text/fence-request.ts";
import { tools } from "../../src/tools/index.ts";

const log: RequestLog = { next: async () => null, find: () => undefined, unread: () => [] };

/** Waits for a request of the account's only subdomain, whose tunnel has this log. */
function wait(requests: RequestLog | undefined, args: object = {}) {
  const call = {
    frontdesk: { subdomains: { list: async () => [{ id: "D1", name: "demo", domain: "demo.t.example" }] } },
    state: { maxWaitSeconds: 50, tunnels: { requestsOf: () => requests } },
    signal: new AbortController().signal,
    progress: undefined,
  };
  // The tool reads no more of a call.
  return tools
    .find(({ name }) => name === "tunnel_wait_request")
    ?.run({ subdomain: "demo", ...args }, call as unknown as ToolCall);
}

test("without a tunnel in this process, a wait for a request points to the tool that opens one", async () => {
  await expect(wait(undefined)).rejects.toMatchObject({
    code: "not_found",
    next: { tool: "tunnel_start", hint: "with the port of the app" },
  });
});

test("a request that is no longer kept points to a wait for another one", async () => {
  await expect(wait(log, { requestId: "r1" })).rejects.toMatchObject({
    code: "not_found",
    message: "Request r1 is not kept: only the last ones are.",
    next: { tool: "tunnel_wait_request", hint: "without requestId" },
  });
});

test("a wait to which no request came says so, without an empty list", async () => {
  expect(await wait(log)).toEqual({
    text: "Status: pending. No request arrived. Next: cause it, then tunnel_wait_request again.",
  });
});

test("a part of a long request names the call for the next part, and the last one none", async () => {
  const body = new TextEncoder().encode("word ".repeat(3_000));
  const request = { method: "POST", path: "/hook", query: "", headers: {}, body, truncated: false };
  const long = { id: "r7", receivedAt: new Date(0), request } as unknown as LoggedRequest;
  const requests = { ...log, find: (id: string) => (id === "r7" ? long : undefined) };
  const read = async (part: number) => String(Object(await wait(requests, { requestId: "r7", part })).text);
  const [, count] = /^Request r7, received 1970-01-01T00:00:00.000Z, part 1 of (\d+)\./.exec(await read(1)) ?? [];
  expect(Number(count)).toBeGreaterThan(1);
  expect(await read(1)).toMatch(/^More: tunnel_wait_request with requestId r7 and with part 2\.$/m);
  expect(await read(Number(count))).not.toContain("More:");
  await expect(read(Number(count) + 1)).rejects.toMatchObject({
    code: "not_found",
    message: `The request has ${count} parts; there is no part ${Number(count) + 1}.`,
    next: { tool: "tunnel_wait_request", hint: "with part 1" },
  });
});

test.each([
  [1, 1_000],
  [50, 50_000],
  [55, 50_000],
])("a wait of %i seconds lasts %i ms where a call may last 50 seconds", async (waitSeconds, timeoutMs) => {
  const next = vi.fn(async (_wait: { timeoutMs: number }) => null);
  await wait({ ...log, next }, { waitSeconds });
  expect(next.mock.calls.map(([options]) => options.timeoutMs)).toEqual([timeoutMs]);
});
