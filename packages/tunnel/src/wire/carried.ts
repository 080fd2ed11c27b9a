import type { Duplex } from "node:stream";
import type { CarriedChannel, Channel } from "./channel.ts";

/**
 * A data connection, which carries channels: a frame for every piece, and those of one turn of the event loop in one
 * write. Either many that share it, each with a window of its own, or one alone that needs none.
 */
export interface Carrier {
  /** Channels that are open. */
  readonly size: number;
  readonly closed: boolean;
  /** It is open and not in doubt. */
  readonly sure: boolean;
  /** It is sure, and the other side keeps up with what is written. */
  readonly usable: boolean;
  /** Bytes of memory that are held until the other side reads. */
  readonly held: number;
  /** Who keeps this carrier, and under which number; the edge tells the agent. */
  readonly owner: number;
  readonly number: number;
  /** It waits for the agent to move a long answer to it. */
  readonly reserve: boolean;
  /** Opens a channel to the other side. `sole`: while it is open there is no other. */
  open(sole?: boolean): Channel;
  /** Tells the other side what this carrier is; the first thing on it. */
  name(owner: number, number: number, reserve: boolean): void;
  /** Takes over what comes on `other` for one of this one's channels. */
  adopt(id: number, other: MovedTo): CarriedChannel | undefined;
  /** Asks the other side for a sign of life, which must come within a few seconds. */
  doubt(): void;
  /** Looks after the pulse: speaks when it is time to, and closes when the other side has been silent. */
  check(): void;
  /** Closes it and every channel. */
  destroy(): void;
}

/** The connection to which a channel's bytes have moved. */
export interface MovedTo {
  hold(held: boolean): void;
  leave(): void;
}

export interface CarrierOptions {
  socket: Duplex;
  now: () => number;
  /** The other side opened a channel. Without it, the other side must open none. */
  onOpen?: (channel: Channel) => void;
  /** A reserve on which a channel of this carrier may go on. */
  toReserve?: (carrier: Carrier) => Carrier | undefined;
  /** The other side goes on here with a channel of the carrier of this number. */
  onTake?: (number: number) => Carrier | undefined;
  /** The other side has answered a doubt. */
  onSure?: () => void;
  /** After a write, bytes wait for the other side to read. */
  onWaiting?: () => void;
  onClose?: () => void;
}
