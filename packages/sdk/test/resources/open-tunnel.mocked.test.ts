import { beforeEach, expect, test, vi } from "vitest";
import { openAccount, response } from "./account.ts";

const openTunnel = vi.hoisted(() => vi.fn(async (_options: object) => ({ url: "http://demo.test" })));
const installed = vi.hoisted(() => ({ error: null as Error | null }));
vi.mock("#tunnel-package", () => ({
  async importTunnelPackage() {
    if (installed.error) throw installed.error;
    return { openTunnel };
  },
}));

beforeEach(() => {
  openTunnel.mockClear();
  installed.error = null;
});

test.each([
  ["its own server and token", {}, { baseUrl: "http://desk.test", token: "svc_1" }],
  ["another URL of the server", { baseUrl: "http://lan.test" }, { baseUrl: "http://lan.test", token: "svc_1" }],
  ["no other token", { token: "svc_other" }, { baseUrl: "http://desk.test", token: "svc_1" }],
])("a subdomain opens its tunnel with %s", async (_what, options, expected) => {
  const { subdomains } = await openAccount(async () => Response.json(response));
  const [subdomain] = await subdomains.list();
  const given = { port: 3000, drain: 7 };
  expect(await subdomain?.openTunnel({ ...given, ...options })).toEqual({ url: "http://demo.test" });
  expect(openTunnel.mock.calls).toEqual([[{ ...given, ...expected }]]);
});

test("without the tunnel's package the error says where the server offers it, and keeps the cause", async () => {
  const { subdomains } = await openAccount(async () => Response.json(response));
  const [subdomain] = await subdomains.list();
  installed.error = new Error("Cannot find package '@frontdesk/tunnel'");
  await expect(subdomain?.openTunnel({ port: 3000 })).rejects.toMatchObject({
    message:
      "Tunnels need the package @frontdesk/tunnel beside @frontdesk/sdk. Install it: npm install http://desk.test/downloads/frontdesk-tunnel.tgz",
    cause: installed.error,
  });
});

test("where there is no Node the error says so", async () => {
  const { importTunnelPackage } = await import("../../src/no-tunnel-package.ts");
  await expect(importTunnelPackage()).rejects.toThrow(
    new Error("Run this in Node: only there can a tunnel reach a local port."),
  );
});
