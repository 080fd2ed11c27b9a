import { expect, test } from "vitest";
import { parseRequestHead } from "../../src/wire/head.ts";
import { readRequestFraming } from "../../src/wire/request-framing.ts";

const head = (...lines: string[]) => ["POST /a HTTP/1.1", "host: a.example", ...lines].join("\r\n");

test.each([
  ["no header for it", head("x-length: 7")],
  ["a length", head("content-length: 1234", "x-content-length: 7")],
  ["a length of any spelling", head("Content-Length:\t 1234")],
  ["a length in the last line but one", head("a: b", "content-length: 5", "c: d")],
  ["chunks", head("Transfer-Encoding: chunked")],
  ["a value that looks like a header", head("x: content-length: 7")],
])("a request with %s ends where the strict parser says", (_what, text) => {
  const { framing, length } = parseRequestHead(text);
  expect(readRequestFraming(text)).toMatchObject({ framing, length, status: 0, keepAlive: true });
});

test("only the headers that decide what follows the head are listed", () => {
  const { headers } = readRequestFraming(head("accept: */*", "Upgrade: websocket", "connection: upgrade"));
  expect(headers).toEqual(["Upgrade", "websocket"]);
  expect(readRequestFraming(head("accept: */*")).headers).toEqual([]);
});
