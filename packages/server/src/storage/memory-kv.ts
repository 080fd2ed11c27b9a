import type { Kv } from "./types.ts";
import { checkWrites } from "./writes.ts";

/** Creates a store in memory. Values are kept as text, so that callers cannot change them from outside. */
export function createMemoryKv(): Kv {
  const texts = new Map<string, string>();
  let isOpen = true;

  return {
    /** Returns a new copy of the stored record, or `null`. */
    async get<T extends object>(key: string) {
      if (!isOpen) throw new Error("The storage is closed");
      const text = texts.get(key);
      // The cast is true because the caller committed this value under the same key.
      return text === undefined ? null : (JSON.parse(text) as T);
    },
    /** Applies all writes. Stores JSON, so that callers cannot change a stored record. */
    async commit(writes) {
      if (!isOpen) throw new Error("The storage is closed");
      const encoded = checkWrites(writes).map(([key, value]) => [key, value && JSON.stringify(value)] as const);
      for (const [key, text] of encoded) {
        if (text === null) texts.delete(key);
        else texts.set(key, text);
      }
    },
    async probe() {
      if (!isOpen) throw new Error("The storage is closed");
    },
    async close() {
      isOpen = false;
      texts.clear();
    },
  };
}
