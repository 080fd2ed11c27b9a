import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

const writer = fileURLToPath(new URL("./crash-writer.ts", import.meta.url));

/** Runs the writer until it has acknowledged this many commits, then kills it without warning. */
async function killWriter(target: string, after: number): Promise<number[]> {
  const child = spawn(process.execPath, ["--import", "tsx", writer, target], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === after) child.kill("SIGKILL");
  }
  if (child.signalCode === null) await once(child, "exit");
  return acknowledged;
}

describe.each(["lmdb", "fs"])("%s", (scheme) => {
  test.each([50, 333, 1_000])(
    "keeps everything acknowledged, and no partial batch, when killed after %d commits",
    async (after) => {
      const { dir, remove } = temporaryFolder();
      const acknowledged = await killWriter(`${scheme}:${dir}`, after);
      expect(acknowledged.length).toBeGreaterThanOrEqual(after);

      const { kv, close } = await openStorage(`${scheme}:${dir}`);
      const last = Math.max(...acknowledged) + 20;
      const found = await Promise.all(
        Array.from({ length: last }, async (_, n) => [await kv.get(`body:${n}`), await kv.get(`index:${n}`)] as const),
      );
      for (const n of acknowledged) expect(found[n]?.[1]).toEqual({ n });
      for (const [body, index] of found) expect(body === null).toBe(index === null);
      for (let lane = 0; lane < 8; lane++)
        expect(await kv.get(`latest:${lane}`)).toEqual(await kv.get(`latest-too:${lane}`));
      await close();
      remove();
    },
  );
});
