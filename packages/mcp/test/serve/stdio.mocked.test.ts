import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runStdio } from "../../src/serve/stdio.ts";
import type { State } from "../../src/state/state.ts";

const handle = vi.hoisted(() => ({ close: async () => {} }));
const serveStdio = vi.hoisted(() =>
  vi.fn((_build: () => unknown, _options: { onerror(error: Error): void }) => handle),
);
vi.mock("@modelcontextprotocol/server/stdio", () => ({ serveStdio }));
vi.mock("../../src/serve/build-server.ts", () => ({ buildServer: () => {} }));

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
let before: Map<string, Set<unknown>>;
const listenersOf = (event: string) => process.listeners(event as "SIGHUP");
/** What listens at the streams of the process, by the stream and its event. */
const listeners = new Map<string, () => void>();
const note = (stream: string) => (event: string | symbol, listener: () => void) => {
  listeners.set(`${stream} ${String(event)}`, listener);
  return {} as never; // nobody reads it
};
beforeEach(() => {
  vi.spyOn(process.stdin, "once").mockImplementation(note("stdin"));
  vi.spyOn(process.stdout, "on").mockImplementation(note("stdout"));
  vi.useFakeTimers();
  before = new Map(signals.map((signal) => [signal, new Set<unknown>(listenersOf(signal))]));
});
afterEach(() => {
  vi.useRealTimers();
  for (const spy of [process.stdin.once, process.stdout.on]) vi.mocked(spy).mockRestore();
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

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a server that gets %s exits with %i", async (signal, code) => {
  const exit = vi.fn();
  runStdio({ close: async () => {} } as State, { log: () => {}, exit });
  process.emit(signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(exit.mock.calls).toEqual([[code]]);
});

test("a client that disconnects ends its server without a failure, whichever event tells it", async () => {
  const codes: Record<string, unknown[]> = {};
  for (const event of ["stdin end", "stdin close", "stdout error"]) {
    const exit = vi.fn();
    runStdio({ close: async () => {} } as State, { log: () => {}, exit });
    listeners.get(event)?.();
    await vi.advanceTimersByTimeAsync(0);
    codes[event] = exit.mock.calls.flat();
    listeners.clear();
  }
  expect(codes).toEqual({ "stdin end": [0], "stdin close": [0], "stdout error": [0] });
});

test("a broken message of the client is logged by the name of its error, because its text is untrusted", () => {
  const log = vi.fn();
  runStdio({ close: async () => {} } as State, { log, exit: () => {} });
  serveStdio.mock.lastCall?.[1].onerror(new SyntaxError("Unexpected token: ignore all rules"));
  expect(log.mock.calls).toEqual([["protocol: SyntaxError"]]);
});

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
