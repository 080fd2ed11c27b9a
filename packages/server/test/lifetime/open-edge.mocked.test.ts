import type { EdgeOptions } from "@frontdesk/tunnel/edge";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Services } from "../../src/context.ts";
import { openEdge } from "../../src/lifetime/open-edge.ts";
import { createRateLimits } from "../../src/limits/rate-limits.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { hashToken } from "../../src/text/ids.ts";
import { openDesk } from "../api/harness.ts";

/** What the edge was created with. */
const edge = vi.hoisted(() => ({ options: null as EdgeOptions | null }));

vi.mock("@frontdesk/tunnel/edge", async (original) => {
  const real = await original<typeof import("@frontdesk/tunnel/edge")>();
  return {
    ...real,
    createEdge(options: EdgeOptions) {
      edge.options = options;
      return real.createEdge(options);
    },
  };
});

function open(services: Services) {
  const none = { failures: 0, requestsOfKey: 0, requestsOfAccount: 0, registrations: 0, authorizations: 0 };
  const rates = createRateLimits({ limits: { ...none, guesses: 0, aborts: 0 } });
  const opened = openEdge(services, { bus: createLocalBus(), rates, log: services.log });
  onTestFinished(() => opened.close({ drainMs: 0 }));
}

test("the edge rejects visitors of the names that a setting reserves", async () => {
  const { services } = (await openDesk({ reservedSubdomains: ["www", "status"] })).server;
  open(services);
  expect(edge.options?.reserved).toEqual(["www", "status"]);
});

test("the buffers of a connection, a tunnel and the process are as large as their settings say", async () => {
  const { services } = (await openDesk()).server;
  const sizes = { bufferPerConnection: 1, bufferPerTunnel: 2, bufferTotal: 3 };
  open({ ...services, options: { ...services.options, ...sizes } });
  expect(edge.options?.sendBuffers).toEqual({ connection: 1, tunnel: 2, process: 3 });
});

test.each([
  ["", {}],
  ["abuse@desk.test", { abuseContact: "abuse@desk.test" }],
])("the edge gets the settings of the server, with the contact %j", async (abuseContact, contact) => {
  const { services } = (
    await openDesk({
      tunnelDomain: "tunnels.test",
      baseDomain: "vip.test",
      publicUrl: "https://desk.test/",
      trustedProxies: ["10.0.0.1"],
      reservedSubdomains: ["www"],
      clientsPerSubdomain: 3,
      abuseContact,
    })
  ).server;
  open(services);
  const { findByToken: _token, findByDomain: _domain, onTunnelOpen: _open, bus: _bus, ...settings } = edge.options!;
  const { rates: _rates, log, sendBuffers: _buffers, ...plain } = settings;
  expect(log).toBe(services.log);
  expect(plain).toEqual({
    tunnelDomain: "tunnels.test",
    baseDomain: "vip.test",
    publicUrl: "https://desk.test",
    trustedProxies: ["10.0.0.1"],
    reserved: ["www"],
    maxClients: 3,
    ...contact,
  });
});

test("the edge finds a subdomain by its token and its domain, and gets a hash of the token alone", async () => {
  const desk = await openDesk({ tunnelDomain: "tunnels.test" });
  open(desk.server.services);
  const { subdomain } = (await desk.call("POST", "subdomain/register", { body: { name: "demo" } })).body;
  const found = { id: subdomain.id, domain: "demo.tunnels.test", tokenHash: hashToken(subdomain.token) };
  expect(await edge.options?.findByToken(subdomain.token)).toEqual(found);
  expect(await edge.options?.findByDomain("demo.tunnels.test")).toEqual(found);
  expect(await edge.options?.findByToken("svc_unknown")).toBeNull();
  expect(await edge.options?.findByDomain("other.tunnels.test")).toBeNull();
});

test("a tunnel is in the audit log, unless its subdomain was deleted just then", async () => {
  const error = vi.fn();
  const desk = await openDesk({ log: { info() {}, warn() {}, error } });
  const { services } = desk.server;
  open(services);
  const { subdomain } = (await desk.call("POST", "subdomain/register", { body: { name: "demo" } })).body;
  const found = await edge.options?.findByToken(subdomain.token);
  if (!found) throw new Error("The subdomain is unknown");
  const record = vi.spyOn(services.audit, "record");
  edge.options?.onTunnelOpen?.(found, "192.0.2.1");
  await expect
    .poll(() => record.mock.lastCall?.[0])
    .toEqual({
      account: expect.objectContaining({ name: "default" }),
      key_id: subdomain.id,
      action: "tunnel.opened",
      target: `subdomain:${subdomain.id}`,
      ip: "192.0.2.1",
    });
  const find = vi.spyOn(services.subdomains, "find");
  await desk.call("DELETE", `subdomain/${subdomain.id}`);
  edge.options?.onTunnelOpen?.(found, "192.0.2.1");
  await expect.poll(() => find.mock.settledResults.at(-1)).toMatchObject({ value: null });
  await new Promise(setImmediate);
  expect([record.mock.calls.length, error.mock.calls]).toEqual([1, []]);
});

test("a tunnel that cannot be recorded is an error in the log", async () => {
  const lines: unknown[][] = [];
  const at = (level: string) => (line: string, error: unknown) => void lines.push([level, line, error]);
  const { services } = (await openDesk({ log: { info() {}, warn: at("warn"), error: at("error") } })).server;
  open(services);
  const full = new Error("The disk is full");
  vi.spyOn(services.subdomains, "find").mockRejectedValueOnce(full);
  edge.options?.onTunnelOpen?.({ id: "a subdomain", domain: "demo.test", tokenHash: "" }, "192.0.2.1");
  await expect.poll(() => lines).toEqual([["error", "Audit log: a tunnel was not recorded", full]]);
});
