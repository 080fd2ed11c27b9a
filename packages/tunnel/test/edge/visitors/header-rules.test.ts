import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createAccessRules } from "../../../src/edge/access/access-rules.ts";
import { toResponseHeaders, toTrailers } from "../../../src/edge/visitors/response-head.ts";
import { isLoop, toRequestHead, type VisitorRequest } from "../../../src/edge/visitors/visitor.ts";
import type { Head } from "../../../src/wire/index.ts";

const DOMAIN = "demo.tunnel.localhost";
const MARK = "marked";

/** Meant for one connection alone (RFC 9110, 7.6.1, and those that clients still send). */
const ONE_HOP = [
  "Connection",
  "HTTP2-Settings",
  "Keep-Alive",
  "Proxy-Authenticate",
  "Proxy-Authorization",
  "Proxy-Connection",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
];

/** Where a visitor would say who it is, or which tunnels it came through. */
const VOUCHED = ["Forwarded", "X-Forwarded", "X-Forwarded-For", "X-Forwarded-Port", "X-Real-IP", "CDN-Loop"];

/** What decides how a message is framed, routed, trusted or understood (RFC 9110, 6.5.1). */
const NOT_BEHIND_A_BODY = [
  ...ONE_HOP,
  ...["Age", "Authorization", "Cache-Control", "Clear-Site-Data", "Content-Encoding", "Content-Length"],
  ...["Content-Range", "Content-Type", "Cookie", "Date", "Expect", "Expires", "Forwarded", "Host", "If-Match"],
  ...["If-None-Match", "Location", "Max-Forwards", "Pragma", "Range", "Retry-After", "Set-Cookie", "Vary"],
  ...["WWW-Authenticate", "X-Forwarded-For", "X-Real-IP"],
];

const spellings = (name: string) => [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll("-", "_")];

function ask(more: readonly string[] = [], headers: Record<string, string> = {}): VisitorRequest {
  const socket = { remoteAddress: "192.0.2.1" } as Socket;
  return {
    method: "GET",
    url: "/",
    headers: { host: DOMAIN, ...headers },
    rawHeaders: ["Host", DOMAIN, ...more],
    socket,
  };
}

const headFor = (request: VisitorRequest) =>
  toRequestHead({
    request,
    visitor: { ip: "192.0.2.1", proto: "http" },
    domain: DOMAIN,
    access: createAccessRules({}),
    target: "/",
    framing: { kind: "none" },
    isWebSocket: false,
  });

test.each([...ONE_HOP, ...VOUCHED].flatMap(spellings))("a visitor's %s does not reach the app", (name) => {
  expect(headFor(ask([name, MARK]))).not.toContain(MARK);
});

test.each(ONE_HOP.flatMap((name) => spellings(name).slice(0, 3)))("the app's %s does not reach the visitor", (name) => {
  const answer: Head = {
    start: ["HTTP/1.1", "200", "OK"],
    status: 200,
    headers: ["X-Kept", "yes", name, MARK],
    framing: "none",
    length: 0,
    keepAlive: true,
    connectionOptions: [],
  };
  expect(toResponseHeaders(answer, [], true)).toEqual(["X-Kept", "yes"]);
});

test.each(NOT_BEHIND_A_BODY.flatMap(spellings))("%s has no place behind a body", (name) => {
  expect(toTrailers(["X-Sum", "1", name, MARK, "Server-Timing", "a"])).toEqual(["X-Sum", "1", "Server-Timing", "a"]);
});

const others = (count: number) => Array.from({ length: count }, (_, at) => `hop${at}`);

test.each([
  ["nowhere", "none", []],
  ["this tunnel once", "none", [DOMAIN]],
  ["this tunnel twice", "one", [DOMAIN, DOMAIN]],
  ["eleven others", "none", others(11)],
  ["twelve others", "one", others(12)],
])("of loops, a request that came through %s is %s", (_what, loops, hops) => {
  const headers: Record<string, string> = hops.length > 0 ? { "cdn-loop": hops.join(", ") } : {};
  expect(isLoop(ask([], headers), DOMAIN)).toBe(loops === "one");
});

test.each(["X-Secret", "x-secret", "X-SECRET"])(
  "a header that `Connection` names is not passed on, also if it is written as %s",
  (name) => {
    for (const named of ["X-Secret", "x-secret, close"]) {
      const lines = headFor(ask(["Connection", named, name, "for this hop"], { connection: named })).toLowerCase();
      expect(lines).not.toContain("for this hop");
    }
  },
);
