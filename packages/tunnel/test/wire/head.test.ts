import { expect, test } from "vitest";
import {
  createCachingHeadReader,
  MAX_CACHED_HEAD_LENGTH,
  MalformedMessageError,
  parseRequestHead,
  parseResponseHead,
} from "../../src/wire/head.ts";
import { createMessageParser, type Head } from "../../src/wire/index.ts";
import { toLowerCaseList, trimWhitespace } from "../../src/wire/whitespace.ts";

const response = (start: string, ...lines: string[]) => parseResponseHead([start, ...lines].join("\r\n"), "GET");
const request = (start: string, ...lines: string[]) => parseRequestHead([start, ...lines].join("\r\n"));
const chunked = "Transfer-Encoding: chunked";

test.each<[string, string[], string, boolean]>([
  ["HTTP/1.1 200 OK", [], "until-close", false],
  ["HTTP/1.1 200 OK", ["Content-Length: 0"], "length", true],
  ["HTTP/1.1 200 OK", [chunked], "chunked", true],
  ["HTTP/1.1 200 OK", [chunked, "Connection: close"], "chunked", false],
  ["HTTP/1.0 200 OK", ["Content-Length: 0"], "length", false],
  ["HTTP/1.0 200 OK", ["Content-Length: 0", "Connection: keep-alive"], "length", true],
  ["HTTP/1.1 204 None", ["Content-Length: 5"], "none", true],
  ["HTTP/1.1 304 Same", ["Content-Length: 5"], "none", true],
  ["HTTP/1.1 304 Same", [], "none", true],
  ["HTTP/1.1 103 Early", [], "none", true],
  ["HTTP/1.1 101 Other", [], "none", true],
])("after %s with %j the body is %s, and the connection is kept: %s", (start, lines, framing, keepAlive) => {
  expect(response(start, ...lines)).toMatchObject({ framing, keepAlive });
});

test.each([
  ["HTTP/1.1 600 Odd", []],
  ["HTTP/1.1 099 Odd", []],
  ["HTTP/1.1 2000 Odd", []],
  ["HTTP/1.0 200 OK", [chunked]],
  ["HTTP/1.1 200 O\x01K", []],
  ["HTTP/1.1 200 OK", ["Content-Length: 1000000000000000"]],
  ["HTTP/1.1 200 OK", ["Content-Length:"]],
])("%j with %j is not a response", (start, lines) => {
  expect(() => response(start, ...lines)).toThrow(MalformedMessageError);
});

test("the reason of a response may be empty or missing", () => {
  expect(response("HTTP/1.1 200 ").status).toBe(200);
  expect(response("HTTP/1.1 200").status).toBe(200);
});

test("lengths of 15 digits and equal lengths are accepted", () => {
  expect(response("HTTP/1.1 200 OK", "Content-Length: 999999999999999").length).toBe(999_999_999_999_999);
  expect(response("HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 05").length).toBe(5);
});

test("a request without a length has no body", () => {
  expect(request("GET / HTTP/1.1").framing).toBe("none");
  expect(request("GET / HTTP/1.0", "Content-Length: 2")).toMatchObject({ framing: "length", length: 2 });
});

test.each([
  ["GET / HTTP/1.2", []],
  ["GET  / HTTP/1.1", []],
  ["G(T / HTTP/1.1", []],
  ["GET /", []],
  ["POST / HTTP/1.0", [chunked]],
])("%j with %j is not a request", (start, lines) => {
  expect(() => request(start, ...lines)).toThrow(MalformedMessageError);
});

test("only spaces and tabs are whitespace", () => {
  expect(trimWhitespace(" \ta b\t ")).toBe("a b");
  expect(trimWhitespace("\xa0a\x0b")).toBe("\xa0a\x0b");
  expect(trimWhitespace(" \t ")).toBe("");
  expect(toLowerCaseList("Close,\t X-Own ,,b")).toEqual(["close", "x-own", "", "b"]);
});

const head = (own: string) => `HTTP/1.1 200 OK\r\nX-Own: ${own}`;

test("the last few heads are recognised, the oldest of more is not", () => {
  const read = createCachingHeadReader(2);
  const [first, second] = [read(head("1"), "GET"), read(head("2"), "GET")];
  expect([read(head("1"), "GET"), read(head("2"), "GET")]).toEqual([first, second]);
  expect(read(head("1"), "GET")).toBe(first);
  expect(read(head("1"), "HEAD")).not.toBe(first);
  expect(read(head("1"), "GET")).not.toBe(first);
  expect(read(head("1"), "HEAD").framing).toBe("none");
});

test("a head of 2,048 characters is kept and a longer one is not", () => {
  expect(MAX_CACHED_HEAD_LENGTH).toBe(2_048);
  for (const more of [0, 1]) {
    const read = createCachingHeadReader(4);
    const text = head("a".repeat(MAX_CACHED_HEAD_LENGTH - head("").length + more));
    const first = read(text, "GET");
    expect([text.length, read(text, "GET") === first]).toEqual([MAX_CACHED_HEAD_LENGTH + more, more === 0]);
  }
});

/** What a parser of requests or responses tells of these bytes. */
function parse(kind: "request" | "response", pieces: string[], headLimit?: number) {
  const said: string[] = [];
  const parser = createMessageParser({
    kind,
    ...(headLimit !== undefined && { maxHeadBytes: headLimit }),
    onHead: ({ start }: Head) => said.push(start[1]),
    onBody: (bytes, last) => said.push(`${bytes}${last ? " last" : ""}`),
    onEnd: (trailers, rest) => said.push(`end ${trailers} ${rest}`),
  });
  for (const piece of pieces) parser.push(Buffer.from(piece));
  return { said, parser };
}

test("a body's last chunk is marked if its length was known, and only then", () => {
  expect(parse("response", ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", "cd"]).said).toEqual([
    "200",
    "ab",
    "cd last",
    "end  ",
  ]);
  const chunks = `HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n2\r\nab\r\n0\r\nA: 1\r\n\r\n`;
  expect(parse("response", [chunks, chunks]).said).toEqual(["200", "ab", "end A,1 ", "200", "ab", "end A,1 "]);
  expect(parse("response", [chunks.replace("A: 1\r\n", ""), chunks]).said[2]).toBe("end  ");
});

test("pipelined requests are read one after the other, responses are not", () => {
  const get = "GET /1 HTTP/1.1\r\n\r\n";
  expect(parse("request", [get + get.replace("1", "2")]).said).toEqual([
    "/1",
    `end  ${get.replace("1", "2")}`,
    "/2",
    "end  ",
  ]);
  const none = "HTTP/1.1 204 None\r\n\r\n";
  expect(parse("response", [none + none]).said).toEqual(["204", `end  ${none}`]);
});

test("a request's body is not read as the next request", () => {
  const get = "GET /2 HTTP/1.1\r\n\r\n";
  const post = `POST /1 HTTP/1.1\r\nContent-Length: ${get.length}\r\n\r\n`;
  expect(parse("request", [post + get + get]).said).toEqual(["/1", `${get} last`, `end  ${get}`, "/2", "end  "]);
});

test("after a change of protocol all bytes are passed on, until the end", () => {
  const { said, parser } = parse("response", ["HTTP/1.1 101 Other\r\nConnection: upgrade\r\n\r\nab", "GET /"]);
  parser.end();
  expect(said).toEqual(["101", "ab", "GET /"]);
});

test("a connection may end between messages, and not within a head or a body", () => {
  expect(() => parse("response", []).parser.end()).not.toThrow();
  expect(() => parse("response", ["HTTP/1.1 204 None\r\n\r\n"]).parser.end()).not.toThrow();
  expect(() => parse("response", ["HTTP/1.1 2"]).parser.end()).toThrow("ended inside");
  expect(() => parse("response", [`HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n`]).parser.end()).toThrow("ended inside");
});

test.each(["request", "response"] as const)("an empty head of a %s is rejected at once", (kind) => {
  expect(() => parse(kind, ["\r\n\r\n"])).toThrow(MalformedMessageError);
});

test("a chunk ends with a line of its own", () => {
  for (const end of ["\rx", "x\n", "\n\r"])
    expect(() => parse("response", [`HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n2\r\nab${end}`])).toThrow("line end");
});

test.each([
  [
    "a head",
    (length: number) => `HTTP/1.1 200 OK\r\nA: ${"a".repeat(length - 18)}\r\nB: c`.slice(0, length),
    "\r\n\r\n",
    "",
  ],
  [
    "a chunk's line",
    (length: number) => `1;${"a".repeat(length - 2)}`,
    "\r\n",
    `HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n`,
  ],
  [
    "trailers",
    (length: number) => `A: ${"a".repeat(length - 3)}`,
    "\r\n",
    `HTTP/1.1 200 OK\r\n${chunked}\r\n\r\n0\r\n`,
  ],
])("%s may be 64 KiB long, whether it comes whole or in two pieces", (_what, toText, end, start) => {
  for (const more of [0, 1]) {
    const whole = toText(65_536 + more) + end;
    for (const pieces of [[start + whole], [start + whole.slice(0, 100), whole.slice(100)]]) {
      const act = () => parse("response", pieces);
      if (more === 0) expect(act).not.toThrow();
      else expect(act).toThrow("too long");
    }
  }
});
