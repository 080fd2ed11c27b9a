import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitUntilStopped } from "../../src/cli/stop.ts";

/** The listeners that would hear the signals of this very process. */
let listeners: Record<string, () => void>;
let exits: unknown[];

beforeEach(() => {
  listeners = {};
  exits = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  vi.spyOn(process, "on").mockImplementation((name, listener) => {
    listeners[String(name)] = listener as () => void; // those of signals need no argument
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    exits.push(code);
    return undefined as never; // the real one does not return
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that closes when it is told to have finished. */
function startServer(env: NodeJS.ProcessEnv = {}) {
  let finish = () => {};
  let fail = (_error: Error) => {};
  const close = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      }),
  );
  return {
    close,
    stopped: waitUntilStopped({ close }, { env }),
    finish: () => finish(),
    fail: (error: Error) => fail(error),
  };
}

test.each(["SIGTERM", "SIGINT"])("%s closes the server, and the rest continues when it is closed", async (signal) => {
  const { close, stopped, finish } = startServer();
  expect(close).not.toHaveBeenCalled();
  listeners[signal]?.();
  expect(close).toHaveBeenCalledOnce();
  finish();
  await stopped;
  expect(exits).toEqual([]);
});

test("an error while closing is reported", async () => {
  const { stopped, fail } = startServer();
  listeners.SIGTERM?.();
  fail(new Error("disk gone"));
  await expect(stopped).rejects.toThrow("disk gone");
});

test("the echo of a signal is ignored, a second signal exits the process", () => {
  const { close } = startServer();
  listeners.SIGINT?.();
  vi.advanceTimersByTime(150);
  listeners.SIGINT?.();
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(100);
  listeners.SIGTERM?.();
  expect(exits).toEqual([1]);
  expect(close).toHaveBeenCalledOnce();
});

test("a signal within 200 ms is an echo, and a later one is not", () => {
  const { close } = startServer();
  listeners.SIGINT?.();
  vi.advanceTimersByTime(200);
  listeners.SIGINT?.();
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(1);
  listeners.SIGINT?.();
  expect(exits).toEqual([1]);
  expect(close).toHaveBeenCalledOnce();
});

test("listeners learn of the first signal, by its name", () => {
  const heard: string[] = [];
  const close = () => new Promise<void>(() => {});
  void waitUntilStopped({ close }, { env: { npm_lifecycle_event: "start" }, onSignal: (signal) => heard.push(signal) });
  (listeners.SIGTERM as unknown as (signal: string) => void)("SIGTERM");
  (listeners.SIGTERM as unknown as (signal: string) => void)("SIGTERM");
  expect(heard).toEqual(["SIGTERM"]);
});

test("the check for npm's shell, four times a second, does not keep the process alive", () => {
  const setInterval = vi.spyOn(globalThis, "setInterval");
  const { close } = startServer({ npm_lifecycle_event: "start" });
  expect(setInterval.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([250]);
  expect(setInterval.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  vi.spyOn(process, "ppid", "get").mockReturnValue(1);
  vi.advanceTimersByTime(250);
  expect(close).toHaveBeenCalledOnce();
});

test("the end of npm's shell cuts off no close that a signal to the whole group has begun", () => {
  const { close } = startServer({ npm_lifecycle_event: "start" });
  listeners.SIGTERM?.();
  vi.spyOn(process, "ppid", "get").mockReturnValue(1);
  vi.advanceTimersByTime(1_000);
  expect([close.mock.calls.length, exits]).toEqual([1, []]);
});

test("under npm the end of the shell counts as a signal, and otherwise it does not", () => {
  const [under, elsewhere] = [startServer({ npm_lifecycle_event: "start" }), startServer()];
  vi.advanceTimersByTime(1_000);
  expect(under.close).not.toHaveBeenCalled();
  vi.spyOn(process, "ppid", "get").mockReturnValue(1);
  vi.advanceTimersByTime(1_000);
  expect(under.close).toHaveBeenCalledOnce();
  expect(elsewhere.close).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
