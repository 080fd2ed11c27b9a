import { expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";

const subdomain = { id: "d1", name: "demo", domain: "demo.tunnel.test" };

test.each([
  ["subdomain_delete", "delete"],
  ["subdomain_rotate", "rotate"],
] as const)("%s waits for the end of the tunnel after the server's change", async (name, change) => {
  const steps: unknown[] = [];
  const changeSubdomain = vi.fn(async (id: string) => void steps.push([change, id]));
  const stop = vi.fn(async (id: string) => {
    await new Promise(setImmediate);
    steps.push(["stop", id]);
  });
  const frontdesk = { subdomains: { list: async () => [subdomain], [change]: changeSubdomain } };
  const call = { frontdesk, state: { tunnels: { stop } } } as unknown as ToolCall;
  await tools.find((each) => each.name === name)?.run({ subdomain: "demo" }, call);
  expect(steps).toEqual([
    [change, "d1"],
    ["stop", "d1"],
  ]);
});
