import { toNetwork } from "../access/network.ts";
import type { EdgeLog } from "./log.ts";

/** Logs rejected requests and connections: at most one line per network and minute. */
export interface RejectionLog {
  /** `reason` must not quote data that was sent. */
  log(ip: string | undefined, reason: string): void;
}

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 1_000;

export function createRejectionLog(log: EdgeLog, now: () => number = () => performance.now()): RejectionLog {
  // Ordered by the first rejection.
  const recent = new Map<string, { since: number; repeats: number }>();
  let uncounted = 0;

  return {
    log(ip = "a closed connection", reason) {
      removeBefore(now() - MINUTE_MS);
      const network = toNetwork(ip);
      const entry = recent.get(network);
      if (entry !== undefined) entry.repeats++;
      else if (recent.size >= MAX_NETWORKS) uncounted++;
      else {
        recent.set(network, { since: now(), repeats: 0 });
        log.warn(`rejected ${ip}: ${reason}`);
      }
    },
  };

  /** Removes entries and logs how often each was repeated. */
  function removeBefore(time: number): void {
    for (const [network, { since, repeats }] of recent) {
      if (since > time) break;
      recent.delete(network);
      if (repeats > 0) log.warn(`rejected ${network} ${repeats} more times within that minute`);
    }
    if (uncounted === 0 || recent.size >= MAX_NETWORKS) return;
    log.warn(`rejected ${uncounted} more requests from other IP addresses`);
    uncounted = 0;
  }
}
