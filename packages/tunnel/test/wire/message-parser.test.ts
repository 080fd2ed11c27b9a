import fc from "fast-check";
import { expect, test } from "vitest";
import { createMessageParser, MalformedMessageError } from "../../src/wire/index.ts";

interface Read {
  statuses: number[];
  body: string;
  ends: number;
  trailers: string[];
  rest: string;
}

/** Reads the pieces of one answer; throws what the parser throws. */
function read(pieces: Buffer[], { method = "GET", finish = false } = {}): Read {
  const result: Read = { statuses: [], body: "", ends: 0, trailers: [], rest: "" };
  const parser = createMessageParser({
    kind: "response",
    onHead: ({ status }) => result.statuses.push(status),
    onBody(bytes) {
      result.body += bytes.toString("latin1");
    },
    onEnd(trailers, rest) {
      result.ends++;
      result.trailers = trailers;
      result.rest = rest.toString("latin1");
    },
  });
  parser.expectResponseTo(method);
  for (const piece of pieces) parser.push(piece);
  if (finish) parser.end();
  return result;
}

const whole = (text: string, options?: Parameters<typeof read>[1]) => read([Buffer.from(text, "latin1")], options);

test("reads bodies by length, by chunks and until the end", () => {
  expect(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")).toMatchObject({ body: "hi", ends: 1 });
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n";
  expect(whole(chunked)).toMatchObject({ body: "hi", ends: 1, trailers: ["X-Sum", "1"] });
  expect(whole("HTTP/1.1 200 OK\r\n\r\nhi", { finish: true })).toMatchObject({ body: "hi", ends: 1 });
});

test("interim responses come before the final one", () => {
  const text = "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n";
  expect(whole(text)).toMatchObject({ statuses: [103, 204], ends: 1 });
});

test("a response to HEAD has no body, whatever its length says", () => {
  expect(whole("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", { method: "HEAD" })).toMatchObject({
    ends: 1,
    body: "",
  });
});

test("reports the bytes beyond the message", () => {
  expect(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhimore")).toMatchObject({ body: "hi", rest: "more" });
});

test.each([
  ["a bare line feed", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n"],
  ["a line feed inside a value", "HTTP/1.1 200 OK\r\nA: b\nContent-Length: 0\r\n\r\n"],
  ["a carriage return inside a value", "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n"],
  ["a NUL", "HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n"],
  ["space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n"],
  ["a folded line", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n"],
  ["an empty name", "HTTP/1.1 200 OK\r\n: b\r\n\r\n"],
  ["length and chunked", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["chunked and length", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"],
  ["chunked twice", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["gzip, chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
  ["different lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
  ["a signed length", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n"],
  ["a list of lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n"],
  ["a hexadecimal prefix", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nhi\r\n0\r\n\r\n"],
  ["a chunk that is too long", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nhi\r\n0\r\n\r\n"],
  ["a huge chunk size", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"f".repeat(14)}\r\n`],
  ["another version", "HTTP/2.0 200 OK\r\n\r\n"],
  ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
])("refuses %s", (_what, text) => {
  expect(() => whole(text)).toThrow(MalformedMessageError);
});

test("refuses to end inside a body", () => {
  expect(() => whole("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi", { finish: true })).toThrow(
    MalformedMessageError,
  );
});

test("splitting the bytes changes nothing", () => {
  const chunk = fc.string({ minLength: 1, maxLength: 40 });
  const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(chunk), cuts, fc.boolean(), (chunks, sizes, chunked) => {
      const pieces = chunks.map((text) => Buffer.from(text));
      const body = Buffer.concat(pieces);
      const framed = chunked
        ? Buffer.concat([
            Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            ...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
            Buffer.from("0\r\nT: 1\r\n\r\n"),
          ])
        : Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body]);
      const cut: Buffer[] = [];
      for (let at = 0, turn = 0; at < framed.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        cut.push(framed.subarray(at, at + size));
        at += size;
      }
      expect(read(cut)).toMatchObject({ body: body.toString("latin1"), ends: 1, rest: "" });
    }),
  );
});

test("arbitrary bytes are read or rejected, with no other error", () => {
  const line = fc.constantFrom(
    "HTTP/1.1 200 OK",
    "Content-Length: 3",
    "Transfer-Encoding: chunked",
    "a: b",
    "",
    "3",
    "abc",
    "0",
    "\n",
    "\r",
    " x",
    ":",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string())), fc.constantFrom("\r\n", "\n"), (lines, end) => {
      try {
        whole(lines.join(end), { finish: true });
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedMessageError);
      }
    }),
    { numRuns: 2_000 },
  );
});
