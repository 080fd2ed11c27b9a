import fc from "fast-check";
import { expect, test } from "vitest";
import type { Backend } from "../../src/storage/types.ts";

/** What locks and the bus of every kind of storage promise; `fresh` gives a key that no other test uses. */
export function testTurns(backendOf: () => Backend, fresh: () => string) {
  test("runs what shares a lock one at a time, whatever keys overlap", async () => {
    const prefix = fresh();
    const jobs = fc.array(
      fc.record({
        keys: fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 }),
        fails: fc.boolean(),
        turns: fc.nat(3),
      }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(jobs, async (all) => {
        const busy = new Set<string>();
        const run = async ({ keys, fails, turns }: (typeof all)[number]) => {
          for (const key of new Set(keys)) {
            expect(busy).not.toContain(key);
            busy.add(key);
          }
          for (let turn = 0; turn < turns; turn++) await null;
          for (const key of keys) busy.delete(key);
          if (fails) throw new Error("the work failed");
          return keys.length;
        };
        const done = await Promise.allSettled(
          all.map((job) =>
            backendOf().locks.with(
              job.keys.map((key) => `${prefix}:${key}`),
              () => run(job),
            ),
          ),
        );
        expect(done.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual(
          all.map(({ keys, fails }) => (fails ? "Error: the work failed" : keys.length)),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("commits and reads under a lock, so no update is lost", async () => {
    const key = fresh();
    const increase = () =>
      backendOf().locks.with([key], async () => {
        const { n } = (await backendOf().kv.get<{ n: number }>(key)) ?? { n: 0 };
        await backendOf().kv.commit([[key, { n: n + 1 }]]);
      });
    await Promise.all(Array.from({ length: 50 }, increase));
    expect(await backendOf().kv.get(key)).toEqual({ n: 50 });
  });

  test("wakes the listeners of a topic at once, each once, until they leave", async () => {
    const [topic, heard] = [fresh(), [] as string[]];
    const leave = backendOf().bus.subscribe(topic, (message) => heard.push(`first ${message}`));
    const leaveToo = backendOf().bus.subscribe(topic, (message) => heard.push(`second ${message}`));
    backendOf().bus.subscribe(`${topic}:other`, () => heard.push("other"));
    const published = backendOf().bus.publish(topic, "one");
    expect(heard).toEqual(["first one", "second one"]);
    await published;
    leave();
    leave();
    await backendOf().bus.publish(topic);
    expect(heard).toEqual(["first one", "second one", "second "]);
    leaveToo();
  });
}
