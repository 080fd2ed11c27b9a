import { OptionsError } from "../options.ts";
import { StorageError } from "../problem.ts";
import { isFull } from "./full.ts";
import type { Backend, Kv } from "./types.ts";

/** @throws OptionsError for a storage that would lose what it acknowledged, where the operator has ruled that out. */
export function requireDurable({ risks, description }: Pick<Backend, "risks" | "description">): void {
  const all = description === "memory:" ? ["memory: keeps nothing. Use lmdb:<dir>.", ...risks] : risks;
  if (all.length > 0) throw new OptionsError(all.map((risk) => `--require-durable: ${risk}`).join("\n"));
}

/** Marks whatever the storage throws, so that it is answered as 503 (or 451) and not as the server's own fault. */
export function guardStorage(kv: Kv, onCommit: (milliseconds: number) => void = () => {}): Kv {
  const fail = (cause: unknown): never => {
    throw new StorageError("The storage failed", { fault: isFull(cause) ? "full" : "failed", cause });
  };
  return {
    get: <T extends object>(key: string) => kv.get<T>(key).catch(fail),
    async commit(writes) {
      const start = performance.now();
      await kv.commit(writes).catch(fail);
      onCommit(performance.now() - start);
    },
    probe: () => kv.probe().catch(fail),
    recover: () => kv.recover(),
    close: () => kv.close(),
  };
}
