import { expect, test } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import type { RequestLog } from "../../src/state/request-log.ts";
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
    next: { tool: "tunnel_wait_request", hint: "without requestId" },
  });
});

test("a wait to which no request came says so, without an empty list", async () => {
  expect(await wait(log)).toEqual({
    text: "Status: pending. No request arrived. Next: cause it, then tunnel_wait_request again.",
  });
});
