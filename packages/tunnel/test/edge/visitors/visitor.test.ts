import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createAccessRules } from "../../../src/edge/access/access-rules.ts";
import { toRequestTarget } from "../../../src/edge/visitors/request-target.ts";
import { createVisitorReader, toRequestHead, type VisitorRequest } from "../../../src/edge/visitors/visitor.ts";

const from = (address: string | undefined, encrypted = false) =>
  ({ remoteAddress: address, ...(encrypted && { encrypted }) }) as unknown as Socket;

const ask = (given: Partial<VisitorRequest>): VisitorRequest => ({
  method: "GET",
  url: "/",
  headers: { host: "demo.example" },
  rawHeaders: ["Host", "demo.example"],
  socket: from("192.0.2.1"),
  ...given,
});

describe("the visitor's address", () => {
  const read = createVisitorReader(["10.0.0.0/8", "::1"]);
  const by = (address: string | undefined, headers: Record<string, string>, encrypted = false) =>
    read(ask({ socket: from(address, encrypted), headers }));

  test.each([
    [
      "is the peer, whatever it claims",
      "192.0.2.1",
      { "x-forwarded-for": "9.9.9.9", "x-forwarded-proto": "https" },
      false,
      "192.0.2.1",
      "http",
    ],
    ["came over TLS where the connection says so", "192.0.2.1", {}, true, "192.0.2.1", "https"],
    ["is whom a trusted proxy names", "10.1.1.1", { "x-forwarded-for": "198.51.100.7" }, false, "198.51.100.7", "http"],
    [
      "is the last one before the trusted proxies",
      "10.1.1.1",
      { "x-forwarded-for": "9.9.9.9, 198.51.100.7, 10.2.2.2" },
      false,
      "198.51.100.7",
      "http",
    ],
    ["is the proxy itself where it names nobody", "10.1.1.1", {}, false, "10.1.1.1", "http"],
    [
      "is the nearest proxy, whatever stands before a hop that is no address",
      "10.1.1.1",
      { "x-forwarded-for": "9.9.9.9, unknown, 10.2.2.2" },
      false,
      "10.2.2.2",
      "http",
    ],
    [
      "is read from a mapped address too",
      "::ffff:10.1.1.1",
      { "x-forwarded-for": "::ffff:198.51.100.7" },
      false,
      "198.51.100.7",
      "http",
    ],
    ["came by what a trusted proxy says", "::1", { "x-forwarded-proto": "HTTPS" }, false, "::1", "https"],
    [
      "came by HTTP where a trusted proxy says so over TLS",
      "::1",
      { "x-forwarded-proto": "http" },
      true,
      "::1",
      "http",
    ],
    ["came by TLS to a trusted proxy that says nothing", "::1", {}, true, "::1", "https"],
    ["is nobody once the connection is gone", undefined, {}, false, "", "http"],
  ] as const)("%s", (_what, peer, headers, encrypted, ip, proto) => {
    expect(by(peer, headers, encrypted)).toEqual({ ip, proto });
  });

  test("is read once for all requests of a connection with the same headers", () => {
    const cache = () => ({ visitor: null, access: null, lines: "" });
    const headers = { "x-forwarded-for": "198.51.100.7" };
    const request = { ...ask({ socket: from("10.1.1.1"), headers }), fieldsCache: cache() };
    const visitor = read(request);
    expect(visitor.ip).toBe("198.51.100.7");
    expect(read({ ...request, url: "/next" })).toBe(visitor);
    const others = { ...request, headers: { "x-forwarded-for": "198.51.100.8" }, fieldsCache: cache() };
    expect(read(others).ip).toBe("198.51.100.8");
  });

  test("is the peer on a server without proxies", () => {
    expect(createVisitorReader([])(ask({ headers: { "x-forwarded-for": "9.9.9.9" } })).ip).toBe("192.0.2.1");
  });
});

describe("the requested URL", () => {
  test.each([
    ["a path", { url: "/a?b=c" }, "/a?b=c"],
    ["the whole server", { method: "OPTIONS", url: "*" }, "*"],
    ["an address of this host", { url: "http://DEMO.example/a" }, "/a"],
    ["an address without a path", { url: "http://demo.example" }, "/"],
    ["an address whose path is only a query", { url: "https://demo.example?a=1" }, "/?a=1"],
  ])("%s", (_what, given, target) => {
    expect(toRequestTarget(ask(given), "demo.example")).toBe(target);
  });

  test.each([
    [
      "a tunnel to somewhere",
      { method: "CONNECT", url: "demo.example:443" },
      405,
      "The method CONNECT is not supported.",
    ],
    ["characters that no target has", { url: "/\u00e9" }, 400, "percent-encoded"],
    ["the whole server, but for another method", { url: "*" }, 400, "neither a path nor a URL"],
    ["an address of another host", { url: "http://other.example/" }, 400, "names another host than demo.example"],
    ["an address where no host was named", { url: "http://demo.example/", headers: {} }, 400, "names another host"],
    ["two hosts", { rawHeaders: ["Host", "a", "hOST", "b"] }, 400, "exactly one Host"],
    ["no host", { rawHeaders: [] }, 400, "exactly one Host"],
    ["a name with a blank", { rawHeaders: ["Host", "a", "X Y", "b"] }, 400, "header name"],
  ])("%s is rejected", (_what, given, status, words) => {
    expect(toRequestTarget(ask(given), "demo.example")).toMatchObject({
      status,
      error: expect.stringContaining(words),
    });
  });
});

test.each([
  ["trailers", "TE", true],
  ["Trailers", "close, te", true],
  ["deflate, TRAILERS ,gzip", "te", true],
  ["no-trailers", "te", false],
  ["trailers2", "te", false],
  ["trailers", "close", false],
])("of TE: %s with Connection: %s, the app learns that trailers are accepted: %s", (te, connection, isPassedOn) => {
  const head = toRequestHead({
    request: ask({ headers: { te, connection }, rawHeaders: ["TE", te, "Connection", connection] }),
    visitor: { ip: "192.0.2.1", proto: "http" },
    domain: "demo.example",
    access: createAccessRules({}),
    target: "/",
    framing: { kind: "none" },
    isWebSocket: false,
  });
  expect(/^TE: .*/m.exec(head)?.[0]).toBe(isPassedOn ? "TE: trailers" : undefined);
});

test.each([
  ["2001:db8::1", '"[2001:db8::1]"'],
  ["192.0.2.1", "192.0.2.1"],
])("the app learns who visits (%s), how, and at which host", (ip, quoted) => {
  const head = toRequestHead({
    request: ask({
      url: "/a?b",
      headers: { host: "demo.example:8443" },
      rawHeaders: ["Host", "demo.example:8443", "X-Own", "1"],
    }),
    visitor: { ip, proto: "https" },
    domain: "demo.example",
    access: createAccessRules({ hostHeader: "app.local:3000" }),
    target: "/a?b",
    framing: { kind: "length", length: 5 },
    isWebSocket: false,
  });
  expect(head).toBe(
    [
      ...["GET /a?b HTTP/1.1", "Host: app.local:3000", "X-Own: 1", "Content-Length: 5", "CDN-Loop: demo.example"],
      ...[`X-Forwarded-For: ${ip}`, "X-Forwarded-Proto: https", "X-Forwarded-Host: demo.example:8443"],
      ...[`X-Real-IP: ${ip}`, `Forwarded: for=${quoted};host="demo.example:8443";proto=https`, "", ""],
    ].join("\r\n"),
  );
});
