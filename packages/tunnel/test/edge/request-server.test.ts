import { expect, test } from "vitest";
import { createRequestServer } from "../../src/edge/request-server.ts";
import type { ResponseWriter } from "../../src/edge/visitors/response-writer.ts";
import type { VisitorRequest } from "../../src/edge/visitors/visitor.ts";

test.each([
  [400, "request answered with 400 a title"],
  [405, "request answered with 405 a title"],
  [421, "request answered with 421 a title"],
  // Not the fault of the program that sent it.
  ...[401, 403, 404, 429, 501, 502, 503].map((status) => [status, undefined] as const),
])("a problem with status %i is sent, and is logged if no HTTP client should cause it", (status, logged) => {
  const problem = { status, title: "a title", code: "invalid_request", error: "" };
  const happened: unknown[] = [];
  const server = createRequestServer({
    router: { route: () => problem },
    visitorOf: () => ({ ip: "192.0.2.9", proto: "http" }),
    rejections: { log: (ip: string, reason: string) => happened.push(ip, reason) },
  } as object as Parameters<typeof createRequestServer>[0]);
  const writer = { sendError: (sent: unknown) => happened.push(sent) } as object as ResponseWriter;
  const request = {} as VisitorRequest;
  server.serve({ request, writer, framing: { kind: "none" }, body: undefined, isUpgrade: false });
  expect(happened).toEqual([...(logged === undefined ? [] : ["192.0.2.9", logged]), problem]);
});
