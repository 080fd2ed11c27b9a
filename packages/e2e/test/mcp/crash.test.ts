import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { bundle } from "./desk.ts";

const key = "svcagt_0123456789abcdefghij";
/** Makes the process throw at a signal, outside of any call. */
const crashAtSignal = `process.on("SIGUSR2", () => { throw new Error("lost with " + process.env.FRONTDESK_KEY); });`;

test("a crash ends the process, and its report names no key", async () => {
  const child = spawn(process.execPath, ["--import", `data:text/javascript,${crashAtSignal}`, bundle], {
    env: { PATH: process.env.PATH ?? "", FRONTDESK_URL: "http://127.0.0.1:9", FRONTDESK_KEY: key },
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const ended = once(child, "close");
  child.stdin.write(
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n`,
  );
  await once(child.stdout, "data");
  child.kill("SIGUSR2");
  expect((await ended)[0]).toBe(1);
  expect(stderr).toMatch(/^frontdesk-mcp: crashed: Error: lost with /m);
  expect(stderr).not.toContain(key);
});
