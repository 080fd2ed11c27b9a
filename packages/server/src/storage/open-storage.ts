import type { RootDatabase } from "lmdb";
import { lmdbDriver } from "./lmdb-driver.ts";
import { createLmdbKv } from "./lmdb-kv.ts";
import { createLocalBus } from "./local-bus.ts";
import { createLocalLocks } from "./local-locks.ts";
import { createMemoryKv } from "./memory-kv.ts";
import type { Backend, Kv } from "./types.ts";

/** Opens what `--storage` names. */
export async function openStorage(target: string): Promise<Backend> {
  const [, scheme, rest = ""] = /^([a-z]+):(.*)$/s.exec(target) ?? [];
  if (scheme === "memory") return oneServer(createMemoryKv(), "memory:");
  if (scheme === "lmdb" && rest !== "") {
    const driver = lmdbDriver({ dir: rest });
    return oneServer(createLmdbKv(driver.getInstance!() as RootDatabase<unknown, string>), target);
  }
  throw new Error(`--storage ${JSON.stringify(target.replace(/:\/\/[^/]*@/, "://…@"))} is not known.`);
}

function oneServer(kv: Kv, description: string, warnings: string[] = []): Backend {
  const locks = createLocalLocks();
  const bus = createLocalBus();
  return {
    kv,
    locks,
    bus,
    description,
    warnings,
    async close() {
      await locks.close();
      await bus.close();
      await kv.close();
    },
  };
}
