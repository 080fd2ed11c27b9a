import { SMTPStream, type SMTPStreamOptions } from "smtp-server/lib/smtp-stream";

type Done = (error?: Error | null) => void;

/** Runs work at once, or in a later turn of the event loop that has time for it. */
export type RunInTurn = <T>(work: () => T) => T | Promise<T>;

interface SlicedStreamOptions extends SMTPStreamOptions {
  runInTurn: RunInTurn;
}

interface Ending {
  /** The last bytes of the message. */
  content: Buffer;
  /** Where the next command begins. */
  next: number;
}

/** Bytes that are parsed at once. A mail of empty lines costs a millisecond for every few thousand of them. */
const SLICE = 16 * 1024;
const NOTHING = Buffer.alloc(0);
const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;
/** A terminator that begins in these bytes may end in the next chunk. */
const HELD_BACK = 4;

/**
 * The library's parser of the SMTP stream, with another reading of the message itself. The library parses a whole chunk at once,
 * and goes through the event loop for each stuffed dot: 10 MB of `..` lines take it eight seconds of processor time.
 */
export class SlicedStream extends SMTPStream {
  readonly #runInTurn: RunInTurn;

  constructor({ runInTurn, ...options }: SlicedStreamOptions) {
    super(options);
    this.#runInTurn = runInTurn;
  }

  override _feedDataStream(chunk: Buffer, done: Done): void {
    this.#feed(chunk, done).catch(done);
  }

  async #feed(chunk: Buffer, done: Done): Promise<void> {
    for (let start = 0; start < chunk.length; start += SLICE) {
      const ending = await this.#runInTurn(() =>
        this.isClosed ? null : this.#take(chunk.subarray(start, start + SLICE)),
      );
      if (this.isClosed) break;
      if (ending !== null) return this._endDataMode(ending.content, chunk.subarray(start + ending.next), done);
      if (this._dataStream?.writableNeedDrain) await this.#drained();
    }
    done();
  }

  /** Takes a piece of the message without its stuffed dots. Returns `null` before the end of the message. */
  #take(slice: Buffer): Ending | null {
    const held = this._lastBytes === false ? 0 : this._lastBytes.length;
    const bytes = this._lastBytes === false || held === 0 ? slice : Buffer.concat([this._lastBytes, slice]);
    this._lastBytes = false;
    let from = 0;
    if (this._atDataStart && bytes[0] === DOT && bytes.length > 1) {
      if (bytes[1] === CR && bytes[2] === LF) return { content: NOTHING, next: 3 - held };
      if (bytes[1] === DOT) {
        from = 1;
        this._atDataStart = false;
      }
    }
    const unstuffed = createPieces(bytes);
    for (let at = from + 2; at < bytes.length - 2; at += 1) {
      if (bytes[at] !== DOT || bytes[at - 1] !== LF) continue;
      if (bytes[at - 2] === CR && bytes[at + 1] === CR && bytes[at + 2] === LF) {
        const content = unstuffed.until(from, at);
        this._countDataBytes(content.length);
        return { content, next: at + 3 - held };
      }
      if (bytes[at + 1] !== DOT) continue;
      unstuffed.add(from, at);
      from = at + 1;
    }
    const end = Math.max(from, bytes.length - HELD_BACK);
    this._lastBytes = bytes.subarray(end);
    const content = unstuffed.until(from, end);
    this._countDataBytes(content.length);
    if (content.length > 0 && this._dataStream?.writable) this._dataStream.write(content);
    return null;
  }

  /** Resolves once the reader of the message has taken what was written. */
  async #drained(): Promise<void> {
    const stream = this._dataStream;
    if (!stream || stream.destroyed) return;
    await new Promise<void>((resolve) => {
      const settle = () => {
        stream.off("drain", settle).off("close", settle);
        resolve();
      };
      stream.on("drain", settle).on("close", settle);
    });
  }
}

/** Joins pieces of the bytes, and copies them only if there are several. */
function createPieces(bytes: Buffer) {
  let joined: Buffer | null = null;
  let length = 0;
  const add = (from: number, to: number) => {
    joined ??= Buffer.allocUnsafe(bytes.length);
    length += bytes.copy(joined, length, from, to);
  };
  return {
    add,
    /** What was added, and the bytes from here to there. */
    until(from: number, to: number): Buffer {
      if (joined === null) return bytes.subarray(from, to);
      add(from, to);
      return joined.subarray(0, length);
    },
  };
}
