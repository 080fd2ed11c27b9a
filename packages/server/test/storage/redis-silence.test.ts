import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { startRedis } from "./redis-server.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so a path to it that dies is not tested here.");

/** A path to Redis whose connections can die as behind a NAT that forgets: without a word to either end. */
async function openPath(url: string) {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (bytes) => ends.has(from) && to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => ends.delete(from) && to.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A server on TCP has one.
  return { url: `redis://127.0.0.1:${port}`, forget: () => ends.clear(), close: () => server.close() };
}

test.skipIf(!redis)("a storage whose connections died silently is back within seconds", async () => {
  const { url, stop } = redis!;
  onTestFinished(stop);
  const path = await openPath(url);
  onTestFinished(() => void path.close());
  const [here, there] = await Promise.all([openStorage(path.url), openStorage(url)]);
  onTestFinished(() => there.close());
  onTestFinished(() => here.close());
  await there.kv.commit([["kept", { n: 1 }]]);
  path.forget();
  await expect(here.kv.get("kept")).rejects.toThrow();
  await expect.poll(() => here.kv.get("kept").catch(() => null), { timeout: 50_000 }).toEqual({ n: 1 });
});
