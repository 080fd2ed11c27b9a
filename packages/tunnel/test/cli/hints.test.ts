import { expect, test } from "vitest";
import { createHints } from "../../src/cli/hints.ts";
import type { RequestRecord } from "../../src/client/observe.ts";

const HOST = "demo.tunnel.localhost:8787";

/** What is said about requests, one after the other. */
function say(requests: Partial<RequestRecord>[], options: { hostHeader?: string; https?: boolean } = {}): string[] {
  const said: string[] = [];
  const hint = createHints({ token: "svc_a", port: 3000, ...options }, (text) => said.push(text));
  const plain = { method: "GET", path: "/", status: 200, ms: 1, appDown: false, headers: {}, host: HOST, refusal: "" };
  for (const request of requests) hint({ ...plain, ...request });
  return said;
}

test.each([
  ["Vite", { headers: { "content-type": "text/plain" } }],
  ["webpack's server", { headers: { "content-type": "text/html; charset=utf-8" } }],
  ["Rails", { headers: { "content-type": "text/html" } }],
  ["one that names no type", { headers: {} }],
])("when %s rejects the host, the option that helps is named, once", (_server, { headers }) => {
  const refusal = { status: 403, headers: headers as Record<string, string> };
  expect(say([refusal, refusal])).toEqual([
    expect.stringMatching(/rejects the host demo\.tunnel\.localhost, start with --host-header local/),
  ]);
});

test("when Next.js rejects the origin, its own setting is named, because no option helps", () => {
  const refusal = { status: 403, path: "/_next/webpack-hmr?id=1" };
  expect(say([refusal])).toEqual([expect.stringContaining('"demo.tunnel.localhost" to allowedDevOrigins')]);
  expect(say([refusal], { hostHeader: "local" })).toHaveLength(1);
  expect(say([{ status: 200 }, { ...refusal, status: 0 }])).toHaveLength(1);
  expect(say([{ status: 200 }, { status: 0, path: "/_next/static/chunk.js" }])).toEqual([]);
});

test("an API's own 403 causes no hint", () => {
  expect(say([{ status: 403, headers: { "content-type": "application/json" } }])).toEqual([]);
  expect(say([{ status: 403 }], { hostHeader: "local" })).toEqual([]);
  expect(say([{ status: 404 }])).toEqual([]);
});

test("a TLS mismatch with the app is distinguished from a visitor who disconnected", () => {
  expect(say([{ status: 0 }, { status: 0 }])).toEqual([expect.stringContaining("start with --https")]);
  expect(say([{ status: 502, appDown: true }], { https: true })).toEqual([
    expect.stringContaining("start without --https"),
  ]);
  expect(say([{ status: 200 }, { status: 0 }])).toEqual([]);
  expect(say([{ status: 502, appDown: true }])).toEqual([]);
});

test.each([
  ["Django", 400, "<title>DisallowedHost\n          at /</title>", /ALLOWED_HOSTS/],
  ["Django", 403, "<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>", /CSRF_TRUSTED_ORIGINS/],
  ["Rails", 403, "<h1>Blocked hosts: demo.tunnel.localhost:8787</h1>", /config\.hosts << "demo\.tunnel\.localhost"/],
  ["Jupyter", 403, "Blocking request with non-local 'Host' demo.tunnel.localhost", /allow_remote_access/],
])("%s rejects with %i and its own message, and its own setting is named", (_name, status, refusal, said) => {
  expect(say([{ status, refusal }], { hostHeader: "other" })).toEqual([expect.stringMatching(said)]);
});

test("an app that was down, or reset a request, is not assumed to speak the right protocol", () => {
  const cut = { status: 0 };
  expect(say([{ status: 502, appDown: true }, cut])).toEqual([expect.stringContaining("start with --https")]);
  expect(say([{ status: 200 }, cut])).toEqual([]);
  expect(say([{ status: 0, path: "/_next/hmr" }, cut])).toHaveLength(1);
});

test("for an app that closes without a response, the other protocol is suggested", () => {
  expect(say([{ status: 0 }], { https: true })).toEqual([expect.stringContaining("start without --https")]);
  expect(say([{ status: 502, appDown: true }])).toEqual([]);
});

test.each([
  ["Django", "Invalid HTTP_HOST header: 'demo'", /ALLOWED_HOSTS/],
  ["Django", "Origin checking failed - https://demo does not match", /CSRF_TRUSTED_ORIGINS/],
  ["Rails", "Blocked host: demo", /config\.hosts/],
  ["Jupyter", "Blocking Cross Origin API request", /allow_remote_access/],
  ["Jupyter", "Blocking Cross Origin WebSocket Attempt", /allow_remote_access/],
  ["Jupyter", "Cross Origin API", /allow_remote_access/],
])("%s is recognised by %j, and the hint names the host without its port", (_name, refusal, said) => {
  const [hint] = say([{ status: 400, refusal }]);
  expect(hint).toMatch(said);
  expect(hint).not.toContain(":8787");
});
