import fc from "fast-check";
import { expect, test } from "vitest";
import { createRequestTap, type RequestListener } from "../../src/requests/request-tap.ts";
import { parseRequestHead, readRequestFraming } from "../../src/wire/index.ts";

/** A listener that writes down what it gets. Set `mode.isListening` to switch it. */
function createLog() {
  const seen: string[] = [];
  const mode = { isListening: true };
  const listener: RequestListener = {
    isListening: () => mode.isListening,
    begin({ method, target }) {
      let body = "";
      return {
        body(bytes) {
          body += bytes.toString("latin1");
        },
        end: () => seen.push(`${method} ${target} ${body}`),
        abort: () => seen.push(`${method} ${target} aborted`),
      };
    },
  };
  return { seen, listener, mode };
}

const tapWith = () => {
  const { seen, listener, mode } = createLog();
  const tap = createRequestTap(listener);
  return { seen, mode, tap, send: (text: string) => tap.request(Buffer.from(text, "latin1")) };
};

const piece = fc.string({ unit: "binary-ascii", maxLength: 60 });
/** Requests as the edge writes them. A body may look like another request. */
const body = fc.oneof(piece, fc.constant("POST /forged HTTP/1.1\r\nHost: a\r\n\r\n"));
const message = fc.record({ body: fc.option(body), isChunked: fc.boolean(), path: fc.nat(99) });

function toBytes({ body, isChunked, path }: { body: string | null; isChunked: boolean; path: number }): string {
  const head = `PUT /${path} HTTP/1.1\r\nHost: a\r\nX-Length: content-length: 9\r\n`;
  if (body === null) return `${head}CDN-Loop: a\r\n\r\n`;
  if (!isChunked) return `${head}Content-Length: ${body.length}\r\nCDN-Loop: a\r\n\r\n${body}`;
  const chunk = body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`;
  return `${head}Transfer-Encoding: chunked\r\nCDN-Loop: a\r\n\r\n${chunk}0\r\n\r\n`;
}

test("passes on every request that begins while somebody listens, however its bytes are cut", () => {
  const messages = fc.array(fc.tuple(message, fc.boolean(), fc.array(fc.nat(300), { maxLength: 4 })), { maxLength: 8 });
  fc.assert(
    fc.property(messages, (requests) => {
      const { seen, mode, send } = tapWith();
      const expected: string[] = [];
      for (const [request, isListening, cuts] of requests) {
        mode.isListening = isListening;
        const bytes = toBytes(request);
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((one, other) => one - other), bytes.length];
        let from = 0;
        for (const end of ends) {
          send(bytes.slice(from, end));
          from = end;
        }
        if (isListening) expected.push(`PUT /${request.path} ${request.body ?? ""}`);
      }
      expect(seen).toEqual(expected);
    }),
  );
});

test("reads the framing like the full parser", () => {
  fc.assert(
    fc.property(message, (request) => {
      const text = toBytes(request).split("\r\n\r\n")[0]!;
      const { framing, length } = parseRequestHead(text);
      expect(readRequestFraming(text)).toMatchObject({ framing, length });
    }),
  );
});

test("reports a request whose connection closes, or is no HTTP, as aborted, once", () => {
  const closed = tapWith();
  closed.send("PUT /a HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf");
  closed.tap.close();
  closed.tap.close();
  // The rest of the body, and another request.
  closed.send("whole");
  closed.send("PUT /b HTTP/1.1\r\n\r\n");
  expect(closed.seen).toEqual(["PUT /a aborted"]);
  const broken = tapWith();
  broken.send("PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n");
  broken.send("PUT /b HTTP/1.1\r\n\r\n");
  expect(broken.seen).toEqual(["PUT /a aborted"]);
});

const UPGRADE = "GET /live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

test.each([true, false])("takes no bytes of a WebSocket for a request (listening: %s)", (isListening) => {
  const { seen, mode, tap, send } = tapWith();
  mode.isListening = isListening;
  send(UPGRADE);
  for (const head of ["103 Early Hints", "101 Switching Protocols"])
    tap.response?.(Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`));
  mode.isListening = true;
  send("POST /forged HTTP/1.1\r\n\r\n");
  expect(seen).toEqual(isListening ? ["GET /live "] : []);
  expect(tap.response).toBeUndefined();
});

test("finds an upgrade by a header name in small letters, too", () => {
  const { tap, send } = tapWith();
  send(UPGRADE.toLowerCase().replace("get /live http", "GET /live HTTP"));
  expect(tap.response).toBeDefined();
});

test("takes nothing for a request after bytes that are no HTTP", () => {
  const { seen, send } = tapWith();
  send("no request\r\n\r\n");
  send("POST /forged HTTP/1.1\r\n\r\n");
  expect(seen).toEqual([]);
});

test("needs no response any more after bytes that are no HTTP", () => {
  const { tap, send } = tapWith();
  send(UPGRADE);
  expect(tap.response).toBeDefined();
  send("no request\r\n\r\n");
  expect(tap.response).toBeUndefined();
});

test("needs responses only to upgrades, and goes on after one that is declined", () => {
  const { seen, tap, send } = tapWith();
  send("GET /a HTTP/1.1\r\n\r\n");
  expect(tap.response).toBeUndefined();
  send(UPGRADE);
  tap.response?.(Buffer.from("HTTP/1.1 426 Upgrade Required\r\nContent-Length: 2\r\n\r\nno"));
  expect(tap.response).toBeUndefined();
  send("GET /b HTTP/1.1\r\n\r\n");
  expect(seen).toEqual(["GET /a ", "GET /live ", "GET /b "]);
});
