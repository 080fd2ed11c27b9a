import { expect, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

/** What the listeners were told, in order. */
const told = vi.hoisted(() => [] as unknown[][]);

/** Notes each call of these functions of a listener. */
const note = vi.hoisted(() => <T extends object>(name: string, listener: T, functions: (keyof T & string)[]): T => {
  for (const key of functions) {
    const call = listener[key] as (...values: unknown[]) => unknown;
    listener[key] = ((...values: unknown[]) => {
      told.push([name, key, ...values]);
      return call(...values);
    }) as T[typeof key];
  }
  return listener;
});

vi.mock("@frontdesk/tunnel/edge", async (original) => {
  const real = await original<typeof import("@frontdesk/tunnel/edge")>();
  return {
    ...real,
    createEdge: (options: Parameters<typeof real.createEdge>[0]) =>
      note("tunnels", real.createEdge(options), ["close"]),
    createConnectionLimit(options: Parameters<typeof real.createConnectionLimit>[0]) {
      told.push(["connections", options]);
      return real.createConnectionLimit(options);
    },
  };
});

vi.mock("../../src/http/listener.ts", async (original) => {
  const real = await original<typeof import("../../src/http/listener.ts")>();
  const watchForDrain: typeof real.watchForDrain = (server) =>
    note("http", real.watchForDrain(server), ["begin", "close"]);
  return { ...real, watchForDrain };
});

test("every listener stops taking requests first, and then has the drain time that the operator set", async () => {
  const { server } = await openDesk({
    edition: "later",
    port: 0,
    providerPort: 0,
    drain: 1_234,
    connectionsPerIp: 7,
    trustedProxies: ["10.0.0.1"],
  });
  await server.listen();
  // The API and the provider port, which drains as the API does.
  expect(told.splice(0)).toEqual(Array(2).fill(["connections", { maxPerIp: 7, exempt: ["10.0.0.1"] }]));
  await server.close();
  expect(told).toEqual([
    ["http", "begin"],
    ["http", "begin"],
    ["tunnels", "close", { drainMs: 1_234 }],
    ["http", "close", 1_234],
    ["http", "close", 1_234],
  ]);
});
