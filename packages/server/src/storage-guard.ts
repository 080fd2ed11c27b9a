import { StorageError } from "./problem.ts";
import type { Kv } from "./storage/types.ts";

/** Marks whatever the storage throws, so that it is answered as 503 (or 451) and not as the server's own fault. */
export function guardStorage(kv: Kv): Kv {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new StorageError("The storage failed", { cause });
    }
  };
  return {
    get: (key) => guard(() => kv.get(key)),
    commit: (writes) => guard(() => kv.commit(writes)),
    recover: () => kv.recover(),
    close: () => kv.close(),
  };
}
