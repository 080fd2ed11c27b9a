import { toNetwork } from "../access/network.ts";
import type { EdgeLog } from "./log.ts";

/** Logs rejected requests and connections: at most one line per network and minute. */
export interface RejectionLog {
  /** `ip`: `undefined` or "" of a socket that has closed. `reason` must not quote data that was sent. */
  log(ip: string | undefined, reason: string): void;
}

const MINUTE_MS = 60_000;
/** Maximum number of networks to remember: attacks from many must fill neither the memory nor the log. */
const MAX_NETWORKS = 1_000;

/**
 * Creates a log that writes a line for the first rejection of a network, and counts further ones for a minute. The next rejection of
 * any network after that minute logs the count, so that no timer is needed.
 */
export function createRejectionLog(log: EdgeLog, now: () => number = () => performance.now()): RejectionLog {
  /** The networks that were rejected within the last minute, the oldest first. */
  const recentNetworks = new Map<string, { firstAt: number; repeats: number }>();
  /** Rejections that were not logged, because `recentNetworks` was full. */
  let unloggedRejections = 0;

  return {
    /**
     * Logs the first rejection of a network and counts its further ones. With `MAX_NETWORKS` remembered, counts those of any other network
     * together. All sockets without an `ip`, which have closed already, count as one network.
     */
    log(ip, reason) {
      const time = now();
      forgetNetworksBefore(time - MINUTE_MS);
      const address = ip || "a closed connection";
      const network = toNetwork(address);
      const recent = recentNetworks.get(network);
      if (recent !== undefined) recent.repeats++;
      else if (recentNetworks.size >= MAX_NETWORKS) unloggedRejections++;
      else {
        recentNetworks.set(network, { firstAt: time, repeats: 0 });
        log.warn(`rejected ${address}: ${reason}`);
      }
    },
  };

  /**
   * Forgets the networks whose first rejection was before `time`, and logs how often each was rejected again. If there is room for new
   * networks, also logs the count of the rejections that were not logged while there was none.
   */
  function forgetNetworksBefore(time: number): void {
    for (const [network, { firstAt, repeats }] of recentNetworks) {
      const isRecent = firstAt > time; // and so are all that follow
      if (isRecent) break;
      recentNetworks.delete(network);
      if (repeats > 0) log.warn(`rejected ${network} ${repeats} more times within that minute`);
    }
    const isFull = recentNetworks.size >= MAX_NETWORKS;
    if (!isFull) reportUnlogged();
  }

  /** Logs how many rejections were not logged because too many other networks were remembered. */
  function reportUnlogged(): void {
    if (unloggedRejections === 0) return;
    log.warn(`rejected ${unloggedRejections} more requests from other IP addresses`);
    unloggedRejections = 0;
  }
}
