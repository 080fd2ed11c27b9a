import * as files from "node:fs/promises";
import * as os from "node:os";
import { expect, test, vi } from "vitest";
import { checkLimits } from "../../src/doctor/machine.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), readFile: vi.fn() }));
vi.mock("node:os", async (original) => ({ ...(await original<object>()), totalmem: vi.fn() }));

const mebibyte = 2 ** 20;

interface System {
  /** MiB of the machine, and the limit of its container as the system writes it. */
  memory?: number;
  container?: string;
  openFiles?: string;
  backlog?: string;
}

/** What the doctor says of such a system, by check. A file that is not given is not there. */
async function check({ memory = 4_096, container, openFiles, backlog }: System) {
  const texts: Record<string, string | undefined> = {
    "/sys/fs/cgroup/memory.max": container,
    "/proc/self/limits":
      openFiles && `Limit  Soft  Hard  Units\nMax open files            1024      ${openFiles}      files\n`,
    "/proc/sys/net/core/somaxconn": backlog,
  };
  vi.mocked(os.totalmem).mockReturnValue(memory * mebibyte);
  vi.mocked(files.readFile).mockImplementation(async (path) => {
    const text = texts[String(path)];
    if (text === undefined) throw Object.assign(new Error("missing"), { code: "ENOENT" });
    return text;
  });
  const results = await checkLimits();
  return Object.fromEntries(results.map((result) => [result.check, result]));
}

test.each<[string, System, string, string]>([
  ["the machine's without a container", { memory: 2_048 }, "ok", "2,048 MiB"],
  ["the machine's in a container without a limit", { memory: 2_048, container: "max\n" }, "ok", "2,048 MiB"],
  ["the container's", { container: `${512 * mebibyte}\n` }, "ok", "512 MiB"],
  ["no more than the machine has", { memory: 1_024, container: `${8_192 * mebibyte}\n` }, "ok", "1,024 MiB"],
  ["just enough with 384 MiB", { container: `${384 * mebibyte}\n` }, "ok", "384 MiB"],
  ["too little below", { container: `${383 * mebibyte}\n` }, "warn", "383 MiB"],
])("the memory that the server may take is %s", async (_what, system, status, shown) => {
  const { memory } = await check(system);
  expect(memory).toMatchObject({ status, message: `The server may take ${shown} of memory.` });
});

test.each<[string | undefined, string, string]>([
  [undefined, "skip", "Cannot check the limit of open files on this system."],
  ["unlimited", "ok", "unlimited files may be open."],
  ["16384", "ok", "16384 files may be open."],
  ["16383", "warn", "Only 16383 files may be open, and each connection is one."],
])("open files, of which the hard limit counts: %s", async (openFiles, status, message) => {
  expect((await check(openFiles === undefined ? {} : { openFiles })).files).toMatchObject({ status, message });
});

test.each<[string | undefined, string, string]>([
  [undefined, "skip", "Cannot check the limit of waiting connections on this system."],
  ["1024\n", "ok", "1024 connections may wait to be accepted."],
  ["1023\n", "warn", "Only 1023 connections may wait to be accepted."],
])("connections that may wait: %j", async (backlog, status, message) => {
  const result = (await check(backlog === undefined ? {} : { backlog })).backlog;
  expect(result).toMatchObject({ status, message });
  expect(result?.todo).toBe(status === "warn" ? "Raise it: sysctl -w net.core.somaxconn=4096" : undefined);
});

test("a server with too little memory is told what it needs", async () => {
  expect((await check({ container: `${383 * mebibyte}` })).memory?.todo).toBe(
    "Give it 512 MiB: large mails and many tunnels need them.",
  );
});

test("a limit of open files that is too low is shown, with four times what is needed to set", async () => {
  expect((await check({ openFiles: "4096" })).files).toMatchObject({
    message: "Only 4096 files may be open, and each connection is one.",
    todo: "Raise it: ulimit -n 65536, or LimitNOFILE=65536 in the unit.",
  });
});
