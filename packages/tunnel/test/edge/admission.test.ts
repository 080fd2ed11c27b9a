import { expect, test } from "vitest";
import { createGate } from "../../src/edge/access/gate.ts";
import type { HostTarget } from "../../src/edge/access/host.ts";
import { createAdmission } from "../../src/edge/admission.ts";
import type { Source } from "../../src/edge/cluster/cluster.ts";
import type { Session } from "../../src/edge/tunnels/session.ts";
import type { SubdomainRef } from "../../src/edge/types.ts";
import type { Asked } from "../../src/edge/visitors/visitor.ts";
import type { Rules } from "../../src/wire/index.ts";

const DOMAIN = "demo.localhost";
const source = (rules: Rules = {}) => ({ gate: createGate(rules) }) as Source;
const guarded = () => source({ basicAuth: "0".repeat(64) });

interface Fakes {
  own: Source;
  known: Source;
  registered: boolean;
  found: Source;
  address: string;
  aim: HostTarget;
  /** Milliseconds that the visitor must wait. */
  wait: number;
}

/** Admission among fakes, and what was asked. */
function setUp(fakes: Partial<Fakes> = {}) {
  const did: string[] = [];
  const { own, known, found = null, registered = true, address = "2001:db8::1", wait = 0 } = fakes;
  const rate = (name: string) => ({
    hit: (key: string) => (did.push(`${name} take ${key}`) > 0 ? wait : 0),
    retryAfterMs: (key: string) => (did.push(`${name} wait ${key}`) > 0 ? wait : 0),
  });
  const admission = createAdmission({
    classify: () => fakes.aim ?? { kind: "tunnel", domain: DOMAIN },
    visitorOf: () => ({ address, proto: "http" }),
    tunnels: { next: () => own as Session | undefined },
    cluster: { known: () => known, find: async () => (did.push("find") > 0 ? found : null) },
    findByDomain: async () => (did.push("look up") > 0 && registered ? ({ id: "s1" } as SubdomainRef) : null),
    rates: { failures: rate("failures"), guesses: rate("guesses"), aborts: rate("aborts") },
  });
  const ask = (headers: Record<string, string> = {}, url = "/") =>
    ({ method: "GET", url, headers: { host: DOMAIN, ...headers }, rawHeaders: ["Host", DOMAIN] }) as object as Asked;
  const admit = async (headers?: Record<string, string>, url?: string) => {
    const entry = await admission.admit(ask(headers, url));
    return "status" in entry ? `${entry.status} ${entry.code}` : entry.source;
  };
  return { did, admission, ask, admit };
}

test("a tunnel of this server serves before one of another, and one that is known needs no look-up", async () => {
  const [own, known, found] = [source(), source(), source()];
  const local = setUp({ own, known });
  expect(await local.admit()).toBe(own);
  const remote = setUp({ known, found });
  expect(await remote.admit()).toBe(known);
  expect([...local.did, ...remote.did].filter((word) => !word.startsWith("aborts"))).toEqual([]);
  expect(await setUp({ found }).admit()).toBe(found);
});

test.each<[string, Partial<Fakes>, string]>([
  ["nobody registered", { registered: false }, "404 not_found"],
  ["no server has", {}, "502 tunnel_offline"],
  ["is asked for with two Host headers", { aim: { kind: "api" } }, "400 invalid_request"],
  ["is refused", { aim: { kind: "refused", status: 421, reason: "no" } }, "421 invalid_request"],
  ["lets other addresses in", { own: source({ allowIp: ["192.0.2.1"] }) }, "403 forbidden"],
  ["asks for a password", { own: guarded() }, "401 unauthenticated"],
])("a request for a name that %s is refused", async (_what, fakes, expected) => {
  expect(await setUp(fakes).admit()).toBe(expected);
});

test("a loop is named as one also to an address that may not visit, and a target is judged first", async () => {
  const { admit } = setUp({ own: source({ allowIp: ["192.0.2.1"] }) });
  expect(await admit({ "cdn-loop": `${DOMAIN}, ${DOMAIN}` })).toBe("508 loop_detected");
  expect(await admit({}, "http://other.example/")).toBe("400 invalid_request");
});

test("a wrong password is counted for the visitor's network at this tunnel, and none is not counted", async () => {
  const { did, admit } = setUp({ own: guarded() });
  expect(await admit()).toBe("401 unauthenticated");
  expect(did).toEqual([]);
  expect(await admit({ authorization: "Basic YTpi" })).toBe("401 unauthenticated");
  expect(did).toEqual([`guesses take ${DOMAIN} 2001:db8:0:0::/64`]);
});

test("a visitor who gave up too much or guessed too often is told so, and the question itself does not count", async () => {
  const own = source();
  const { did, admission, ask } = setUp({ own, wait: 1_001 });
  expect(await admission.admit(ask())).toMatchObject({
    status: 429,
    error: expect.stringContaining("given up requests too often"),
    headers: { "Retry-After": "2" },
  });
  expect(did).toEqual([`aborts wait ${DOMAIN} 2001:db8:0:0::/64`]);
  const guess = setUp({ own: guarded(), wait: 1 });
  expect(await guess.admission.admit(guess.ask({ authorization: "Basic YTpi" }))).toMatchObject({
    status: 429,
    error: expect.stringContaining("given a wrong password too often"),
  });
});

test("another client of the name serves a request only if its own rules let the visitor in", () => {
  const { admission, ask } = setUp();
  const entry = {
    source: source(),
    visitor: { address: "192.0.2.1", proto: "http" },
    target: "/a",
    domain: DOMAIN,
  } as const;
  expect(admission.recheck(ask(), entry, guarded())).toBe(null);
  const other = source();
  expect(admission.recheck(ask(), entry, other)).toMatchObject({ source: other, target: "/a", domain: DOMAIN });
});
