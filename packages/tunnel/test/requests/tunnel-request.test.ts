import { expect, test } from "vitest";
import { splitTarget, toTunnelRequest } from "../../src/requests/tunnel-request.ts";

const toRequest = (target: string, headers: string[], body = "", missed = 0) =>
  toTunnelRequest(
    { method: "POST", target, headers, body: new Uint8Array(Buffer.from(body)), truncated: false },
    { missed },
  );

test("a request has all of its parts, with secrets masked everywhere but in the body", () => {
  const headers = ["X-Kind", "a", "x-kind", "b", "X-KIND", "c", "constructor", "own", "Cookie", "id=1"];
  const { text, json, ...parts } = toRequest("/a?token=abc&page=2?3", headers, '{"token":"é"}', 4);
  expect(parts).toEqual({
    method: "POST",
    path: "/a",
    query: "token=•••&page=2?3",
    headers: { "x-kind": "a, b, c", constructor: "own", cookie: expect.stringContaining("•••") },
    body: new Uint8Array(Buffer.from('{"token":"é"}')),
    truncated: false,
    missed: 4,
  });
  expect([text(), json()]).toEqual(['{"token":"é"}', { token: "é" }]);
});

test.each([
  ["/", "/", ""],
  ["/?", "/", ""],
  ["/a?b?c", "/a", "b?c"],
  ["*", "*", ""],
])("the target %s has the path %s and the query %j", (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
  expect(toRequest(target, [])).toMatchObject({ path, query, headers: {} });
});

test("a body that is no JSON is an error of its reader alone", () => {
  const { text, json } = toRequest("/", [], "no JSON");
  expect(text()).toBe("no JSON");
  expect(json).toThrow(SyntaxError);
});
