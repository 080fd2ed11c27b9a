import { toNetwork } from "../access/network.ts";
import type { EdgeLog } from "./log.ts";

/** Logs rejected requests and connections: at most one line per network and minute. */
export interface RejectionLog {
  /** `reason` must not quote data that was sent. */
  log(ip: string | undefined, reason: string): void;
}

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 1_000;

/**
 * Creates a log. It logs the first rejection of a network at once. How many others followed within a minute comes with the next
 * rejection of any network: the log needs no timer.
 */
export function createRejectionLog(log: EdgeLog, now: () => number = () => performance.now()): RejectionLog {
  // By network, ordered by the first rejection.
  const recentRejections = new Map<string, { since: number; repeats: number }>();
  /** Rejections of further networks while the map is full. */
  let unlistedRejections = 0;

  return {
    /**
     * Logs the first rejection of a network, and counts those within a minute. `ip` is `undefined` for a socket that
     * has closed; all of these count as one network.
     */
    log(ip = "a closed connection", reason) {
      removeOlderThan(now() - MINUTE_MS);
      const network = toNetwork(ip);
      const entry = recentRejections.get(network);
      if (entry !== undefined) entry.repeats++;
      // Many networks at once are an attack: they are only counted, so that they fill neither the memory nor the log.
      else if (recentRejections.size >= MAX_NETWORKS) unlistedRejections++;
      else {
        recentRejections.set(network, { since: now(), repeats: 0 });
        log.warn(`rejected ${ip}: ${reason}`);
      }
    },
  };

  /** Removes the entries that began before `time`, and logs how often each rejection was repeated. */
  function removeOlderThan(time: number): void {
    for (const [network, { since, repeats }] of recentRejections) {
      // All further entries began later still.
      if (since > time) break;
      recentRejections.delete(network);
      if (repeats > 0) log.warn(`rejected ${network} ${repeats} more times within that minute`);
    }
    // While the map is full, more unlisted rejections may follow.
    if (unlistedRejections === 0 || recentRejections.size >= MAX_NETWORKS) return;
    log.warn(`rejected ${unlistedRejections} more requests from other IP addresses`);
    unlistedRejections = 0;
  }
}
