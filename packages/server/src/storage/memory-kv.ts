import type { Kv } from "./types.ts";
import { checkWrites } from "./writes.ts";

/** A store that lasts as long as the process. Values are held as text, so no caller can change them from outside. */
export function createMemoryKv(): Kv {
  const texts = new Map<string, string>();

  return {
    async get<T extends object>(key: string) {
      const text = texts.get(key);
      // What stands under a key is what the caller committed there.
      return text === undefined ? null : (JSON.parse(text) as T);
    },
    async commit(writes) {
      const encoded = checkWrites(writes).map(([key, value]) => [key, value && JSON.stringify(value)] as const);
      for (const [key, text] of encoded) {
        if (text === null) texts.delete(key);
        else texts.set(key, text);
      }
    },
    async recover() {},
    async close() {
      texts.clear();
    },
  };
}
