import type { Duplex } from "node:stream";
import { createAddressList } from "./gate.ts";
import { toNetwork, toPlainAddress } from "./network.ts";

/** Keeps one address from taking all connections. */
export interface ConnectionLimit {
  /** Counts a new connection until it closes; false when its address has too many already. */
  admit(socket: Connection): boolean;
  /** A connection that has proven to belong to a tunnel counts no longer. */
  release(socket: Duplex): void;
}

type Connection = Duplex & { readonly remoteAddress?: string | undefined };

export interface ConnectionLimitOptions {
  /** Open connections of one address; 0 for no limit. */
  most: number;
  /** Addresses and blocks that bring the connections of many, as proxies do. */
  exempt: readonly string[];
}

export function createConnectionLimit({ most, exempt }: ConnectionLimitOptions): ConnectionLimit {
  const isExempt = createAddressList(exempt);
  const open = new Map<string, number>();
  const counted = new WeakMap<Duplex, () => void>();

  return {
    admit(socket) {
      const address = socket.remoteAddress;
      if (most === 0 || address === undefined || isExempt(toPlainAddress(address))) return true;
      const network = toNetwork(address);
      const before = open.get(network) ?? 0;
      if (before >= most) return false;
      open.set(network, before + 1);
      const release = () => {
        if (!counted.delete(socket)) return;
        const left = open.get(network)! - 1;
        if (left === 0) open.delete(network);
        else open.set(network, left);
      };
      counted.set(socket, release);
      socket.once("close", release);
      return true;
    },
    release: (socket) => counted.get(socket)?.(),
  };
}
