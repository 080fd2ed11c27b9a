import { beforeEach, expect, test, vi } from "vitest";
import { openAccount, response } from "./account.ts";

const openTunnel = vi.hoisted(() => vi.fn(async (_options: object) => ({ url: "http://demo.test" })));
vi.mock("#tunnel-package", () => ({ importTunnelPackage: async () => ({ openTunnel }) }));

beforeEach(() => void openTunnel.mockClear());

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
