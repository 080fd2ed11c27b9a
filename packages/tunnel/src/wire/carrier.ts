import type { Duplex } from "node:stream";
import { createBatch, HEADER } from "./batch.ts";
import { type CarriedChannel, type Channel, createChannel } from "./channel.ts";
import { createPulse, type Pulse } from "./pulse.ts";

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
  /** A write was not taken at once. */
  onChoked?: () => void;
  onClose?: () => void;
}

const OPEN = 0;
const DATA = 1;
const END = 2;
const RESET = 3;
const CREDIT = 4;
const PING = 5;
const PONG = 6;
const NAME = 7;
const MOVED = 8;
const TAKE = 9;

/** What carriers of one process do with each other, and nobody else. */
interface Inside extends Carrier {
  put(id: number, type: number, length: number): void;
  send(id: number, bytes: Buffer | string, from: number, to: number): boolean;
  /** Another carrier's channel sends here from now on. */
  lodge(id: number, channel: CarriedChannel): void;
}

export function createCarrier(options: CarrierOptions): Carrier {
  const { socket, now, onOpen, toReserve, onTake, onSure, onChoked = () => {}, onClose } = options;
  const channels = new Map<number, CarriedChannel>();
  // Channels whose bytes have left for another connection, or are about to come by one.
  const moves = new Map<number, { to: MovedTo | null; announced: boolean }>();
  const choked = new Set<CarriedChannel>();
  const batch = createBatch(socket, onChoked);
  const pulse: Pulse = createPulse(now);
  let opened = 0;
  // However often the other side asks, one answer is enough: it may send questions and read no answers.
  let owesAnswer = false;
  // A header that came in pieces.
  const head = Buffer.alloc(HEADER);
  let headLength = 0;
  let left = 0;
  let into: CarriedChannel | undefined;
  // What came here before the last of it had come where it was before.
  let early: Buffer[] | null = null;

  socket.on("data", read);
  socket.on("drain", () => {
    const waiting = [...choked];
    choked.clear();
    for (const channel of waiting) channel.pump();
    if (owesAnswer) answer();
  });
  socket.on("error", () => {});
  socket.on("end", close);
  socket.on("close", close);

  const carrier: Inside & { closed: boolean; owner: number; number: number; reserve: boolean } = {
    closed: false,
    owner: 0,
    number: 0,
    reserve: false,
    get size() {
      return channels.size;
    },
    get sure() {
      return !carrier.closed && !socket.destroyed && !pulse.doubted;
    },
    get usable() {
      return carrier.sure && !socket.writableNeedDrain;
    },
    open(sole = false) {
      const id = ++opened;
      put(id, OPEN, sole ? 1 : 0);
      return create(id, sole);
    },
    name(owner, number, reserve) {
      Object.assign(carrier, { owner, number, reserve });
      put(owner, NAME, number * 2 + (reserve ? 1 : 0));
    },
    adopt(id, other) {
      const channel = channels.get(id);
      if (channel === undefined || moves.get(id)?.to) return undefined;
      const announced = moves.has(id);
      moves.set(id, { to: other, announced });
      if (announced) channel.turnSole();
      else other.hold(true);
      return channel;
    },
    doubt() {
      pulse.doubt();
      put(0, PING, 0);
    },
    check() {
      const state = pulse.check(channels.size > 0, !socket.isPaused());
      if (state === "dead") close();
      else if (state === "ask") put(0, PING, 0);
    },
    destroy: close,
    put,
    send,
    lodge: (id, channel) => void channels.set(id, channel),
  };
  return carrier;

  function create(id: number, sole: boolean): CarriedChannel {
    let home: Inside = carrier;
    const channel: CarriedChannel = createChannel(
      {
        data: (bytes, from, to) => home.send(id, bytes, from, to),
        end: () => home.put(id, END, 0),
        credit: (bytes) => put(id, CREDIT, bytes),
        close(whole, stuck) {
          channels.delete(id);
          choked.delete(channel);
          moves.get(id)?.to?.leave();
          moves.delete(id);
          if (whole) return;
          if (stuck && sole) return close();
          put(id, RESET, 0);
          if (home !== carrier) home.destroy();
        },
        fail: close,
        hold(held) {
          const to = moves.get(id)?.to;
          if (to) to.hold(held);
          else if (held) socket.pause();
          else socket.resume();
        },
        move() {
          // What a reserve is, only this module makes.
          const reserve = home === carrier ? (toReserve?.(carrier) as Inside | undefined) : undefined;
          if (reserve === undefined) return false;
          put(id, MOVED, 0);
          reserve.put(id, TAKE, carrier.number);
          reserve.lodge(id, channel);
          home = reserve;
          return true;
        },
      },
      sole,
    );
    channels.set(id, channel);
    if (carrier.closed) channel.close(true);
    return channel;
  }

  function put(id: number, type: number, length: number): void {
    if (carrier.closed) return;
    pulse.sent();
    batch.header(id, type, length);
  }

  function send(id: number, bytes: Buffer | string, from: number, to: number): boolean {
    if (carrier.closed) return true;
    put(id, DATA, to - from);
    if (typeof bytes === "string") batch.text(bytes, from, to);
    else batch.bytes(bytes, from, to);
    if (!socket.writableNeedDrain) return true;
    const channel = channels.get(id);
    if (channel !== undefined) choked.add(channel);
    return false;
  }

  function read(bytes: Buffer): void {
    const doubted = pulse.doubted;
    pulse.heard();
    if (doubted) onSure?.();
    for (let at = 0; at < bytes.length && !carrier.closed; ) {
      if (early !== null) {
        early.push(bytes.subarray(at));
        return;
      }
      if (left > 0) {
        const end = Math.min(at + left, bytes.length);
        left -= end - at;
        into?.take(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
        at = end;
      } else if (headLength === 0 && bytes.length - at >= HEADER) {
        receive(bytes, at);
        at += HEADER;
      } else {
        const part = Math.min(HEADER - headLength, bytes.length - at);
        bytes.copy(head, headLength, at, at + part);
        at += part;
        headLength += part;
        if (headLength === HEADER) {
          headLength = 0;
          receive(head, 0);
        }
      }
    }
    if (owesAnswer && !socket.writableNeedDrain) answer();
  }

  function answer(): void {
    owesAnswer = false;
    put(0, PONG, 0);
  }

  function receive(bytes: Buffer, at: number): void {
    const id = bytes.readUInt32BE(at);
    const length = bytes.readUIntBE(at + 5, 3);
    const channel = channels.get(id);
    switch (bytes[at + 4]) {
      case DATA:
        // Of a channel that is closed here, it is read and forgotten.
        into = channel;
        left = length;
        break;
      case OPEN:
        // Numbers only grow, so that a late frame never meets another channel than its own.
        if (onOpen === undefined || id <= opened) close();
        else {
          opened = id;
          onOpen(create(id, length === 1));
        }
        break;
      case END:
        channel?.finish();
        break;
      case RESET:
        channel?.close(false);
        break;
      case CREDIT:
        channel?.grant(length);
        break;
      case PING:
        owesAnswer = true;
        break;
      case PONG:
        break;
      case NAME:
        Object.assign(carrier, { owner: id, number: length >> 1, reserve: length % 2 === 1 });
        break;
      case MOVED:
        if (channel !== undefined) announce(id, channel);
        break;
      case TAKE:
        take(id, length);
        break;
      default:
        close();
    }
  }

  /** No more of this channel comes here. */
  function announce(id: number, channel: CarriedChannel): void {
    const move = moves.get(id);
    moves.set(id, { to: move?.to ?? null, announced: true });
    if (move?.to) channel.turnSole();
  }

  /** The bytes of another carrier's channel come here from now on. */
  function take(id: number, number: number): void {
    early = [];
    const channel = onTake?.(number)?.adopt(id, { hold, leave: close });
    // Its visitor has left.
    if (channel === undefined) return close();
    channels.set(id, channel);
  }

  function hold(held: boolean): void {
    if (held) return void socket.pause();
    const pieces = early ?? [];
    early = null;
    socket.resume();
    for (const bytes of pieces) read(bytes);
  }

  function close(): void {
    if (carrier.closed) return;
    batch.flush();
    // The last write may have been one too many, and have closed it.
    if (carrier.closed) return;
    carrier.closed = true;
    socket.destroy();
    for (const channel of [...channels.values()]) channel.close(true);
    onClose?.();
  }
}
