import type { Duplex } from "node:stream";
import { type Channel, createChannel, LARGEST_FRAME } from "./channel.ts";

/**
 * One connection that carries many, each with its own flow control: a frame for every piece, and those of one turn of
 * the event loop in one write. For requests so small that a connection of their own would cost more than they do.
 */
export interface Carrier {
  /** Channels that are open. */
  readonly size: number;
  /** The other side does not keep up with what is written. */
  readonly choked: boolean;
  /** Opens a channel to the other side. */
  open(): Duplex;
  /** Shows proxies on the way that the connection is alive. */
  ping(): void;
  /** Closes it and every channel. */
  destroy(): void;
}

export interface CarrierOptions {
  socket: Duplex;
  /** The other side opened a channel. Without it, the other side must open none. */
  onOpen?: (channel: Duplex) => void;
  onClose?: () => void;
  /** A write was not taken at once. */
  onChoked?: () => void;
}

const HEADER = 8;
/** Pieces up to this size are copied together; larger ones are written as they are. */
const SMALL = 8 * 1024;

const OPEN = 0;
const DATA = 1;
const END = 2;
const RESET = 3;
const CREDIT = 4;
const PING = 5;
const PONG = 6;

export function createCarrier({ socket, onOpen, onClose, onChoked }: CarrierOptions): Carrier {
  const channels = new Map<number, Channel>();
  // Writers that wait until the connection takes bytes again.
  let choked: (() => void)[] = [];
  let opened = 0;
  let pending = "";
  let scheduled = false;
  // However often the other side asks, one answer is enough: it may send questions and read no answers.
  let answersPing = false;
  let closed = false;
  let held: Buffer | null = null;
  let left = 0;
  let into: Channel | undefined;

  socket.on("data", read);
  socket.on("drain", () => {
    const waiting = choked;
    choked = [];
    for (const go of waiting) go();
    if (answersPing) put(0, PONG, 0);
  });
  socket.on("error", () => {});
  socket.on("end", close);
  socket.on("close", close);

  return {
    get size() {
      return channels.size;
    },
    get choked() {
      return socket.writableNeedDrain;
    },
    open() {
      const id = ++opened;
      put(id, OPEN, 0);
      return create(id).stream;
    },
    ping: () => put(0, PING, 0),
    destroy: close,
  };

  function create(id: number): Channel {
    const channel = createChannel({
      data(bytes, done) {
        put(id, DATA, bytes.length, bytes);
        if (socket.writableNeedDrain) choked.push(done);
        else done();
      },
      end: () => put(id, END, 0),
      credit: (bytes) => put(id, CREDIT, bytes),
      close(whole) {
        channels.delete(id);
        if (!whole) put(id, RESET, 0);
      },
      fail: close,
    });
    channels.set(id, channel);
    if (closed) channel.stream.destroy();
    return channel;
  }

  function put(id: number, type: number, length: number, payload: Buffer | string = ""): void {
    if (closed) return;
    pending += toHeader(id, type, length);
    if (typeof payload === "string") pending += payload;
    else if (payload.length <= SMALL) pending += payload.toString("latin1");
    else {
      socket.cork();
      flush();
      socket.write(payload);
      socket.uncork();
      if (socket.writableNeedDrain) onChoked?.();
      return;
    }
    if (pending.length >= LARGEST_FRAME) flush();
    else if (!scheduled) {
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        flush();
      });
    }
  }

  function flush(): void {
    if (closed || pending === "") return;
    const text = pending;
    pending = "";
    if (answersPing && !socket.writableNeedDrain) answersPing = false;
    if (!socket.write(text, "latin1")) onChoked?.();
  }

  function read(piece: Buffer): void {
    const bytes: Buffer = held === null ? piece : Buffer.concat([held, piece]);
    held = null;
    for (let at = 0; at < bytes.length && !closed; ) {
      if (left > 0) {
        const end = Math.min(at + left, bytes.length);
        left -= end - at;
        into?.take(bytes.subarray(at, end));
        at = end;
      } else if (bytes.length - at < HEADER) {
        held = bytes.subarray(at);
        return;
      } else {
        receive(bytes.readUInt32BE(at), bytes[at + 4]!, bytes.readUIntBE(at + 5, 3));
        at += HEADER;
      }
    }
  }

  function receive(id: number, type: number, length: number): void {
    const channel = channels.get(id);
    switch (type) {
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
          onOpen(create(id).stream);
        }
        break;
      case END:
        channel?.end();
        break;
      case RESET:
        channel?.stream.destroy();
        break;
      case CREDIT:
        channel?.grant(length);
        break;
      case PING:
        if (answersPing) break;
        answersPing = true;
        if (!socket.writableNeedDrain) put(0, PONG, 0);
        break;
      case PONG:
        break;
      default:
        close();
    }
  }

  function close(): void {
    if (closed) return;
    flush();
    // The last write may have been one too many, and have closed it.
    if (closed) return;
    closed = true;
    socket.destroy();
    for (const { stream } of [...channels.values()]) stream.destroy();
    onClose?.();
  }
}

function toHeader(id: number, type: number, length: number): string {
  return String.fromCharCode(
    id >>> 24,
    (id >>> 16) & 255,
    (id >>> 8) & 255,
    id & 255,
    type,
    length >>> 16,
    (length >>> 8) & 255,
    length & 255,
  );
}
