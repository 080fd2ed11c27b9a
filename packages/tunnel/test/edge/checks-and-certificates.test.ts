import { afterEach, expect, test, vi } from "vitest";
import { createEdge } from "../../src/edge/edge.ts";
import type { EdgeOptions, SubdomainRef } from "../../src/edge/types.ts";

afterEach(() => void vi.restoreAllMocks());

/** An edge over a storage that has this name, and the names that were looked up. */
function setUp(more: Partial<EdgeOptions> = {}) {
  const lookedUp: string[] = [];
  const demo: SubdomainRef = { id: "s1", domain: "demo.tunnel.localhost", tokenHash: "h" };
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost:8787",
    reserved: ["www"],
    bus: { publish: async () => {}, subscribe: () => () => {}, onReconnect: () => () => {} },
    findByToken: async () => null,
    async findByDomain(domain) {
      lookedUp.push(domain);
      return domain === demo.domain ? demo : null;
    },
    log: { info() {}, warn() {} },
    ...more,
  });
  return { edge, lookedUp };
}

test.each([
  ["nothing else", {}, 1_000],
  ["heartbeats of two seconds", { heartbeatMs: 2_000 }, 1_000],
  ["faster heartbeats", { heartbeatMs: 1_000 }, 500],
  ["a short time to respond", { responseTimeoutMs: 300 }, 150],
])("connections are checked often enough, with the setting of %s", async (_what, tuning, interval) => {
  const timers = vi.spyOn(globalThis, "setInterval");
  const { edge } = setUp({ tuning });
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([interval]);
  await edge.close();
});

test.each<[domain: string, isIssued: boolean, lookedUp: string[]]>([
  ["demo.tunnel.localhost", true, ["demo.tunnel.localhost"]],
  ["DEMO.Tunnel.localhost", true, ["demo.tunnel.localhost"]],
  ["other.tunnel.localhost", false, ["other.tunnel.localhost"]],
  ["localhost", false, []],
  ["www.tunnel.localhost", false, []],
  ["a.demo.tunnel.localhost", false, []],
])("a certificate for %s may be issued, after a look-up if it is the name of a tunnel: %s", async (...row) => {
  const [domain, isIssued, expected] = row;
  const { edge, lookedUp } = setUp();
  expect([await edge.mayIssueCertificate(domain), lookedUp]).toEqual([isIssued, expected]);
  await edge.close();
});
