import type { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const written = { stdout: "", stderr: "" };
let removeListeners: () => void;

beforeEach(() => {
  written.stdout = "";
  written.stderr = "";
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  removeListeners = listenerRemover();
});

afterEach(() => {
  removeListeners();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  process.exitCode = undefined;
});

/** Returns a function that removes the listeners that were added since. */
function listenerRemover(): () => void {
  const emitters: { emitter: EventEmitter; name: string }[] = [
    ...stopSignals.map((name) => ({ emitter: process, name })),
    ...[process.stdout, process.stderr].map((emitter) => ({ emitter, name: "error" })),
  ];
  const before = emitters.map(({ emitter, name }) => new Set(emitter.rawListeners(name)));
  return () => {
    for (const [index, { emitter, name }] of emitters.entries())
      for (const listener of emitter.rawListeners(name))
        if (!before[index]!.has(listener)) emitter.removeListener(name, listener as () => void);
  };
}

/** Loads the module again, because its stop signal aborts once and for all. */
async function loadTerminal() {
  vi.resetModules();
  return await import("../../src/command-line/terminal.ts");
}

/** Gives the process another standard input and says which streams are a terminal. */
function useStreams({
  input,
  isErrorTerminal,
}: {
  input: PassThrough & { isTTY?: boolean };
  isErrorTerminal: boolean;
}) {
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as unknown as typeof process.stdin);
  const stderr = Object.assign(new PassThrough(), { isTTY: isErrorTerminal });
  vi.spyOn(process, "stderr", "get").mockReturnValue(stderr as unknown as typeof process.stderr);
  return stderr;
}

test("lines are written to the stream of their kind", async () => {
  const { processTerminal } = await loadTerminal();
  processTerminal.out("result");
  processTerminal.err("note");
  expect(written).toEqual({ stdout: "result\n", stderr: "note\n" });
});

test.each(stopSignals)("the first %s aborts the stop signal, and the second ends the process", async (name) => {
  const { processTerminal } = await loadTerminal();
  const signal = processTerminal.stopSignal!();
  expect(signal.aborted).toBe(false);
  process.emit(name);
  expect(signal.aborted).toBe(true);
  expect(process.exit).not.toHaveBeenCalled();
  process.emit(name);
  expect(process.exit).toHaveBeenCalledOnce();
});

test.each(["stdout", "stderr"] as const)("a reader that closes %s stops commands without an error", async (name) => {
  const { processTerminal, stopOnClosedOutput } = await loadTerminal();
  stopOnClosedOutput();
  process[name].emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  expect(processTerminal.stopSignal!().aborted).toBe(true);
  expect([process.exitCode, written.stderr]).toEqual([undefined, ""]);
});

test("output that cannot be written is a failure, which is reported unless standard error itself is broken", async () => {
  const { processTerminal, stopOnClosedOutput } = await loadTerminal();
  stopOnClosedOutput();
  const error = Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" });
  process.stderr.emit("error", error);
  expect(processTerminal.stopSignal!().aborted).toBe(true);
  expect([process.exitCode, written.stderr]).toEqual([1, ""]);
  process.stdout.emit("error", error);
  expect(written.stderr).toBe("Cannot write to standard output: write ENOSPC.\n");
});

test("a person at a terminal is asked on standard error", async () => {
  const { processTerminal } = await loadTerminal();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = useStreams({ input, isErrorTerminal: true });
  const answer = processTerminal.ask("Delete it? ");
  input.write("yes\n");
  expect(await answer).toBe("yes");
  expect(String(stderr.read())).toContain("Delete it? ");
  expect(written.stdout).toBe("");
  // A reader that stays open would keep the process alive.
  expect(input.isPaused()).toBe(true);
});

test.each([
  { isInputTerminal: false, isErrorTerminal: true },
  { isInputTerminal: true, isErrorTerminal: false },
])("nobody is asked if input or standard error is no terminal: %j", async ({ isInputTerminal, isErrorTerminal }) => {
  const { processTerminal } = await loadTerminal();
  useStreams({ input: Object.assign(new PassThrough(), { isTTY: isInputTerminal }), isErrorTerminal });
  expect(await processTerminal.ask("Delete it? ")).toBeNull();
});

test.each([
  [true, true],
  [true, false],
  [false, true],
])("a terminal is interactive (%j), and has colours if it supports them (%j)", async (isTTY, supportsColors) => {
  const stdout = { isTTY: isTTY || undefined, hasColors: () => supportsColors };
  vi.spyOn(process, "stdout", "get").mockReturnValue(stdout as unknown as typeof process.stdout);
  const { processTerminal } = await loadTerminal();
  expect(processTerminal.isInteractive).toBe(isTTY);
  expect(processTerminal.hasColors === true).toBe(isTTY && supportsColors);
});
