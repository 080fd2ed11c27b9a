import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runStdio } from "../../src/serve/stdio.ts";
import type { State } from "../../src/state/state.ts";

const handle = vi.hoisted(() => ({ close: async () => {} }));
vi.mock("@modelcontextprotocol/server/stdio", () => ({ serveStdio: () => handle }));
vi.mock("../../src/serve/build-server.ts", () => ({ buildServer: () => {} }));

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
let before: Map<string, Set<unknown>>;
const listenersOf = (event: string) => process.listeners(event as "SIGHUP");
beforeEach(() => {
  vi.useFakeTimers();
  before = new Map(signals.map((signal) => [signal, new Set<unknown>(listenersOf(signal))]));
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals)
    for (const listener of listenersOf(signal)) if (!before.get(signal)?.has(listener)) process.off(signal, listener);
});

/** The exit codes of a server that gets a SIGHUP and then these signals, so long after it. */
async function exitCodesAfter(
  milliseconds: number,
  close: () => Promise<void>,
  ...further: (typeof signals)[number][]
): Promise<number[]> {
  const codes: number[] = [];
  runStdio({ close } as State, { log: () => {}, exit: (code) => void codes.push(code) });
  for (const signal of ["SIGHUP", ...further] as const) process.emit(signal);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return codes;
}

test("a stopped server ends at once, even if something cannot be closed", async () => {
  const fail = async () => {
    throw new Error("cannot be closed");
  };
  expect(await exitCodesAfter(0, fail)).toEqual([129]);
});

test("a stopped server ends after 800 ms if something never closes", async () => {
  expect(await exitCodesAfter(799, () => new Promise(() => {}))).toEqual([]);
  expect(await exitCodesAfter(800, () => new Promise(() => {}))).toEqual([129]);
});

test("the time limit of a stop does not keep the process running", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  await exitCodesAfter(0, async () => {});
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  timers.mockRestore();
});

test("a stopping server closes its tunnels and the connection of its client", async () => {
  const closed: string[] = [];
  const close = vi.spyOn(handle, "close").mockImplementation(async () => void closed.push("connection"));
  await exitCodesAfter(0, async () => void closed.push("state"));
  expect(closed.sort()).toEqual(["connection", "state"]);
  close.mockRestore();
});

test("a server that is stopping heeds no second signal", async () => {
  expect(await exitCodesAfter(800, async () => {}, "SIGTERM")).toEqual([129, 129]);
});
