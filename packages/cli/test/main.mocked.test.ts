import { afterEach, expect, test, vi } from "vitest";

const stopOnClosedOutput = vi.hoisted(() => vi.fn());
vi.mock("@frontdesk/basics/command-line", async (original) => ({ ...(await original<object>()), stopOnClosedOutput }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Runs the program of this process. Returns what it printed, and its exit code. */
async function main(...args: string[]) {
  vi.stubEnv("FRONTDESK_KEY", "");
  const { argv, exitCode } = process;
  process.argv = ["node", "frontdesk", ...args];
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await import("../src/main.ts").finally(() => (process.argv = argv));
  const code = process.exitCode;
  process.exitCode = exitCode;
  const toText = ({ mock }: typeof out) => mock.calls.map(([text]) => String(text)).join("");
  return { code, out: toText(out), err: toText(err as typeof out) };
}

test("the help names what the program is for, its commands and an example", async () => {
  const { code, out, err } = await main("--help");
  expect([code, err]).toEqual([0, ""]);
  await expect(out).toMatchFileSnapshot("main-help.txt");
  expect(stopOnClosedOutput).toHaveBeenCalled();
});

test("wrong usage is said on standard error, with exit code 2", async () => {
  expect(await main("status")).toEqual({
    code: 2,
    out: "",
    err: "No key: set FRONTDESK_KEY to an agent key (svcagt_…; `frontdesk key create` on the server makes one), or pass a file that contains it with --key-file.\n",
  });
});

test("a file without a key is named, with exit code 2", async () => {
  const { code, out, err } = await main("mailbox", "list", "--key-file", "/dev/null");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe("--key-file: /dev/null must contain one agent key (svcagt_…) and nothing else.\n");
});
