import { rootCauseMessage } from "@frontdesk/basics";
import { StorageError } from "../problem.ts";
import type { Kv } from "../storage/types.ts";

/** Why no request can be served now. */
export interface HealthProblem {
  /** For everyone. */
  error: string;
  /** The storage's own words, for the operator. */
  cause?: string;
}

/** Whether requests can be served now. */
export interface Health {
  /** `null`, or why none can be served. Asked again within a second, it answers the same. */
  check(): Promise<HealthProblem | null>;
  /** From now on the server is stopping. */
  markStopping(): void;
}

/** Milliseconds for which a finding holds, so that no stranger makes the storage work by asking. */
const cacheMs = 1_000;
/** Milliseconds after which the storage has not answered. */
const probeTimeoutMs = 2_000;

/** Finds out by writing: a storage that is full, read-only or without memory still reads. */
export function createHealth(kv: Pick<Kv, "probe">): Health {
  let stopping = false;
  let found: { at: number; fault: Promise<HealthProblem | null> } | null = null;

  async function look(): Promise<HealthProblem | null> {
    const written = kv.probe().then(
      () => null,
      (error: unknown) => ({ error: toSentence(error), cause: rootCauseMessage(error) }),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<HealthProblem>((resolve) => {
      timer = setTimeout(resolve, probeTimeoutMs, { error: "The storage does not answer." });
    });
    return Promise.race([written, late]).finally(() => clearTimeout(timer));
  }

  return {
    async check() {
      if (stopping) return { error: "The server is stopping." };
      const now = performance.now();
      if (found === null || now - found.at > cacheMs) found = { at: now, fault: look() };
      return found.fault;
    },
    markStopping() {
      stopping = true;
    },
  };
}

function toSentence(error: unknown): string {
  return error instanceof StorageError && error.fault === "full"
    ? "The storage is full."
    : "The storage takes nothing.";
}
