import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Backend } from "../../src/storage/types.ts";
import { testTurns } from "./turns-suite.ts";

/** A place to store that can be opened again after its backend was closed, unless it lives in memory. */
export interface Opened {
  backend: Backend;
  /** Opens what the closed backend left behind. */
  reopen?: () => Promise<Backend>;
  cleanUp?: () => Promise<void> | void;
}

/** What every kind of storage promises. */
export function testStore(name: string, open: () => Promise<Opened>) {
  describe(name, () => {
    let opened: Opened;
    let backend: Backend;
    let unique = 0;
    const fresh = () => `test:${++unique}`;

    beforeAll(async () => {
      opened = await open();
      backend = opened.backend;
    });
    afterAll(async () => {
      await backend.close();
      await opened.cleanUp?.();
    });

    test("has nothing under a key nobody wrote", async () => {
      expect(await backend.kv.get(fresh())).toBeNull();
      expect(await backend.kv.get("k".repeat(10_000))).toBeNull();
      expect(await backend.kv.get("")).toBeNull();
    });

    test("gives back what was committed, whatever JSON it is", async () => {
      const key = fresh();
      // `__proto__` as a name of a field is the one thing that decoders agree to refuse.
      const value = fc.dictionary(
        fc.string({ unit: "binary" }).filter((name) => name !== "__proto__"),
        fc.jsonValue({ stringUnit: "grapheme" }).filter((json) => !JSON.stringify(json).includes("__proto__")),
      );
      await fc.assert(
        fc.asyncProperty(value, async (json) => {
          await backend.kv.commit([[key, json]]);
          expect(await backend.kv.get(key)).toEqual(JSON.parse(JSON.stringify(json)));
        }),
        { numRuns: 100 },
      );
    });

    test("keeps texts that look like other values as texts", async () => {
      const key = fresh();
      const value = { a: "123", b: '{"q":1}', c: "null", d: "true", e: "", f: null, g: [] };
      await backend.kv.commit([[key, value]]);
      expect(await backend.kv.get(key)).toEqual(value);
    });

    test("removes a key, also one that is not there", async () => {
      const key = fresh();
      await backend.kv.commit([[key, { is: "here" }]]);
      await backend.kv.commit([[key, null]]);
      await backend.kv.commit([[key, null]]);
      expect(await backend.kv.get(key)).toBeNull();
    });

    test("lets the last of several writes to one key win", async () => {
      const key = fresh();
      await backend.kv.commit([
        [key, { n: 1 }],
        [key, null],
        [key, { n: 2 }],
      ]);
      expect(await backend.kv.get(key)).toEqual({ n: 2 });
      await backend.kv.commit([
        [key, { n: 3 }],
        [key, null],
      ]);
      expect(await backend.kv.get(key)).toBeNull();
      await backend.kv.commit([]);
    });

    test("is not changed by what callers do to their objects", async () => {
      const key = fresh();
      const mine = { list: [1] };
      const committed = backend.kv.commit([[key, mine]]);
      mine.list.push(2);
      await committed;
      const got = await backend.kv.get<{ list: number[] }>(key);
      // A store that hands out the same object twice must have frozen it.
      if (!Object.isFrozen(got?.list)) got?.list.push(3);
      expect(await backend.kv.get(key)).toEqual({ list: [1] });
    });

    test("may keep what is frozen, and still gives back what is stored", async () => {
      const key = fresh();
      await backend.kv.commit([[key, Object.freeze({ list: [1], text: "a" })]]);
      expect(await backend.kv.get(key)).toEqual({ list: [1], text: "a" });
      await backend.kv.commit([
        [key, Object.freeze({ list: [2] })],
        [key, { list: [3] }],
      ]);
      expect(await backend.kv.get(key)).toEqual({ list: [3] });
      await backend.kv.commit([[key, null]]);
      expect(await backend.kv.get(key)).toBeNull();
    });

    test("reads what was committed last, however reads and commits fall together", async () => {
      const key = fresh();
      let isOver = false;
      const readers = Array.from({ length: 4 }, async (_, reader) => {
        let seen = 0;
        while (!isOver) {
          const count = (await backend.kv.get<{ count: number }>(key))?.count ?? 0;
          expect(count).toBeGreaterThanOrEqual(seen);
          seen = count;
          await (reader % 2 === 0 ? new Promise(setImmediate) : backend.kv.get(`other-${key}`));
          if (reader === 1) await new Promise(setImmediate);
          if (reader === 3) await new Promise((resolve) => setTimeout(resolve));
        }
      });
      for (let count = 1; count <= 60; count++) {
        await backend.kv.commit([[key, { count }]]);
        expect(await backend.kv.get(key)).toEqual({ count });
      }
      isOver = true;
      await Promise.all(readers);
    });

    test("stores nothing of a batch with one write it cannot store", async () => {
      const key = fresh();
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      for (const [badKey, badValue] of [
        ["", {}],
        ["k".repeat(1901), {}],
        ["half \ud83d pair", {}],
        ["circular", circular],
      ] as const)
        await expect(
          backend.kv.commit([
            [key, { n: 1 }],
            [badKey, badValue],
          ]),
        ).rejects.toThrow();
      expect(await backend.kv.get(key)).toBeNull();
    });

    test("keeps keys apart that storages like to confuse", async () => {
      const base = fresh();
      const tails = [
        "",
        ":",
        "::",
        ":a",
        ":a:b",
        "/a",
        "\\a",
        "?x=1",
        "?x=2",
        "a",
        "A",
        "$",
        "..",
        ":..",
        ":..:a",
        ".",
        "a.",
        " ",
        "%3a",
        "\0",
        "\n",
        "é",
        "e\u0301",
        "_3a",
        "__",
        "_k",
        "con",
        "nul",
        "😀",
        "*",
        "k".repeat(1880),
      ];
      await Promise.all(tails.map((tail, n) => backend.kv.commit([[base + tail, { n }]])));
      const found = await Promise.all(tails.map((tail) => backend.kv.get<{ n: number }>(base + tail)));
      expect(found.map((value) => value?.n)).toEqual(tails.map((_, n) => n));
    });

    test("commits side by side without mixing their writes", async () => {
      const [left, right] = [fresh(), fresh()];
      await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          backend.kv.commit([
            [left, { n }],
            [right, { n }],
          ]),
        ),
      );
      expect(await backend.kv.get(left)).toEqual(await backend.kv.get(right));
    });

    test("holds values of a megabyte and batches of hundreds", async () => {
      const key = fresh();
      const body = "ä".repeat(500_000);
      await backend.kv.commit([[key, { body }]]);
      expect(await backend.kv.get(key)).toEqual({ body });
      await backend.kv.commit(Array.from({ length: 500 }, (_, n) => [`${key}:${n}`, { n }] as const));
      expect(await backend.kv.get(`${key}:499`)).toEqual({ n: 499 });
    });

    testTurns(() => backend, fresh);

    test("says what it is, and refuses to work once it is closed", async () => {
      const key = fresh();
      expect(backend.description).not.toBe("");
      await backend.kv.commit([[key, { stays: true }]]);
      await backend.close();
      await expect(backend.kv.get(key)).rejects.toThrow();
      await expect(backend.kv.commit([[key, {}]])).rejects.toThrow();
      await expect(backend.locks.with([key], async () => 1)).rejects.toThrow("closed");
      if (!opened.reopen) return;
      backend = await opened.reopen();
      expect(await backend.kv.get(key)).toEqual({ stays: true });
    });
  });
}
