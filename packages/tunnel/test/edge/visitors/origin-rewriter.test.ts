import type { IncomingMessage } from "node:http";
import { createIndexedList } from "@frontdesk/basics";
import { describe, expect, test } from "vitest";
import { createOriginRewriter } from "../../../src/edge/visitors/origin-rewriter.ts";
import { isWebSocketRequest, withoutUpgrade } from "../../../src/edge/visitors/upgrade-request.ts";
import { parseResponseHead } from "../../../src/wire/head.ts";

const own = "http://localhost:3000";
const open = "https://demo.test";

describe("an app's own URL in its responses", () => {
  const headersOf = (...lines: string[]) =>
    createOriginRewriter(own, open)(parseResponseHead(["HTTP/1.1 200 OK", ...lines].join("\r\n"), "GET")).headers;

  test.each([
    [own, open],
    [`${own}/a`, `${open}/a`],
    [`${own}?a`, `${open}?a`],
    [`${own}1/a`, `${own}1/a`],
    [`${own}.evil.test`, `${own}.evil.test`],
    ["/a", "/a"],
    [`see ${own}/a`, `see ${own}/a`],
  ])("%s becomes %s", (said, shown) => {
    for (const name of ["Location", "content-location", "Access-Control-Allow-Origin"])
      expect(headersOf(`${name}: ${said}`)).toEqual([name, shown]);
  });

  test("is unchanged in fields with another meaning, whatever their value", () => {
    expect(headersOf(`Link: ${own}/`, "X-Kind: location", `X-Next: ${own}/`)).toEqual([
      ...["Link", `${own}/`, "X-Kind", "location", "X-Next", `${own}/`],
    ]);
    expect(headersOf("Location: /a", `X-Next: ${own}/`)).toEqual(["Location", "/a", "X-Next", `${own}/`]);
  });

  test("a response without its URL is unchanged", () => {
    const answer = parseResponseHead("HTTP/1.1 200 OK\r\nX-Kind: location", "GET");
    expect(createOriginRewriter(own, open)(answer)).toBe(answer);
  });
});

const request = (given: object) =>
  ({
    method: "GET",
    url: "/a",
    httpVersion: "1.1",
    headers: {},
    rawHeaders: [],
    ...given,
  }) as object as IncomingMessage;

test.each([
  [{ upgrade: "websocket" }, "GET", true],
  [{ upgrade: "h2c, WebSocket" }, "GET", true],
  [{ upgrade: "websocket", "content-length": "0" }, "GET", true],
  [{ upgrade: "websocket" }, "POST", false],
  [{ upgrade: "websocket", "content-length": "1" }, "GET", false],
  [{ upgrade: "websocket", "transfer-encoding": "chunked" }, "GET", false],
  [{ upgrade: "websockets" }, "GET", false],
  [{}, "GET", false],
])("%j of a %s offers a WebSocket: %s", (headers, method, offers) => {
  expect(isWebSocketRequest(request({ method, headers }))).toBe(offers);
});

test.each([
  [["Connection", "Upgrade", "Upgrade", "h2c", "A", "b"], "A: b\r\n"],
  [["Connection", "keep-alive, Upgrade, HTTP2-Settings", "HTTP2-Settings", "AAA"], "Connection: keep-alive\r\n"],
  [["X-Name", "Gr\xf6\xdfe"], "X-Name: Gr\xf6\xdfe\r\n"],
  [["Upgrade", "h2c", "X-Empty", ""], "X-Empty: \r\n"],
])("without its offer, the head with %j is %j", (rawHeaders, lines) => {
  expect(withoutUpgrade(request({ rawHeaders })).toString("latin1")).toBe(`GET /a HTTP/1.1\r\n${lines}\r\n`);
  expect(withoutUpgrade(request({ httpVersion: "1.0" })).toString()).toBe("GET /a HTTP/1.0\r\n\r\n");
});

test("a roll holds whoever was added and not removed, each once, in whichever order they come and go", () => {
  const roll = createIndexedList<{ index: number; name: string }>();
  const items = [..."abcde"].map((name) => ({ index: -1, name }));
  const names = () =>
    roll
      .all()
      .map(({ name }) => name)
      .sort()
      .join("");
  for (const item of items) roll.add(item);
  const copy = roll.all();
  const [a, b, c, d, e] = items;
  for (const item of [b, b, e]) roll.remove(item!);
  expect([names(), roll.count(), copy.length]).toEqual(["acd", 3, 5]);
  for (const item of [a, d, b]) roll.remove(item!);
  expect([names(), roll.count()]).toEqual(["c", 1]);
  roll.add(b!);
  roll.remove({ index: 0, name: "stranger" });
  for (const item of [c, b, c]) roll.remove(item!);
  expect([names(), roll.count(), items.map(({ index }) => index)]).toEqual(["", 0, [-1, -1, -1, -1, -1]]);
});
