import { StorageError } from "../problem.ts";
import type { Kv } from "./types.ts";

/** Marks whatever the storage throws, so that it is answered as 503 (or 451) and not as the server's own fault. */
export function guardStorage(kv: Kv): Kv {
  const fail = (cause: unknown): never => {
    throw new StorageError("The storage failed", { cause });
  };
  return {
    get: <T extends object>(key: string) => kv.get<T>(key).catch(fail),
    commit: (writes) => kv.commit(writes).catch(fail),
    recover: () => kv.recover(),
    close: () => kv.close(),
  };
}
