import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { messageId, nextSequence } from "../../src/inbox/cursor.ts";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { bodyKey } from "../../src/inbox/record.ts";
import { createRetention } from "../../src/inbox/retention.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Backend, Kv } from "../../src/storage/types.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { type RedisServer, startRedis } from "../storage/redis-server.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1, 0, 30);
const writer = fileURLToPath(new URL("./expiry-writer.ts", import.meta.url));

/** A kv that records which keys were read, and which are stored now. */
function watch(kv: Kv) {
  const stored = new Set<string>();
  const read: string[] = [];
  const watched: Kv = {
    ...kv,
    get: <T extends object>(key: string) => {
      read.push(key);
      return kv.get<T>(key);
    },
    async commit(writes) {
      await kv.commit(writes);
      for (const [key, value] of writes) value === null ? stored.delete(key) : stored.add(key);
    },
  };
  return { kv: watched, stored, read };
}

/** One server's message stores on a backend. Servers of one cluster share `at`. */
function openInboxes({ locks, bus }: Backend, kv: Kv, at: { now: number }) {
  const clock = { now: () => at.now };
  const parts = { kv, locks, bus, clock, retentionMs: day };
  const inbox = createMailMessageStore({ ...parts, maxWaits: 10, exists: async () => true });
  const { sweep, close } = createRetention({ ...parts, channel: "mail" });
  return {
    sweep,
    receive: (...ids: string[]) =>
      inbox.receive(
        ids.map((id) => ({ id, recipient: `${id}@mail.test` })),
        { subject: "s", sender: "a@b.test", body: "text" },
      ),
    subjects: async (id: string) => (await inbox.read(id, { count: 10 })).messages.length,
    sequence: async (id: string) => (await inbox.index(id)).sequence,
    async close() {
      await Promise.all([inbox.close(), close()]);
    },
  };
}

/** The keys of bodies, each as the inbox it belongs to. */
const inboxesOf = (stored: Set<string>) => [...stored].filter(isBody).map((key) => key.split(":")[1]);
const isBody = (key: string) => key.startsWith("message:");
const isEntry = (key: string) => /^expiry:mail:\d+:/.test(key);

/** Tests that every kind of storage deletes expired messages. */
function testRetention(name: string, open: () => Promise<{ backend: Backend; cleanUp(): Promise<void> | void }>) {
  describe(name, () => {
    let backend: Backend;
    let cleanUp: () => Promise<void> | void;
    // A test's own stretch of time, since all share one storage.
    let at = { now: start };

    beforeAll(async () => {
      ({ backend, cleanUp } = await open());
    });
    afterAll(async () => {
      await backend.close();
      await cleanUp();
    });

    test("deletes expired messages from an inbox that receives nothing more, and reads no other", async () => {
      const { kv, stored, read } = watch(backend.kv);
      const desk = openInboxes(backend, kv, at);
      await desk.receive("old1", "old2");
      at.now += 12 * hour;
      await desk.receive("young");
      at.now = start + day + 2 * hour;
      const sequence = await desk.sequence("old1");
      read.length = 0;
      await desk.sweep();
      expect(inboxesOf(stored)).toEqual(["young"]);
      expect(read).not.toContain("inbox:young");
      expect(await desk.sequence("old1")).toBe(sequence);
      at.now += day;
      await desk.sweep();
      expect([...stored].filter((key) => isBody(key) || isEntry(key))).toEqual([]);
      // One record has the last swept hour, one the retention time; the rest belong to the inboxes.
      expect([...stored].filter((key) => !key.startsWith("inbox:"))).toEqual(["expiry:mail", "retention:mail"]);
      read.length = 0;
      await desk.sweep();
      expect(read).toEqual(["expiry:mail"]);
      await desk.close();
    });

    test("deletes what an inbox receives in the hour in which it was emptied", async () => {
      at = { now: at.now + 10 * day };
      const { kv, stored } = watch(backend.kv);
      const desk = openInboxes(backend, kv, at);
      await desk.receive("again");
      at.now += day + hour;
      await desk.sweep();
      expect(inboxesOf(stored)).toEqual([]);
      await desk.receive("again");
      expect(inboxesOf(stored)).toEqual(["again"]);
      at.now += day + 2 * hour;
      await desk.sweep();
      expect(inboxesOf(stored)).toEqual([]);
      await desk.close();
    });

    test("keeps later messages, and returns for them", async () => {
      at = { now: at.now + 10 * day };
      const { kv, stored } = watch(backend.kv);
      const desk = openInboxes(backend, kv, at);
      for (let times = 0; times < 3; times++) {
        await desk.receive("busy");
        at.now += 10 * hour;
      }
      expect([...stored].filter(isEntry)).toHaveLength(1);
      await desk.sweep();
      expect([...stored].filter(isBody)).toHaveLength(2);
      expect(await desk.subjects("busy")).toBe(2);
      // Six hours later, the older of the two has expired, and the younger has not.
      at.now += 6 * hour;
      await desk.sweep();
      expect([...stored].filter(isBody)).toHaveLength(1);
      expect(await desk.subjects("busy")).toBe(1);
      at.now += 2 * day;
      await desk.sweep();
      expect([...stored].filter((key) => isBody(key) || isEntry(key))).toEqual([]);
      const sequence = await desk.sequence("busy");
      await desk.receive("busy");
      expect(await desk.sequence("busy")).toBeGreaterThan(sequence);
      await desk.close();
    });

    test("sweeps more than a page, from two servers at once, while mail arrives", async () => {
      at = { now: at.now + 10 * day };
      const { kv, stored } = watch(backend.kv);
      const servers = [openInboxes(backend, kv, at), openInboxes(backend, kv, at)] as const;
      const ids = Array.from({ length: 300 }, (_, index) => `many${index}`);
      await Promise.all(ids.map((id, index) => servers[index % 2]?.receive(id)));
      at.now += day + 2 * hour;
      await Promise.all([
        servers[0].sweep(),
        servers[1].sweep(),
        servers[0].receive("many7"),
        servers[1].receive("new"),
      ]);
      expect(inboxesOf(stored).sort()).toEqual(["many7", "new"]);
      expect([...stored].filter(isEntry)).toHaveLength(2);
      await Promise.all(servers.map((server) => server.close()));
    });

    test("visits an inbox again whose visit failed, and delays no other inbox", async () => {
      at = { now: at.now + 10 * day };
      const { kv, stored } = watch(backend.kv);
      let broken = false;
      const failing: Kv = {
        ...kv,
        get: async <T extends object>(key: string) => {
          if (broken && key === "inbox:bad") throw new Error("damaged");
          return kv.get<T>(key);
        },
      };
      const desk = openInboxes(backend, failing, at);
      await desk.receive("bad", "good");
      at.now += day + 2 * hour;
      broken = true;
      await desk.sweep();
      expect(inboxesOf(stored)).toEqual(["bad"]);
      broken = false;
      at.now += 3 * hour;
      await desk.sweep();
      expect([...stored].filter((key) => isBody(key) || isEntry(key))).toEqual([]);
      await desk.close();
    });
  });
}

testRetention("memory", async () => ({ backend: await openStorage("memory:"), cleanUp() {} }));

for (const scheme of ["lmdb", "fs"])
  testRetention(scheme, async () => {
    const { dir, remove } = temporaryFolder();
    return { backend: await openStorage(`${scheme}:${dir}`), cleanUp: remove };
  });

const redis: RedisServer | null = await startRedis();
if (redis) testRetention("redis", async () => ({ backend: await openStorage(redis.url), cleanUp: () => redis.stop() }));

describe.each(["lmdb", "fs"])("%s, killed while it stores", (scheme) => {
  test("has every stored message in the calendar", async () => {
    const { dir, remove } = temporaryFolder();
    const target = `${scheme}:${dir}`;
    const child = spawn(process.execPath, ["--import", "tsx", writer, target, String(start)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 150) child.kill("SIGKILL");
    }
    if (child.signalCode === null) await once(child, "exit");

    const backend = await openStorage(target);
    const at = { now: start + hour };
    const desk = openInboxes(backend, backend.kv, at);
    for (const id of acknowledged) expect(await desk.subjects(id)).toBe(1);
    const first = acknowledged[0] ?? "";
    expect(await backend.kv.get(bodyKey(first, messageId(first, nextSequence(0, start))))).not.toBeNull();
    at.now += day + hour;
    await desk.sweep();
    const boxes = Array.from({ length: acknowledged.length + 20 }, (_, index) => `box${index}`);
    for (const id of boxes) expect(await backend.kv.get(bodyKey(id, messageId(id, nextSequence(0, start))))).toBeNull();
    await desk.close();
    await backend.close();
    remove();
  });
});

test("runs once a minute, until the store is closed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const backend = await openStorage("memory:");
    const { kv, stored } = watch(backend.kv);
    const at = { now: start };
    const desk = openInboxes(backend, kv, at);
    await desk.receive("box");
    at.now += day + 2 * hour;
    vi.advanceTimersByTime(60_000);
    while ([...stored].some(isBody)) await new Promise(setImmediate);
    await desk.close();
    expect(vi.getTimerCount()).toBe(0);
    await backend.close();
  } finally {
    vi.useRealTimers();
  }
});
