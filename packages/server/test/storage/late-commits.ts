import { setImmediate as nextTurn } from "node:timers/promises";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import type { Kv } from "../../src/storage/types.ts";

/** A store whose commits take effect in a later turn of the event loop, as those of a disk do: a missing `await` shows. */
export const withLateCommits = (kv: Kv): Kv => ({
  ...kv,
  async commit(writes) {
    await nextTurn();
    await kv.commit(writes);
  },
});

/** A store in memory with late commits. */
export const createLateKv = (): Kv => withLateCommits(createMemoryKv());
