import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Backend } from "../../src/storage/types.ts";
import { startRedis } from "./redis-server.ts";
import { testStore } from "./suite.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so storage on Redis is not tested here.");

describe.skipIf(!redis)("Redis", () => {
  const { url, stop } = redis ?? { url: "", stop: async () => {} };
  afterAll(stop);

  testStore("as a store", async () => {
    const open = () => openStorage(url);
    return { backend: await open(), reopen: open };
  });

  describe("shared by two servers", () => {
    let here: Backend;
    let there: Backend;
    let admin: Redis;

    beforeAll(async () => {
      [here, there] = await Promise.all([openStorage(url), openStorage(url)]);
      admin = new Redis(url);
    });
    afterAll(async () => {
      await Promise.all([here.close(), there.close()]);
      admin.disconnect();
    });

    test("shows each server the other's commits", async () => {
      await here.kv.commit([["shared", { n: 1 }]]);
      expect(await there.kv.get("shared")).toEqual({ n: 1 });
    });

    test("uses only its own key prefix", async () => {
      await here.kv.commit([["prefixed", { n: 1 }]]);
      expect(await admin.get("frontdesk:kv:prefixed")).toBe('{"n":1}');
    });

    test("lets one server at a time hold a lock", async () => {
      const increase = (backend: Backend) =>
        backend.locks.with(["counter"], async () => {
          const { n } = (await backend.kv.get<{ n: number }>("counter")) ?? { n: 0 };
          await backend.kv.commit([["counter", { n: n + 1 }]]);
        });
      await Promise.all(Array.from({ length: 20 }, () => [increase(here), increase(there)]).flat());
      expect(await here.kv.get("counter")).toEqual({ n: 40 });
      expect(await admin.keys("frontdesk:mutex:*")).toEqual([]);
    });

    test("acquires overlapping locks in the same order on both servers", async () => {
      const both = [here, there].map((backend, n) =>
        Promise.all(
          Array.from({ length: 10 }, () => backend.locks.with(n ? ["x", "y"] : ["y", "x"], async () => await null)),
        ),
      );
      await expect(Promise.all(both)).resolves.toBeDefined();
    });

    test("stores nothing for work whose lock was lost", async () => {
      const late = here.locks.with(["lost"], async () => {
        await admin.del("frontdesk:mutex:lost");
        await there.locks.with(["lost"], () => there.kv.commit([["owner", { is: "there" }]]));
        await here.kv.commit([["owner", { is: "here" }]]);
      });
      await expect(late).rejects.toThrow("A lock was lost");
      expect(await here.kv.get("owner")).toEqual({ is: "there" });
    });

    test("also checks the outer lock of nested ones", async () => {
      const late = here.locks.with(["outer"], () =>
        here.locks.with(["inner"], async () => {
          await admin.del("frontdesk:mutex:outer");
          await here.kv.commit([["nested", {}]]);
        }),
      );
      await expect(late).rejects.toThrow("A lock was lost");
      expect(await here.kv.get("nested")).toBeNull();
    });

    test("stores work that was begun under a lock and continues in the background", async () => {
      const { begun } = await here.locks.with(["foreground"], async () => ({
        begun: new Promise((resolve) => setImmediate(resolve)).then(async () => {
          while ((await admin.keys("frontdesk:mutex:foreground")).length > 0);
          await here.locks.with(["background"], () => here.kv.commit([["late", { is: "stored" }]]));
        }),
      }));
      await begun;
      expect(await there.kv.get("late")).toEqual({ is: "stored" });
    });

    test("recognises its own lock if the response was lost and the command repeated", async () => {
      const own = await openStorage(url, { waitTimeoutMs: 10_000 });
      // As a connection does that breaks between the command and its answer: what is sent again finds the lock taken.
      const { eval: send } = Redis.prototype;
      let resent = 0;
      vi.spyOn(Redis.prototype, "eval").mockImplementation(async function (this: Redis, ...command) {
        if (String(command[0]).includes("holder") && resent++ === 0) await send.apply(this, command as never);
        return send.apply(this, command as never);
      });
      expect(await own.locks.with(["resent"], async () => "mine")).toBe("mine");
      expect(resent).toBeGreaterThan(0);
      vi.restoreAllMocks();
      await own.close();
    });

    test("renews the lock of work that takes longer than the lease", async () => {
      const slow = await openStorage(url, { leaseMs: 900 });
      let done = false;
      const work = slow.locks.with(["slow"], async () => {
        // Until its first lease would have run out, by the clock of Redis.
        const start = Number((await admin.time()).map(Number).reduce((s, us) => s * 1e6 + us));
        while (Number((await admin.time()).map(Number).reduce((s, us) => s * 1e6 + us)) - start < 1_200_000);
        await slow.kv.commit([["slow", { n: 1 }]]);
        done = true;
      });
      expect(await there.locks.with(["slow"], async () => done)).toBe(true);
      await work;
      await slow.close();
    });

    test("waits no longer than the lease for the lock of a server that died with it", async () => {
      await admin.set("frontdesk:mutex:orphan", "dead", "PX", 300);
      expect(await here.locks.with(["orphan"], async () => "taken over")).toBe("taken over");
    });

    test("reports a storage failure if it cannot get a lock", async () => {
      const hasty = await openStorage(url, { waitTimeoutMs: 50 });
      await admin.set("frontdesk:mutex:kept", "another", "PX", 60_000);
      await expect(hasty.locks.with(["kept"], async () => 1)).rejects.toThrow(StorageError);
      await admin.del("frontdesk:mutex:kept");
      await hasty.close();
    });

    test("calls listeners on both servers, each once, and its own at once", async () => {
      const heard: string[] = [];
      here.bus.subscribe("topic", (message) => heard.push(`here ${message}`));
      const reached = new Promise<void>((resolve) => {
        there.bus.subscribe("topic", (message) => {
          heard.push(`there ${message}`);
          if (message === "last") resolve();
        });
      });
      const published = here.bus.publish("topic", "first");
      expect(heard).toEqual(["here first"]);
      await published;
      await here.bus.publish("topic", "last");
      await reached;
      expect(heard.filter((line) => line.startsWith("here"))).toEqual(["here first", "here last"]);
      expect(heard.filter((line) => line.startsWith("there"))).toEqual(["there first", "there last"]);
    });

    test("reports a gap after a lost connection, and keeps listening", async () => {
      const gaps = [here, there].map((backend) => new Promise<void>((resolve) => backend.bus.onReconnect(resolve)));
      await admin.client("KILL", "TYPE", "pubsub");
      await Promise.all(gaps);
      const heard = new Promise<string>((resolve) => there.bus.subscribe("after", resolve));
      await here.bus.publish("after", "still here");
      expect(await heard).toBe("still here");
    });

    test("continues after its command connection was lost", async () => {
      await admin.client("KILL", "TYPE", "normal", "SKIPME", "yes");
      await here.kv.commit([["again", { n: 1 }]]);
      expect(await there.kv.get("again")).toEqual({ n: 1 });
    });

    test("knows which servers have a tunnel, the latest first", async () => {
      await here.presence!.set("tunnel", "two", 1);
      // Again, because Redis counts milliseconds and two words within one would be a draw.
      const latest = async () => {
        await there.presence!.set("tunnel", "one", 1);
        return here.presence!.servers("tunnel");
      };
      await expect.poll(latest).toEqual(["one", "two"]);
      await there.presence!.clear("tunnel", "one");
      expect(await there.presence!.servers("tunnel")).toEqual(["two"]);
      expect(await there.presence!.servers("another")).toEqual([]);
    });

    test("adds up the clients of the other servers, as each last reported", async () => {
      await here.presence!.set("shared", "one", 1);
      await here.presence!.set("shared", "one", 3);
      await there.presence!.set("shared", "two", 2);
      const clientsBeside = (server: string) => here.presence!.clients("shared", server);
      expect(await Promise.all(["one", "two", "three"].map(clientsBeside))).toEqual([2, 3, 5]);
      await there.presence!.clear("shared", "two");
      expect(await clientsBeside("one")).toBe(0);
    });

    test("forgets the tunnels of a silent server", async () => {
      await here.presence!.set("orphan", "alive", 1);
      const halfAMinuteAgo = Number((await admin.time())[0]) * 1000 - 30_000;
      await admin.zadd("frontdesk:presence:orphan", halfAMinuteAgo, "dead");
      expect(await here.presence!.servers("orphan")).toEqual(["alive"]);
      await here.presence!.set("orphan", "alive", 1);
      expect(await admin.zrange("frontdesk:presence:orphan", 0, -1)).toEqual(["alive"]);
      expect(await admin.pttl("frontdesk:presence:orphan")).toBeGreaterThan(0);
    });

    test("is closed after the work that holds a lock", async () => {
      const closing = await openStorage(url);
      let end = () => {};
      const mayEnd = new Promise<void>((resolve) => {
        end = resolve;
      });
      const work = closing.locks.with(["closing"], async () => {
        await mayEnd;
        await closing.kv.commit([["closing", { n: 1 }]]);
      });
      await expect.poll(() => admin.exists("frontdesk:mutex:closing")).toBe(1);
      const closed = closing.close();
      // As long as a close takes that waits for nothing.
      for (let roundTrips = 0; roundTrips < 5; roundTrips++) await admin.ping();
      end();
      await Promise.all([work, closed]);
      expect(await here.kv.get("closing")).toEqual({ n: 1 });
    });

    test("warns if this Redis does not persist data", () => {
      expect(here.risks.join()).toContain("appendonly yes");
    });
  });

  test("fails reads, commits and locks while Redis is down, and still delivers local events", async () => {
    const own = (await startRedis())!;
    const backend = await openStorage(own.url);
    await own.stop();
    await expect(backend.kv.get("a")).rejects.toThrow();
    await expect(backend.kv.commit([["a", {}]])).rejects.toThrow();
    await expect(backend.locks.with(["a"], async () => 1)).rejects.toThrow();
    const heard = new Promise<string>((resolve) => backend.bus.subscribe("home", resolve));
    await backend.bus.publish("home", "heard");
    expect(await heard).toBe("heard");
    await backend.close();
  });
});
