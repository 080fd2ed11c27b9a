import { Duplex, type DuplexOptions } from "node:stream";

/** One of the connections that a carrier carries, as that sees it. */
export interface Channel {
  stream: Duplex;
  /** Bytes came in. */
  take(bytes: Buffer): void;
  /** The other side has read so much. */
  grant(bytes: number): void;
  /** The other side sends no more. */
  end(): void;
}

/** How a channel reaches the other side. */
export interface Sending {
  data(bytes: Buffer | string, done: () => void): void;
  end(): void;
  credit(bytes: number): void;
  /** `whole`: both sides had ended it. */
  close(whole: boolean): void;
  /** The other side breaks the rules. */
  fail(): void;
}

/** What a side may send on a new channel before the other says that it has read some of it. */
export const CHANNEL_WINDOW = 256 * 1024;
/** The window of a channel whose reader keeps up doubles to this. */
const LARGEST_WINDOW = 1024 * 1024;
export const LARGEST_FRAME = 64 * 1024;

/** A stream with a window of its own: sends what the other side has room for, and tells what was read here. */
export function createChannel(send: Sending): Channel {
  let credit = CHANNEL_WINDOW;
  let window = CHANNEL_WINDOW;
  let received = 0;
  let returned = 0;
  let ended = false;
  let waiting: (() => void) | null = null;

  const stream = new Stream(giveBack, {
    decodeStrings: false,
    write(chunk: Buffer | string, encoding, done) {
      const bytes = typeof chunk === "string" && encoding !== "latin1" ? Buffer.from(chunk, encoding) : chunk;
      push(bytes, 0, done);
    },
    final(done) {
      send.end();
      done();
    },
    // Bytes come when the other side sends them.
    read() {},
    destroy(error, done) {
      waiting = null;
      send.close(ended && stream.writableFinished);
      done(error);
    },
  });

  return {
    stream,
    take(bytes) {
      received += bytes.length;
      if (ended || received - returned > window) return send.fail();
      stream.push(bytes);
      giveBack();
    },
    grant(bytes) {
      credit += bytes;
      const go = waiting;
      waiting = null;
      go?.();
    },
    end() {
      ended = true;
      stream.push(null);
    },
  };

  /** Sends as much as the other side takes, and the rest when it has read some. */
  function push(bytes: Buffer | string, from: number, done: () => void): void {
    const size = Math.min(bytes.length - from, credit, LARGEST_FRAME);
    if (size === 0 && bytes.length > from) {
      waiting = () => push(bytes, from, done);
      return;
    }
    credit -= size;
    const all = from === 0 && size === bytes.length;
    const piece = all
      ? bytes
      : typeof bytes === "string"
        ? bytes.slice(from, from + size)
        : bytes.subarray(from, from + size);
    send.data(piece, from + size === bytes.length ? done : () => push(bytes, from + size, done));
  }

  /** Tells the other side what was read, and widens the window of a reader that keeps up. */
  function giveBack(): void {
    const due = received - stream.readableLength - returned;
    if (due * 2 < window) return;
    const more = stream.readableLength === 0 && window < LARGEST_WINDOW ? window : 0;
    window += more;
    returned += due;
    send.credit(due + more);
  }
}

/** Tells of each time that buffered bytes were read, which `_read` does not. */
class Stream extends Duplex {
  readonly #onRead: () => void;
  constructor(onRead: () => void, options: DuplexOptions) {
    super(options);
    this.#onRead = onRead;
  }
  override read(size?: number): unknown {
    const bytes: unknown = super.read(size);
    this.#onRead();
    return bytes;
  }
}
