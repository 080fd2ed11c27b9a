import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Cluster } from "../../src/edge/types.ts";
import { turn } from "../wire/ends.ts";
import { createEdgeBed, pass } from "./edge-bed.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
});

const cluster: Cluster = {
  internalUrl: "http://own",
  secret: "between servers",
  presence: {
    set: async () => {},
    clear: async () => {},
    servers: async () => [],
    clients: async () => 0,
  },
};

test.each([
  ["alone is closed at once", undefined, 10_000, 0],
  ["in a cluster gives its clients two seconds to reconnect elsewhere", cluster, 10_000, 2_000],
  ["in a cluster gives its clients no more than the time for running requests", cluster, 1_000, 1_000],
])("a stopping server %s", async (_what, own, drainMs, expectedMs) => {
  const { edge, enter } = createEdgeBed(own === undefined ? {} : { cluster: own });
  const { control } = await enter();
  const startedAt = performance.now();
  let closedAfter: number | undefined;
  const closing = edge.close({ drainMs }).then(() => {
    closedAfter = performance.now() - startedAt;
  });
  await turn();
  for (let steps = 0; closedAfter === undefined && steps < 600; steps++) await pass(20);
  await closing;
  expect(closedAfter).toBe(expectedMs);
  expect(control.readableEnded || control.destroyed).toBe(true);
});

test("connections of visitors that have sent no request are closed with the server", async () => {
  const { edge, visit } = createEdgeBed();
  const silent = [visit(""), visit("")];
  await turn();
  await edge.close();
  for (let turns = 0; turns < 4; turns++) await turn();
  expect(silent.map(({ socket }) => socket.destroyed)).toEqual([true, true]);
});
