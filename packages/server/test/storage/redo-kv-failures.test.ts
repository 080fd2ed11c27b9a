import { createStorage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect, test } from "vitest";
import { escapeKey } from "../../src/storage/key-escape.ts";
import { createRedoKv } from "../../src/storage/redo-kv.ts";

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

/** A store whose writes of chosen keys fail once or wait until they are let through. */
function open() {
  const inner = memoryDriver();
  const failing = new Set<string>();
  const gates = new Map<string, Promise<void>>();
  const storage = createStorage({
    driver: {
      ...inner,
      async setItem(key, value, options) {
        await gates.get(key);
        if (failing.delete(key)) throw new Error("EIO");
        await inner.setItem?.(key, value, options);
      },
    },
  });
  /** Makes writes of a key wait. Returns the function that lets them through. */
  function hold(key: string): () => void {
    let letThrough = () => {};
    gates.set(
      key,
      new Promise((resolve) => {
        letThrough = resolve;
      }),
    );
    return () => {
      gates.delete(key);
      letThrough();
    };
  }
  return { kv: createRedoKv(storage), failing, hold };
}

const [first, second, third] = ["first", "second", "third"].map(escapeKey) as [string, string, string];

/** Brings a store to the moment when a failed commit of `first` is being finished and one of `second` and `third` has just failed. */
async function openWhileFinishing() {
  const { kv, failing, hold } = open();
  // Both commits have begun before either fails.
  const letSecond = hold(second);
  failing.add(first);
  failing.add(third);
  const failed = kv
    .commit([
      ["second", { text: "old" }],
      ["third", { text: "old" }],
    ])
    .catch((error: Error) => error);
  await expect(kv.commit([["first", { text: "any" }]])).rejects.toThrow("EIO");
  const letFirst = hold(first);
  const finishing = kv.get("first");
  await turns();
  letSecond();
  expect(await failed).toBeInstanceOf(Error);
  return { kv, letFirst, finishing };
}

test("a commit that failed while another is finished does not undo a later one of the same key", async () => {
  const { kv, letFirst, finishing } = await openWhileFinishing();
  const later = kv.commit([["second", { text: "new" }]]);
  await turns();
  letFirst();
  await Promise.all([later, finishing]);
  // Finishes what is left.
  await kv.get("third");
  expect(await kv.get("second")).toEqual({ text: "new" });
});

test("a commit that failed while another is finished is read completely or not at all", async () => {
  const { kv, letFirst, finishing } = await openWhileFinishing();
  const reading = Promise.all([kv.get("second"), kv.get("third")]);
  await turns();
  letFirst();
  await finishing;
  expect(await reading).toEqual([{ text: "old" }, { text: "old" }]);
});

test("a reader that waits for a commit which then fails reads what the commit has written in full", async () => {
  const { kv, failing, hold } = open();
  const letSecond = hold(second);
  failing.add(third);
  const failed = kv
    .commit([
      ["second", { text: "one" }],
      ["third", { text: "one" }],
    ])
    .catch((error: Error) => error);
  await turns();
  const reading = kv.get("third");
  letSecond();
  expect(await failed).toBeInstanceOf(Error);
  expect(await reading).toEqual({ text: "one" });
});

test("a commit that was rejected before it began is not carried out by the next start", async () => {
  const inner = memoryDriver();
  let fails = true;
  const storage = createStorage({
    driver: {
      ...inner,
      async setItem(key, value, options) {
        // Stores the record of the commit, and fails all the same.
        await inner.setItem?.(key, value, options);
        if (fails) throw new Error("EIO");
      },
    },
  });
  await expect(createRedoKv(storage).commit([["first", { text: "rejected" }]])).rejects.toThrow("EIO");
  fails = false;
  const restarted = createRedoKv(storage);
  await restarted.recover();
  expect(await restarted.get("first")).toBeNull();
});
