import { expect, onTestFinished, test, vi } from "vitest";
import { createObserver, joinTaps, type RequestRecord } from "../../src/client/observe.ts";

/** What the owner hears of these bytes, in turns of request and answer. */
function hear(...bytes: string[]): RequestRecord[] {
  const heard: RequestRecord[] = [];
  const tap = createObserver({ onRequest: (record) => heard.push(record) });
  for (const [at, piece] of bytes.entries()) (at % 2 === 0 ? tap.request : tap.response)(Buffer.from(piece, "latin1"));
  tap.close("closed");
  return heard;
}

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("the host is the Host header's, whatever other headers say", () => {
  expect(hear("GET / HTTP/1.1\r\nX-Kind: Host\r\nHost: demo.example\r\n\r\n", ok)[0]?.host).toBe("demo.example");
  expect(hear("GET / HTTP/1.0\r\n\r\n", ok)[0]?.host).toBe("");
});

test("an interim response is not the response, and repeated headers are joined", () => {
  const [record] = hear(
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\nVary: a\r\nVary: b\r\n\r\n",
  );
  expect(record).toMatchObject({ status: 204, headers: { vary: "a, b" }, appDown: false });
});

test("a request whose connection ends after an interim response had none", () => {
  const early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", early)).toMatchObject([{ status: 0, headers: {} }]);
});

test("the message of a rejection is kept, up to a thousand characters", () => {
  const body = "Blocked host. ".repeat(200);
  const [refused] = hear(
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    `HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(refused?.refusal).toMatch(/^Blocked host\. /);
  expect(refused!.refusal.length).toBeLessThanOrEqual(1_000);
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ok)[0]?.refusal).toBe("");
});

test("the message of a rejection is limited also if it arrives in many chunks", () => {
  const pieces = Array.from({ length: 100 }, () => ["", "x".repeat(100)]).flat();
  const head = "HTTP/1.1 400 Bad Request\r\nContent-Length: 10000\r\n\r\n";
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", head, ...pieces)[0]?.refusal).toBe("x".repeat(1_000));
});

test("a WebSocket is reported once, and its bytes are not parsed as requests", () => {
  const heard = hear(
    "GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "GET /not-a-request HTTP/1.1\r\nHost: a\r\n\r\n",
    ok,
  );
  expect(heard.map(({ path, status }) => `${path} ${status}`)).toEqual(["/live 101"]);
});

test("invalid bytes end the observation, and nothing else", () => {
  expect(hear("\x16\x03\x01 no request at all\r\n\r\n", ok)).toEqual([]);
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "no answer at all\r\n\r\n")).toMatchObject([{ status: 0 }]);
  expect(hear("", ok)).toEqual([]);
});

test("a recorder sees each chunk, and the end once, with what the owner is told", () => {
  const seen: unknown[] = [];
  const records: RequestRecord[] = [];
  const tap = createObserver({
    onRequest: (record) => records.push(record),
    recorder: {
      begin({ method, path, headers }) {
        seen.push([method, path, headers]);
        return {
          requestBody: (bytes) => void seen.push(`request ${bytes}`),
          response: (status, fields) => void seen.push([status, fields]),
          responseBody: (bytes) => void seen.push(`answer ${bytes}`),
          end: (record) => void seen.push(record),
        };
      },
    },
  });
  tap.request(Buffer.from("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nin"));
  tap.response(Buffer.from(ok));
  tap.close("closed");
  tap.close("closed");
  expect(records).toHaveLength(1);
  expect(seen).toEqual([
    ["POST", "/a", ["Host", "a", "Content-Length", "2"]],
    "request in",
    [200, ["Content-Length", "2"]],
    "answer ok",
    records[0],
  ]);
});

test.each([
  ["app_down", { status: 502, appDown: true }],
  ["closed", { status: 0, appDown: false }],
] as const)("a request whose connection is %s before its response is reported", (reason, expected) => {
  const heard: RequestRecord[] = [];
  const tap = createObserver({ onRequest: (record) => heard.push(record) });
  tap.request(Buffer.from("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  tap.close(reason);
  expect(heard).toMatchObject([expected]);
  expect(heard[0]!.ms).toBeLessThan(60_000);
});

test("a response to HEAD ends with its head, and one that ends with its connection ends there", () => {
  const [head] = hear("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
  expect(head?.status).toBe(200);
  const closed = "HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\nNot this host.";
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", closed)).toMatchObject([{ status: 403, refusal: "Not this host." }]);
  const two = hear(
    "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
    "GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
    ok,
  );
  expect(two.map(({ path, status }) => `${path} ${status}`)).toEqual(["/ 200", "/b 200"]);
});

test("joined taps both get what passes, whether or not the second one reads responses", () => {
  const tapped: string[] = [];
  const tap = (name: string) => ({
    request: (bytes: Buffer) => void tapped.push(`${name} request ${bytes}`),
    response: (bytes: Buffer) => void tapped.push(`${name} response ${bytes}`),
    close: (reason: string) => void tapped.push(`${name} ${reason}`),
  });
  for (const second of [tap("two"), { ...tap("three"), response: undefined }]) {
    const joined = joinTaps(tap("one"), second);
    joined.request(Buffer.from("a"));
    joined.response?.(Buffer.from("b"));
    joined.close("closed");
  }
  expect(tapped).toEqual([
    "one request a",
    "two request a",
    "one response b",
    "two response b",
    "one closed",
    "two closed",
    "one request a",
    "three request a",
    "one response b",
    "one closed",
    "three closed",
  ]);
});

test.each([
  [400, "no"],
  [403, "no"],
  [401, ""],
  [404, ""],
  [500, ""],
  [200, ""],
])("of a response with %i the message %j is kept, as of one that may reject the host", (status, refusal) => {
  const response = `HTTP/1.1 ${status} Word\r\nContent-Length: 2\r\n\r\nno`;
  expect(hear("GET / HTTP/1.1\r\nHost: a\r\n\r\n", response)).toMatchObject([{ status, refusal }]);
});

test("the time of a request is that from its head to the end of the response, in milliseconds", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => clock.mockRestore());
  const heard: RequestRecord[] = [];
  const tap = createObserver({ onRequest: (record) => heard.push(record) });
  for (let request = 1; request <= 2; request++) {
    tap.request(Buffer.from("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    clock.mockReturnValue(1_000 + request * 250);
    tap.response(Buffer.from(ok));
  }
  expect(heard.map(({ ms }) => ms)).toEqual([250, 250]);
});
