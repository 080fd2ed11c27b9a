import type { Duplex } from "node:stream";
import { createIpMatcher } from "./access-rules.ts";
import { toNetwork, toPlainIp } from "./network.ts";

/** Limits the open connections of one IP address. */
export interface ConnectionLimit {
  /** Counts a new connection until it closes. Returns false if its IP address has too many. */
  tryAdd(socket: Connection): boolean;
  /** Stops counting a connection. Called when it is authenticated as a tunnel's. */
  release(socket: Duplex): void;
}

type Connection = Duplex & { readonly remoteAddress?: string | undefined };

export interface ConnectionLimitOptions {
  /** Maximum open connections of one IP address; 0 for no limit. */
  maxPerIp: number;
  /** IP addresses and CIDR blocks without a limit, such as proxies that carry many users. */
  exempt: readonly string[];
}

/** Creates a limit of concurrent connections per IP address. An IPv6 address counts as its /64 block. */
export function createConnectionLimit({ maxPerIp, exempt }: ConnectionLimitOptions): ConnectionLimit {
  const isExempt = createIpMatcher(exempt);
  const countsByNetwork = new Map<string, number>();
  const releases = new WeakMap<Duplex, () => void>();

  return {
    /** Counts a connection until it closes or is released. Returns false if its network has reached the limit. */
    tryAdd(socket) {
      const ip = socket.remoteAddress;
      // 0 is no limit. There is no IP address if the socket is no TCP connection or has closed already. Settings exempt some.
      if (maxPerIp === 0 || ip === undefined || isExempt(toPlainIp(ip))) return true;
      const network = toNetwork(ip);
      const count = countsByNetwork.get(network) ?? 0;
      if (count >= maxPerIp) return false;
      countsByNetwork.set(network, count + 1);
      /** Stops counting the connection, once. */
      function release(): void {
        const wasCounted = releases.delete(socket);
        if (!wasCounted) return;
        const remaining = countsByNetwork.get(network)! - 1;
        if (remaining === 0) countsByNetwork.delete(network);
        else countsByNetwork.set(network, remaining);
      }
      releases.set(socket, release);
      socket.once("close", release);
      return true;
    },
    release: (socket) => releases.get(socket)?.(),
  };
}
