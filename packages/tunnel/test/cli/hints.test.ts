import { expect, test } from "vitest";
import { createHints } from "../../src/cli/hints.ts";
import type { RequestRecord } from "../../src/client/observe.ts";

const HOST = "demo.tunnel.localhost:8787";

const name = "demo.tunnel.localhost";
const closed = "The app closed the connection without a response.";
const useTls = `${closed} If it uses HTTPS, start with --https.`;
const usePlain = `${closed} If it uses plain HTTP, start without --https.`;
const local = "or start with --host-header local.";
const settings = {
  host: `The app responded with 403. If it rejects the host ${name}, start with --host-header local, or allow the host in its settings.`,
  next: `Next.js rejects pages of other hosts than its own. Add "${name}" to allowedDevOrigins in its configuration.`,
  djangoHost: `Django rejects the host. Add "${name}" to ALLOWED_HOSTS, ${local}`,
  djangoOrigin: `Django rejects the origin. Add "https://${name}" (or http://) to CSRF_TRUSTED_ORIGINS, ${local}`,
  rails: `Rails rejects the host. Add config.hosts << "${name}" to its development environment, ${local}`,
  jupyter:
    "Jupyter rejects the host. Start it with --ServerApp.allow_remote_access=True, or the tunnel with --host-header local.",
};

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
  expect(say([refusal, refusal])).toEqual([settings.host]);
});

test("when Next.js rejects the origin, its own setting is named, because no option helps", () => {
  const refusal = { status: 403, path: "/_next/webpack-hmr?id=1" };
  expect(say([refusal])).toEqual([settings.next]);
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
  expect(say([{ status: 0 }, { status: 0 }])).toEqual([useTls]);
  expect(say([{ status: 502, appDown: true }], { https: true })).toEqual([
    "No TLS connection to the app could be opened. If it runs and uses plain HTTP, start without --https.",
  ]);
  expect(say([{ status: 200 }, { status: 0 }])).toEqual([]);
  expect(say([{ status: 502, appDown: true }])).toEqual([]);
});

test.each([
  ["Django", 400, "<title>DisallowedHost\n          at /</title>", settings.djangoHost],
  ["Django", 403, "<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>", settings.djangoOrigin],
  ["Rails", 403, "<h1>Blocked hosts: demo.tunnel.localhost:8787</h1>", settings.rails],
  ["Jupyter", 403, "Blocking request with non-local 'Host' demo.tunnel.localhost", settings.jupyter],
])("%s rejects with %i and its own message, and its own setting is named", (_name, status, refusal, said) => {
  expect(say([{ status, refusal }], { hostHeader: "other" })).toEqual([said]);
});

test("an app that was down, or reset a request, is not assumed to speak the right protocol", () => {
  const cut = { status: 0 };
  expect(say([{ status: 502, appDown: true }, cut])).toEqual([useTls]);
  expect(say([{ status: 200 }, cut])).toEqual([]);
  expect(say([{ status: 0, path: "/_next/hmr" }, cut])).toHaveLength(1);
});

test("for an app that closes without a response, the other protocol is suggested", () => {
  expect(say([{ status: 0 }], { https: true })).toEqual([usePlain]);
  expect(say([{ status: 502, appDown: true }])).toEqual([]);
});

test.each([
  ["Django", "Invalid HTTP_HOST header: 'demo'", settings.djangoHost],
  ["Django", "Origin checking failed - https://demo does not match", settings.djangoOrigin],
  ["Rails", "Blocked host: demo", settings.rails],
  ["Jupyter", "Blocking Cross Origin API request", settings.jupyter],
  ["Jupyter", "Blocking Cross Origin WebSocket Attempt", settings.jupyter],
  ["Jupyter", "Cross Origin API", settings.jupyter],
])("%s is recognised by %j, and the hint names the host without its port", (_name, refusal, said) => {
  expect(say([{ status: 400, refusal }])).toEqual([said]);
});
