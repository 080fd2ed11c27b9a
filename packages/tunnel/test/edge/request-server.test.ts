import { createIndexedList } from "@frontdesk/basics";
import { expect, test } from "vitest";
import { createAccessRules } from "../../src/edge/access/access-rules.ts";
import type { Exchange } from "../../src/edge/exchange-types.ts";
import { UNAVAILABLE } from "../../src/edge/problems/edge-problems.ts";
import { createRequestServer } from "../../src/edge/request-server.ts";
import type { ResponseWriter, WriterEvents } from "../../src/edge/visitors/response-writer.ts";
import type { VisitorRequest } from "../../src/edge/visitors/visitor.ts";
import { turn } from "../wire/ends.ts";

/** A server whose router returns this, and what happens to its request without a body. */
async function serve(route: () => unknown): Promise<unknown[]> {
  const happened: unknown[] = [];
  const server = createRequestServer({
    router: { route },
    visitorOf: () => ({ ip: "192.0.2.9", proto: "http" }),
    rejections: { log: (ip: string, reason: string) => happened.push(ip, reason) },
  } as object as Parameters<typeof createRequestServer>[0]);
  const writer = { sendError: (sent: unknown) => happened.push(sent) } as object as ResponseWriter;
  const request = {} as VisitorRequest;
  server.serve({ request, writer, framing: { kind: "none" }, body: undefined, isUpgrade: false });
  await turn();
  return happened;
}

test("a request whose tunnel cannot be looked up gets 503", async () => {
  expect(await serve(() => Promise.reject(new Error("no storage")))).toEqual([UNAVAILABLE]);
});

test.each<readonly [status: number, logged: string | undefined]>([
  [400, "request answered with 400 a title"],
  [405, "request answered with 405 a title"],
  [421, "request answered with 421 a title"],
  // Not the fault of the program that sent it.
  ...[401, 403, 404, 429, 501, 502, 503].map((status) => [status, undefined] as const),
])("a problem with status %i is sent, and is logged if no HTTP client should cause it", async (status, logged) => {
  const problem = { status, title: "a title", code: "invalid_request", error: "" };
  const expected = [...(logged === undefined ? [] : ["192.0.2.9", logged]), problem];
  for (const result of [problem, Promise.resolve(problem)]) expect(await serve(() => result)).toEqual(expected);
});

test.each([
  ["is known until its visitor leaves", false, [1, 0], ["acquire", "abort of demo.test 192.0.2.9"]],
  ["is none if its visitor has left while the tunnel was looked up", true, [0, 0], ["abort of demo.test 192.0.2.9"]],
])("a running request %s", async (_what, hasLeft, sizes, expected) => {
  const happened: string[] = [];
  const exchanges = createIndexedList<Exchange>();
  const budget = { track() {}, untrack() {} };
  const pool = { isDraining: false, acquire: () => void happened.push("acquire") };
  const visitor = { ip: "192.0.2.9", proto: "http" };
  const server = createRequestServer({
    router: {
      route: async () => ({
        upstream: { access: createAccessRules({}), pool },
        visitor,
        target: "/",
        domain: "demo.test",
      }),
    },
    exchanges,
    tuning: { responseTimeoutMs: 1_000 },
    sendBuffers: { forTunnel: () => budget },
    rates: { aborts: { hit: (key: string) => happened.push(`abort of ${key}`) } },
    now: () => 0,
  } as object as Parameters<typeof createRequestServer>[0]);
  let leave = () => {};
  const writer = {
    listen(events: WriterEvents) {
      leave = () => events.onDisconnect();
      if (hasLeft) leave();
    },
  } as object as ResponseWriter;
  const request = { method: "GET", url: "/", headers: { host: "demo.test" }, rawHeaders: ["Host", "demo.test"] };
  const framing = { kind: "none" } as const;
  server.serve({ request: request as object as VisitorRequest, writer, framing, body: undefined, isUpgrade: false });
  await turn();
  const before = exchanges.count();
  leave();
  expect([before, exchanges.count()]).toEqual(sizes);
  expect(happened).toEqual(expected);
});
