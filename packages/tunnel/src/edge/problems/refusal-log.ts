import { toNetwork } from "../access/network.ts";
import type { EdgeLog } from "./log.ts";

/** The log of what was refused: one line for each address and minute, however often it tries. */
export interface RefusalLog {
  /** `reason` says what was wrong and quotes nothing of what was sent. */
  note(address: string | undefined, reason: string): void;
}

const MINUTE = 60_000;
const MOST_ADDRESSES = 1_000;

export function createRefusalLog(log: EdgeLog, now: () => number = () => performance.now()): RefusalLog {
  // In the order of their first refusal.
  const recent = new Map<string, { since: number; more: number }>();
  let unlisted = 0;

  return {
    note(address = "a connection that is gone", reason) {
      forget(now() - MINUTE);
      const network = toNetwork(address);
      const entry = recent.get(network);
      if (entry !== undefined) entry.more++;
      else if (recent.size >= MOST_ADDRESSES) unlisted++;
      else {
        recent.set(network, { since: now(), more: 0 });
        log.warn(`refused ${address}: ${reason}`);
      }
    },
  };

  function forget(before: number): void {
    for (const [network, { since, more }] of recent) {
      if (since > before) break;
      recent.delete(network);
      if (more > 0) log.warn(`refused ${network} ${more} more times within that minute`);
    }
    if (unlisted === 0 || recent.size >= MOST_ADDRESSES) return;
    log.warn(`refused ${unlisted} more requests of other addresses`);
    unlisted = 0;
  }
}
