import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { createServer } from "@frontdesk/server";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";

let command: string;

beforeAll(async () => {
  const root = new URL("../../../cli/", import.meta.url).pathname;
  // One level below the package, as `dist/` is: the command finds its package.json from there.
  command = `${root}.tmp/main.js`;
  const js = 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);';
  const format = { bundle: true, platform: "node", format: "esm", banner: { js } } as const;
  await build({ entryPoints: [`${root}src/main.ts`], outfile: command, ...format });
});

/** Runs the command, and stops reading before it has written anything. */
async function unread(argv: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...argv], { env: { PATH: process.env.PATH, ...env } });
  child.stdout.destroy();
  let err = "";
  child.stderr.on("data", (bytes) => {
    err += bytes;
  });
  const [code, signal] = await once(child, "close");
  return { code, signal, err };
}

const done = { code: 0, signal: null, err: "" };

test("a command exits silently if nobody reads its output", async () => {
  expect(await unread(["--help"])).toEqual(done);
});

test("a command that would run on also exits if nobody reads its output", async () => {
  const key = "svcagt_TheKeyOfTheCommandsTests00000000000";
  const server = await createServer({ storage: "memory:", bootstrapKey: key, port: 0, smtp: false });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const tunnel = ["tunnel", "1"];
  expect(await unread(tunnel, { FRONTDESK_URL: url, FRONTDESK_KEY: key })).toEqual(done);
});

test("an output error is reported in one line", async () => {
  // A device that is always full, where the system has one.
  if (!existsSync("/dev/full")) return;
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [command, "--help"], { stdio: ["ignore", full, "pipe"] });
  let err = "";
  child.stderr?.on("data", (bytes) => {
    err += bytes;
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(err).toMatch(/^Cannot write to standard output: ENOSPC.*\n$/);
});
