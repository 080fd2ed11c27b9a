import { createBatch } from "./batch.ts";
import type { Carrier, CarrierOptions, MovedTo } from "./carried.ts";
import { type CarriedChannel, createChannel } from "./channel.ts";
import { CREDIT, createFrameReader, DATA, END, MOVED, NAME, OPEN, PING, PONG, RESET, TAKE } from "./frame-reader.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { createReadGate } from "./turn.ts";

/** What carriers of one process do with each other, and nobody else. */
interface Inside extends Carrier {
  put(id: number, type: number, length: number): void;
  send(id: number, bytes: Buffer | string, from: number, to: number, done?: () => void): boolean;
  /** Another carrier's channel sends here from now on. */
  lodge(id: number, channel: CarriedChannel): void;
}

export function createCarrier(options: CarrierOptions): Carrier {
  const { socket, now, onOpen, toReserve, onTake, onSure, onWaiting = () => {}, onClose } = options;
  const channels = new Map<number, CarriedChannel>();
  // Channels whose bytes have left for another connection, or are about to come by one.
  const moves = new Map<number, { to: MovedTo | null; announced: boolean }>();
  const choked = new Set<CarriedChannel>();
  const batch = createBatch(socket, onWaiting);
  const gate = createReadGate(socket);
  const pulse: Pulse = createPulse(now);
  let opened = 0;
  // However often the other side asks, one answer is enough: it may send questions and read no answers.
  let owesAnswer = false;
  let into: CarriedChannel | undefined;
  const frames = createFrameReader({
    onFrame: receive,
    onData: (bytes) => into?.take(bytes),
    isOver: () => carrier.closed,
  });

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
    get held() {
      return batch.held;
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
      const state = pulse.check(channels.size > 0, !gate.held);
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
        data: (bytes, from, to, done) => home.send(id, bytes, from, to, done),
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
          else gate.hold(held);
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

  function send(id: number, bytes: Buffer | string, from: number, to: number, done?: () => void): boolean {
    if (carrier.closed) return true;
    put(id, DATA, to - from);
    if (typeof bytes === "string") batch.text(bytes, from, to);
    else batch.bytes(bytes, from, to, done);
    if (!socket.writableNeedDrain) return true;
    const channel = channels.get(id);
    if (channel !== undefined) choked.add(channel);
    return false;
  }

  function read(bytes: Buffer): void {
    const doubted = pulse.doubted;
    pulse.heard();
    if (doubted) onSure?.();
    frames.push(bytes);
    if (owesAnswer && !socket.writableNeedDrain) answer();
    gate.afterRead();
  }

  function answer(): void {
    owesAnswer = false;
    put(0, PONG, 0);
  }

  function receive(id: number, type: number, length: number): void {
    const channel = channels.get(id);
    switch (type) {
      case DATA:
        // Of a channel that is closed here, it is read and forgotten.
        into = channel;
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
    frames.stop();
    const channel = onTake?.(number)?.adopt(id, { hold, leave: close });
    // Its visitor has left.
    if (channel === undefined) close();
    else channels.set(id, channel);
  }

  function hold(held: boolean): void {
    gate.hold(held);
    if (!held) frames.start();
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
