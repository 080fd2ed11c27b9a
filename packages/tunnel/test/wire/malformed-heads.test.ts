import { expect, test } from "vitest";
import { MalformedMessageError, parseRequestHead, parseResponseHead, parseTrailers } from "../../src/wire/head.ts";
import { createClientFrameReader, createEdgeFrameReader } from "../../src/wire/index.ts";

const ok = "HTTP/1.1 200 OK";
const length = "Content-Length: 5";
const chunked = "Transfer-Encoding: chunked";

test.each([
  ["bad start line", ["HTTP/1.1"]],
  ["bad character in the start line", ["HTTP/1.1 200 O\x01K"]],
  ["bad version", ["HTTP/2 200 OK"]],
  ["bad status", ["HTTP/1.1 600 Odd"]],
  ["header without a colon", [ok, "X-A"]],
  ["bad header name", [ok, "X A: 1"]],
  ["bad header name", [ok, ": 1"]],
  ["bad header value", [ok, "X-A: \x00"]],
  ["bad content-length", [ok, "Content-Length: +5"]],
  ["two different content-lengths", [ok, length, "Content-Length: 6"]],
  ["both content-length and transfer-encoding", [ok, length, chunked]],
  ["both content-length and transfer-encoding", [ok, chunked, length]],
  ["unknown transfer-encoding", [ok, "Transfer-Encoding: gzip"]],
  ["unknown transfer-encoding", [ok, chunked, chunked]],
  ["chunked in HTTP/1.0", ["HTTP/1.0 200 OK", chunked]],
])("a response is rejected for its %s, which its error does not quote: %j", (reason, lines) => {
  expect(() => parseResponseHead(lines.join("\r\n"), "GET")).toThrow(new MalformedMessageError(reason));
});

test.each([
  ["bad request line", ["GET / HTTP/2"]],
  ["bad request line", ["GET  HTTP/1.1"]],
  ["chunked in HTTP/1.0", ["POST / HTTP/1.0", chunked]],
])("a request is rejected for its %s: %j", (reason, lines) => {
  expect(() => parseRequestHead(lines.join("\r\n"))).toThrow(new MalformedMessageError(reason));
});

test("trailers are read like headers", () => {
  expect(parseTrailers("A: 1\r\nB:2 ")).toEqual(["A", "1", "B", "2"]);
  expect(parseTrailers("")).toEqual([]);
  expect(() => parseTrailers("A")).toThrow(new MalformedMessageError("header without a colon"));
});

test.each([
  ["a client", createClientFrameReader],
  ["the edge", createEdgeFrameReader],
])("a line of %s that is too long is an error, with its end and without", (_who, create) => {
  for (const end of ["", "\n"])
    expect(() => create(() => {})(Buffer.from("x".repeat(40_000) + end))).toThrow(new Error("control line too long"));
});
