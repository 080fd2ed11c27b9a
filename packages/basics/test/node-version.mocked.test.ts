import { afterEach, expect, test, vi } from "vitest";

afterEach(() => void vi.unstubAllGlobals());

/** Loads the check as another version of Node would. Returns the exit code, or `undefined` if the process goes on. */
async function exitCodeWith(version: string): Promise<number | undefined> {
  const exit = vi.fn<(code: number) => void>();
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("process", Object.create(process, { versions: { value: { node: version } }, exit: { value: exit } }));
  vi.resetModules();
  await import("../src/node-version.ts");
  const said = error.mock.calls.join("\n");
  error.mockRestore();
  const code = exit.mock.calls[0]?.[0];
  const reason = `Frontdesk needs Node.js 20.19 or later; this is ${version}. Install a newer one: https://nodejs.org`;
  expect(said).toBe(code === undefined ? "" : reason);
  return code;
}

test.each(["18.20.8", "19.9.0", "20.0.0", "20.18.3"])("a command does not start on Node %s", async (version) => {
  expect(await exitCodeWith(version)).toBe(1);
});

test.each(["20.19.0", "20.20.2", "21.0.0", "22.1.0", "24.0.0"])("a command starts on Node %s", async (version) => {
  expect(await exitCodeWith(version)).toBeUndefined();
});
