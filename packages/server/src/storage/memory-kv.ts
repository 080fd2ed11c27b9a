import type { Kv } from "./types.ts";
import { checkWrites } from "./writes.ts";

/** A store that lasts as long as the process. Values are held as text, so no caller can change them from outside. */
export function createMemoryKv(): Kv {
  const texts = new Map<string, string>();
  let open = true;

  return {
    async get<T extends object>(key: string) {
      if (!open) throw new Error("The storage is closed");
      const text = texts.get(key);
      // What stands under a key is what the caller committed there.
      return text === undefined ? null : (JSON.parse(text) as T);
    },
    async commit(writes) {
      if (!open) throw new Error("The storage is closed");
      const encoded = checkWrites(writes).map(([key, value]) => [key, value && JSON.stringify(value)] as const);
      for (const [key, text] of encoded) {
        if (text === null) texts.delete(key);
        else texts.set(key, text);
      }
    },
    async probe() {
      if (!open) throw new Error("The storage is closed");
    },
    async recover() {},
    async close() {
      open = false;
      texts.clear();
    },
  };
}
