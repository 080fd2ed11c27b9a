import { expect, test } from "vitest";
import { createAccessRules } from "../../src/edge/access/access-rules.ts";
import type { HostTarget } from "../../src/edge/access/host.ts";
import { createRequestRouter } from "../../src/edge/request-router.ts";
import type { TunnelSession } from "../../src/edge/tunnels/tunnel-session.ts";
import type { SubdomainRef, Upstream } from "../../src/edge/types.ts";
import type { VisitorRequest } from "../../src/edge/visitors/visitor.ts";
import type { TunnelRules } from "../../src/wire/index.ts";

const DOMAIN = "demo.localhost";
const source = (rules: TunnelRules = {}) => ({ access: createAccessRules(rules) }) as Upstream;
const withPassword = () => source({ basicAuth: "0".repeat(64) });

interface Fakes {
  own: Upstream;
  known: Upstream;
  registered: boolean;
  found: Upstream;
  address: string;
  hostTarget: HostTarget;
  /** Milliseconds that the visitor must wait. */
  wait: number;
}

/** RequestRouter among fakes, and what was asked. */
function setUp(fakes: Partial<Fakes> = {}) {
  const did: string[] = [];
  const { own, known, found = null, registered = true, address = "2001:db8::1", wait = 0 } = fakes;
  const rate = (name: string) => ({
    hit: (key: string) => (did.push(`${name} hit ${key}`) > 0 ? wait : 0),
    retryAfterMs: (key: string) => (did.push(`${name} wait ${key}`) > 0 ? wait : 0),
  });
  const router = createRequestRouter({
    classify: () => fakes.hostTarget ?? { kind: "tunnel", domain: DOMAIN },
    visitorOf: () => ({ ip: address, proto: "http" }),
    tunnels: { next: () => own as TunnelSession | undefined },
    cluster: { cached: () => known, find: async () => (did.push("find") > 0 ? found : null) },
    findByDomain: async () => (did.push("look up") > 0 && registered ? ({ id: "s1" } as SubdomainRef) : null),
    rates: { failures: rate("failures"), guesses: rate("guesses"), aborts: rate("aborts") },
  });
  const ask = (headers: Record<string, string> = {}, url = "/") =>
    ({
      method: "GET",
      url,
      headers: { host: DOMAIN, ...headers },
      rawHeaders: ["Host", DOMAIN],
    }) as object as VisitorRequest;
  const route = async (headers?: Record<string, string>, url?: string) => {
    const entry = await router.route(ask(headers, url));
    return "status" in entry ? `${entry.status} ${entry.code}` : entry.upstream;
  };
  return { did, router, ask, route };
}

test("a tunnel on this server is preferred, and a known tunnel needs no look-up", async () => {
  const [own, known, found] = [source(), source(), source()];
  const local = setUp({ own, known });
  expect(await local.route()).toBe(own);
  const remote = setUp({ known, found });
  expect(await remote.route()).toBe(known);
  expect([...local.did, ...remote.did].filter((word) => !word.startsWith("aborts"))).toEqual([]);
  expect(await setUp({ found }).route()).toBe(found);
});

test.each<[string, Partial<Fakes>, string]>([
  ["nobody registered", { registered: false }, "404 not_found"],
  ["no server has", {}, "502 tunnel_offline"],
  ["is asked for with two Host headers", { hostTarget: { kind: "api" } }, "400 invalid_request"],
  ["is refused", { hostTarget: { kind: "rejected", status: 421, reason: "no" } }, "421 invalid_request"],
  ["lets other addresses in", { own: source({ allowIp: ["192.0.2.1"] }) }, "403 forbidden"],
  ["asks for a password", { own: withPassword() }, "401 unauthenticated"],
])("a request for a name that %s is refused", async (_what, fakes, expected) => {
  expect(await setUp(fakes).route()).toBe(expected);
});

test("a loop is reported even to an address that may not visit, and the target is checked first", async () => {
  const { route } = setUp({ own: source({ allowIp: ["192.0.2.1"] }) });
  expect(await route({ "cdn-loop": `${DOMAIN}, ${DOMAIN}` })).toBe("508 loop_detected");
  expect(await route({}, "http://other.example/")).toBe("400 invalid_request");
});

test("a wrong password is counted for the visitor's network and tunnel, and a missing one is not", async () => {
  const { did, route } = setUp({ own: withPassword() });
  expect(await route()).toBe("401 unauthenticated");
  expect(did).toEqual([]);
  expect(await route({ authorization: "Basic YTpi" })).toBe("401 unauthenticated");
  expect(did).toEqual([`guesses hit ${DOMAIN} 2001:db8:0:0::/64`]);
});

const preflight = { origin: "https://a.test", "access-control-request-method": "PUT" };

test.each<[what: string, method: string, headers: Record<string, string>, passes: boolean]>([
  ["a CORS preflight", "OPTIONS", preflight, true],
  ["one of another method", "GET", preflight, false],
  ["one without an origin", "OPTIONS", { "access-control-request-method": "PUT" }, false],
  ["one that announces no method", "OPTIONS", { origin: "https://a.test" }, false],
])("without a password, %s (%s) with %j passes: %s", (_what, method, headers, passes) => {
  const { router, ask } = setUp({ own: withPassword() });
  expect(router.route({ ...ask(headers), method })).toMatchObject(passes ? { domain: DOMAIN } : { status: 401 });
});

test("a visitor who aborted or guessed too often gets 429, and the prompt itself does not count", async () => {
  const own = source();
  const { did, router, ask } = setUp({ own, wait: 1_001 });
  expect(await router.route(ask())).toMatchObject({
    status: 429,
    error: expect.stringContaining("aborted requests too often"),
    headers: { "Retry-After": "2" },
  });
  expect(did).toEqual([`aborts wait ${DOMAIN} 2001:db8:0:0::/64`]);
  const guess = setUp({ own: withPassword(), wait: 1 });
  expect(await guess.router.route(guess.ask({ authorization: "Basic YTpi" }))).toMatchObject({
    status: 429,
    error: expect.stringContaining("sent a wrong password too often"),
  });
});

test("another client of the name serves a request only if its own rules admit the visitor", () => {
  const { router, ask } = setUp();
  const entry = {
    upstream: source(),
    visitor: { ip: "192.0.2.1", proto: "http" },
    target: "/a",
    domain: DOMAIN,
  } as const;
  expect(router.reroute(ask(), entry, withPassword())).toBe(null);
  const other = source();
  expect(router.reroute(ask(), entry, other)).toMatchObject({ upstream: other, target: "/a", domain: DOMAIN });
});
