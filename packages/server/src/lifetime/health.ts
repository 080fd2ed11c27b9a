import { rootCauseMessage } from "@frontdesk/basics";
import type { HealthProblem } from "../http/admin-endpoints.ts";
import { StorageError } from "../problem.ts";
import type { Kv } from "../storage/types.ts";

/** Tells whether the server can serve requests. */
export interface Health {
  /** Returns the problem, or `null`. The result is cached for a second. */
  check(): Promise<HealthProblem | null>;
  /** Makes every later check report that the server is stopping. */
  markStopping(): void;
}

/** How long a result is cached, so that requests from outside cannot load the storage. */
const cacheMs = 1_000;
const probeTimeoutMs = 2_000;

/** Creates the health check. It writes to the storage: one that is full, read-only or out of memory can still be read. */
export function createHealth(kv: Pick<Kv, "probe">): Health {
  let isStopping = false;
  let lastProbe: { at: number; problem: Promise<HealthProblem | null> } | null = null;

  /** Writes a small record. Returns the problem if that fails or takes longer than `probeTimeoutMs`, else `null`. */
  async function probe(): Promise<HealthProblem | null> {
    const probeResult = kv.probe().then(
      () => null,
      (error: unknown) => ({ error: toSentence(error), cause: rootCauseMessage(error) }),
    );
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<HealthProblem>((resolve) => {
      timer = setTimeout(resolve, probeTimeoutMs, { error: "The storage does not respond." });
    });
    return Promise.race([probeResult, timedOut]).finally(() => clearTimeout(timer));
  }

  return {
    /** Returns the current problem, or `null`. Probes the storage once per `cacheMs`, so that many requests do not load it. */
    async check() {
      // A stopping server is unhealthy, so that load balancers send no more requests here.
      if (isStopping) return { error: "The server is stopping." };
      const now = performance.now();
      if (lastProbe === null || now - lastProbe.at > cacheMs) lastProbe = { at: now, problem: probe() };
      return lastProbe.problem;
    },
    markStopping() {
      isStopping = true;
    },
  };
}

/** Returns what a failed write means, for the public health response: without details of the storage. */
function toSentence(error: unknown): string {
  const isFull = error instanceof StorageError && error.fault === "full";
  return isFull ? "The storage is full." : "The storage rejects writes.";
}
