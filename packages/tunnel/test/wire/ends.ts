import { once } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import { createDataConnection, type DataConnection, type Stream } from "../../src/wire/index.ts";

export const now = () => performance.now();
/** Waits until what was begun is done: on a busy machine one turn of the event loop is not enough. */
export async function turn(): Promise<void> {
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** Takes what comes over a channel. */
export function listen(channel: Stream) {
  const heard = { text: Buffer.alloc(0), ended: false, closed: false, drained: 0 };
  const pieces: Buffer[] = [];
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  channel.listener = {
    onData: (bytes) => void pieces.push(Buffer.from(bytes)),
    onDrain: () => void heard.drained++,
    onEnd() {
      heard.ended = true;
      done();
    },
    onClose() {
      heard.closed = true;
      done();
    },
  };
  channel.resume();
  return Object.assign(heard, {
    over,
    bytes: () => Buffer.concat(pieces),
    async until(length: number) {
      while (pieces.reduce((sum, bytes) => sum + bytes.length, 0) < length) await turn();
    },
  });
}

export interface Ends {
  carrier: DataConnection;
  /** The channels that arrived at the other side. */
  arrived: Stream[];
  /** The bare ends of the connection. */
  near: Duplex;
  far: Duplex;
}

/** A connection that delivers in pieces of these sizes. */
export function connect(sizes: readonly number[] = [65_536]): [Duplex, Duplex] {
  const [near, nearWire] = duplexPair();
  const [far, farWire] = duplexPair();
  let at = 0;
  for (const [from, to] of [
    [nearWire, farWire],
    [farWire, nearWire],
  ] as const) {
    from.on("data", (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; ) {
        const size = sizes[at++ % sizes.length]!;
        // A copy: the sender may use its buffer again.
        if (!to.write(Buffer.from(bytes.subarray(start, start + size)))) from.pause();
        start += size;
      }
    });
    to.on("drain", () => from.resume());
  }
  near.on("close", () => far.destroy());
  far.on("close", () => near.destroy());
  return [near, far];
}

export function join(
  sizes?: readonly number[],
  onArrive: (channel: Stream) => void = (channel) => channel.pause(),
): Ends {
  const [near, far] = connect(sizes);
  const arrived: Stream[] = [];
  const carrier = createDataConnection({ socket: near, now });
  createDataConnection({
    socket: far,
    now,
    onStream(channel) {
      arrived.push(channel);
      onArrive(channel);
    },
  });
  return { carrier, arrived, near, far };
}

/** Sends back what comes, and holds the sender back while it can't. */
export function echo(channel: Stream): void {
  channel.listener = {
    onData: (bytes) => void (channel.write(bytes) || channel.pause()),
    onDrain: () => channel.resume(),
    onEnd: () => channel.end(),
    onClose() {},
  };
}

/** A side that is spoken to by hand. */
export function alone(onOpen?: (channel: Stream) => void): { socket: Duplex; closed: Promise<unknown> } {
  const [socket, own] = duplexPair();
  createDataConnection({ socket: own, now, ...(onOpen && { onStream: onOpen }) });
  return { socket, closed: once(own, "close") };
}

export const frame = (id: number, type: number, length: number, payload = "") => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(id);
  head[4] = type;
  head.writeUIntBE(length, 5, 3);
  return Buffer.concat([head, Buffer.from(payload)]);
};
