import { expect, test } from "vitest";
import { createClientFrameReader, createEdgeFrameReader } from "../../src/wire/frames.ts";
import { parseRequestHead, parseResponseHead } from "../../src/wire/head.ts";
import { createMessageParser } from "../../src/wire/index.ts";

const KIBIBYTE = 1024;

test.each([
  ["an agent", createClientFrameReader, '{"type":"ping"}'],
  ["an edge", createEdgeFrameReader, '{"type":"ping"}'],
] as const)("a line of %s is read up to 16 KiB, also without its end", (_who, createReader, line) => {
  const read = (text: string) => {
    let frames = 0;
    const push = createReader(() => frames++);
    for (let at = 0; at < text.length; at += 1_000) push(Buffer.from(text.slice(at, at + 1_000)));
    return frames;
  };
  expect(read(`${line.padEnd(16 * KIBIBYTE)}\n`)).toBe(1);
  expect(read(line.padEnd(16 * KIBIBYTE))).toBe(0);
  expect(() => read(`${line.padEnd(16 * KIBIBYTE + 1)}\n`)).toThrow("too long");
  expect(() => read(line.padEnd(16 * KIBIBYTE + 1))).toThrow("too long");
});

test.each([
  ["head", "HTTP/1.1 200 OK\r\nA: "],
  ["chunk line", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"],
  ["trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: "],
])("a %s that never ends is rejected, however it arrives", (_what, start) => {
  const parser = createMessageParser({
    kind: "response",
    maxHeadBytes: KIBIBYTE,
    onHead() {},
    onBody() {},
    onEnd() {},
  });
  const feed = (piece: string) => {
    parser.push(Buffer.from(start));
    for (let sent = 0; sent < 4 * KIBIBYTE; sent += piece.length) parser.push(Buffer.from(piece));
  };
  expect(() => feed("aaaaaaaaaa")).toThrow("too long");
});

test("trailers that never end are rejected, though each is short", () => {
  const parser = createMessageParser({
    kind: "response",
    maxHeadBytes: KIBIBYTE,
    onHead() {},
    onBody() {},
    onEnd() {},
  });
  parser.push(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"));
  expect(() => {
    for (let count = 0; count < KIBIBYTE; count++) parser.push(Buffer.from("A: b\r\n"));
  }).toThrow("trailers too long");
});

test("several Connection headers are equal to one that names the same", () => {
  const lines = "Connection: X-One\r\nConnection: close, X-Two\r\nConnection: X-Three";
  for (const head of [
    parseRequestHead(`GET / HTTP/1.1\r\n${lines}`),
    parseResponseHead(`HTTP/1.1 200 OK\r\n${lines}`, "GET"),
  ]) {
    expect(head.connectionOptions).toEqual(["x-one", "close", "x-two", "x-three"]);
    expect(head.keepAlive).toBe(false);
  }
});
