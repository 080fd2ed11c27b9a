import { describe, expect, test } from "vitest";
import { limitToOrigin } from "../../../src/edge/visitors/clear-site-data.ts";
import {
  createResponseHeadWriter,
  toInformationalHead,
  toReasonPhrase,
  toResponseHeaders,
  toTrailers,
} from "../../../src/edge/visitors/response-head.ts";
import { parseResponseHead } from "../../../src/wire/head.ts";

const zones = ["tunnel.example.com", "example.com"];
const read = (status: number, lines: string[], method = "GET") =>
  parseResponseHead([`HTTP/1.1 ${status} Word`, ...lines].join("\r\n"), method);
const passed = (status: number, lines: string[], { method = "GET", indexable = false } = {}) => {
  const flat = toResponseHeaders(read(status, lines, method), zones, indexable);
  return flat.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${flat[at + 1]}`] : []));
};
const hidden = "X-Robots-Tag: noindex";

describe("an app's header fields as the visitor gets them", () => {
  test.each<[rule: string, status: number, app: string[], visitor: string[]]>([
    ["the length of a body is stated once", 200, ["content-length: 5", "Content-Length: 5"], ["Content-Length: 5"]],
    ["a 204 has no length", 204, ["Content-Length: 5", "A: 1"], ["A: 1"]],
    ["a 304 keeps the length of what it stands for", 304, ["Content-Length: 5"], ["Content-Length: 5"]],
    ["fields of the hop stay there", 200, ["Connection: close, X-Own", "X-Own: 1", "Keep-Alive: timeout=5"], []],
    ["a body in chunks has no field for it", 200, ["Transfer-Encoding: chunked", "A: 1"], ["A: 1"]],
  ])("%s", (_rule, status, app, visitor) => {
    expect(passed(status, app)).toEqual([...visitor, hidden]);
  });

  test("a HEAD's length is the app's own", () => {
    expect(passed(200, ["content-length: 5"], { method: "HEAD" })).toEqual(["content-length: 5", hidden]);
  });

  test("search engines are kept out unless the app or the tunnel says otherwise", () => {
    expect(passed(200, ["x-robots-tag: all"])).toEqual(["x-robots-tag: all"]);
    expect(passed(200, [], { indexable: true })).toEqual([]);
  });

  test("an interim response has neither a length nor X-Robots-Tag", () => {
    expect(toInformationalHead(read(103, ["Link: </a>", "Content-Length: 0"]), zones)).toBe(
      "HTTP/1.1 103 Word\r\nLink: </a>\r\n\r\n",
    );
  });
});

test.each([
  [404, "Nope", "Nope"],
  [404, "", "Not Found"],
  [404, undefined, "Not Found"],
  [599, "", ""],
])("the phrase of a %i whose app says %j is %j", (status, appReason, phrase) => {
  expect(toReasonPhrase(status, appReason)).toBe(phrase);
});

test("a head that is written again follows what has changed: the rules, whether it is the last, or its contents", () => {
  const toHead = createResponseHeadWriter(zones);
  const heads = [read(200, ["Content-Length: 0"]), read(201, ["Content-Length: 0"])];
  const [first, last] = ["Connection: keep-alive", "Connection: close"];
  for (const [index, isIndexable, closesAfter, has, hasNot] of [
    [0, false, false, ["200", hidden, first], [last]],
    [0, true, false, ["200", first], [hidden, last]],
    [0, true, true, ["200", last], [hidden, first]],
    [0, false, true, ["200", hidden, last], [first]],
    [1, false, true, ["201", hidden, last], [first]],
  ] as const) {
    const text = toHead(heads[index]!, { isIndexable, closesAfter });
    for (const part of has) expect(text).toContain(part);
    for (const part of hasNot) expect(text).not.toContain(part);
  }
});

test.each(["cache", "storage", "executionContexts", "clientHints", "prefetchCache", "prerenderCache"])(
  "an app may clear its own %s",
  (type) => {
    expect(limitToOrigin(`"cookies", "${type}"`)).toBe(`"${type}"`);
  },
);

test.each(["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range"])(
  "the condition %s is no trailer",
  (name) => {
    expect(toTrailers([name, "1", "X-Sum", "2"])).toEqual(["X-Sum", "2"]);
  },
);

test.each([
  ["tunnel.example.com", ""],
  [".tunnel.example.com", ""],
  ["EXAMPLE.com", ""],
  ["com", ""],
  ["demo.tunnel.example.com", "; Domain=demo.tunnel.example.com"],
  ["other.com", "; Domain=other.com"],
  ["ample.com", "; Domain=ample.com"],
])("a cookie for the domain %s keeps of it: %j", (domain, kept) => {
  expect(passed(200, [`Set-Cookie: a=b; Domain=${domain}; Path=/`])).toContain(`Set-Cookie: a=b${kept}; Path=/`);
});
