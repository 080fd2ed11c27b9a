import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { temporaryFolder } from "./folder.ts";

/** Lets the storage's own thread go on while this one is busy with something else. */
const beBusy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);

test("a record that is read often is never older than a deletion committed beside it", async () => {
  const { kv, close } = await openStorage(`lmdb:${temporaryFolder().dir}`);
  onTestFinished(close);
  for (let round = 0; round < 10; round++) {
    const text = `text:${round}`;
    await kv.commit([
      ["list", Object.freeze({ names: [text] })],
      [text, { text }],
    ]);
    const commit = kv.commit([
      ["list", Object.freeze({ names: [] })],
      [text, null],
    ]);
    // The first turn gathers commits, the second hands them over.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    beBusy();
    const list = await kv.get<{ names: string[] }>("list");
    for (const name of list?.names ?? []) expect(await kv.get(name)).toEqual({ text });
    await commit;
    expect(await kv.get("list")).toEqual({ names: [] });
  }
});
