import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runHttp } from "../../src/serve/http.ts";
import { createState } from "../../src/state/state.ts";
import { readSettings } from "../read-settings.ts";

/** What happens to a new connection to the port. */
const connectTo = (port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve("open"));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    onTestFinished(() => void socket.destroy());
  });

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("after %s the server exits with %i, and takes no more connections", async (signal, code) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = { SIGINT: process.listeners("SIGINT"), SIGTERM: process.listeners("SIGTERM") };
  const lines: string[] = [];
  let exit: (code: number) => void = () => {};
  const exited = new Promise<number>((resolve) => (exit = resolve));
  const state = createState(readSettings(["--http=0", "--secrets-folder", folder], {}));
  await runHttp(state, { log: (line) => void lines.push(line), exit });
  const port = Number(new URL(lines.at(-1)!.slice("serving ".length)).port);
  expect(await connectTo(port)).toBe("open");
  // Only those of this server: what a test runner does with a signal is its own.
  const added = (name: keyof typeof before) => process.listeners(name).find((each) => !before[name].includes(each))!;
  const listeners = { SIGINT: added("SIGINT"), SIGTERM: added("SIGTERM") };
  onTestFinished(() => {
    for (const [name, listener] of Object.entries(listeners)) process.removeListener(name, listener);
  });
  listeners[signal](signal);
  expect(await exited).toBe(code);
  expect(await connectTo(port)).toBe("ECONNREFUSED");
});
