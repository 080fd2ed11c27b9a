import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createPlainRequestReader } from "../../../src/edge/visitors/plain-request.ts";

const socket = {} as Socket;
const read = (text: string) => createPlainRequestReader(socket).read(text);
const lines = (...more: string[]) => ["Host: a.test", ...more].join("\r\n");

test.each<readonly [string, string]>([
  ["another method", `BREW / HTTP/1.1\r\n${lines()}`],
  ["another version", `GET / HTTP/1.0\r\n${lines()}`],
  ["a whole address", `GET http://a.test/ HTTP/1.1\r\n${lines()}`],
  ["a blank in the target", `GET /a b HTTP/1.1\r\n${lines()}`],
  ["chunks", `POST / HTTP/1.1\r\n${lines("Transfer-Encoding: chunked")}`],
  ["an upgrade", `GET / HTTP/1.1\r\n${lines("Upgrade: websocket", "Connection: upgrade")}`],
  ["an expectation", `POST / HTTP/1.1\r\n${lines("Content-Length: 1", "Expect: 100-continue")}`],
  ["something malformed", `GET / HTTP/1.1\r\n${lines("A : b")}`],
  ...["Host", "Accept", "Authorization", "Origin", "TE", "CDN-Loop", "X-Forwarded-For", "X-Forwarded-Proto"].map(
    (name) => [`two of ${name}`, `GET / HTTP/1.1\r\n${lines(`${name}: a`, `${name.toLowerCase()}: b`)}`] as const,
  ),
  ["two of Connection", `GET / HTTP/1.1\r\n${lines("Connection: a", "Connection: b")}`],
  ["two lengths", `POST / HTTP/1.1\r\n${lines("Content-Length: 1", "Content-Length: 1")}`],
])("a request with %s is not read here", (_what, text) => {
  expect(read(text)).toBe(null);
});

test("a request has the fields that the edge reads, and all fields for the app", () => {
  const names = ["Accept", "Authorization", "CDN-Loop", "Connection", "Origin", "TE", "X-Forwarded-For"];
  const more = ["Access-Control-Request-Method", "X-Forwarded-Proto"];
  const request = read(
    `POST /a?b HTTP/1.1\r\n${lines(...[...names, ...more].map((name) => `${name}: v`), "X-A: 1", "X-A: 2")}`,
  );
  expect(request).toMatchObject({ method: "POST", url: "/a?b", length: -1, fieldsCache: { access: null, lines: "" } });
  expect(request?.headers).toEqual(
    Object.fromEntries([["host", "a.test"], ...[...names, ...more].map((name) => [name.toLowerCase(), "v"])]),
  );
  expect(request?.rawHeaders).toHaveLength(2 * (1 + names.length + more.length + 2));
  expect(read(`POST / HTTP/1.1\r\n${lines("Content-Length: 0")}`)).toMatchObject({ length: 0 });
});

test("a head equal to the one before is recognised, also for another target", () => {
  const reader = createPlainRequestReader(socket);
  const first = reader.read(`GET /a HTTP/1.1\r\n${lines("X: 1")}`);
  expect(reader.read(`GET /a HTTP/1.1\r\n${lines("X: 1")}`)).toBe(first);
  expect(createdAfter("X: 1", "X: 2")?.rawHeaders).toContain("2");
  const other = reader.read(`DELETE /bc HTTP/1.1\r\n${lines("X: 1")}`);
  expect(other).toMatchObject({ method: "DELETE", url: "/bc" });
  expect(other?.fieldsCache).toBe(first?.fieldsCache);
  expect(first).toMatchObject({ method: "GET", url: "/a" });
  expect(reader.read(`DELETE /bc HTTP/1.1\r\n${lines("X: 1")}`)).toBe(other);
  // As long, or with an end as the other's, and not the same.
  for (const text of [`GET /a HTTP/1.1\r\n${lines("X: 2")}`, `GET /a HTTP/1.1\r\nY: 2\r\n${lines("X: 1")}`]) {
    reader.read(`GET /a HTTP/1.1\r\n${lines("X: 1")}`);
    const next = reader.read(text);
    expect(next?.fieldsCache).not.toBe(first?.fieldsCache);
    expect(next?.rawHeaders.includes("2")).toBe(true);
  }
});

test("nothing is recognised after a pause, or if the head is longer than the cache", () => {
  const reader = createPlainRequestReader(socket);
  const text = `GET /a HTTP/1.1\r\n${lines("X: 1")}`;
  const first = reader.read(text);
  reader.clearCache();
  const again = reader.read(text);
  expect([again?.url, again?.fieldsCache === first?.fieldsCache]).toEqual(["/a", false]);
  for (const more of [0, 1]) {
    const start = `GET / HTTP/1.1\r\n${lines("X: ")}`;
    const long = start + "a".repeat(2_048 - start.length + more);
    const one = reader.read(long);
    expect(reader.read(long) === one).toBe(more === 0);
  }
});

test("a long target is not kept, though the headers after it are those of the request before", () => {
  const reader = createPlainRequestReader(socket);
  const withTarget = (target: string) => `GET /${target} HTTP/1.1\r\n${lines("X: 1")}`;
  reader.read(withTarget("a"));
  const long = reader.read(withTarget("b".repeat(2_048)));
  expect(long?.url).toHaveLength(2_049);
  expect(reader.read(withTarget("b".repeat(2_048)))).not.toBe(long);
});

test("a request that is not parsed here leaves nothing of the one before", () => {
  const reader = createPlainRequestReader(socket);
  const text = `GET /a HTTP/1.1\r\n${lines("X: 1")}`;
  reader.read(text);
  expect(reader.read(`GET /a HTTP/1.1\r\n${lines("Expect: 1")}`)).toBe(null);
  expect(reader.read(text)).toMatchObject({ url: "/a" });
});

/** The second of two requests of one connection that differ in this field. */
function createdAfter(before: string, field: string) {
  const reader = createPlainRequestReader(socket);
  reader.read(`GET /a HTTP/1.1\r\n${lines(before)}`);
  return reader.read(`GET /a HTTP/1.1\r\n${lines(field)}`);
}
