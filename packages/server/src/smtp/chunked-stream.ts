import { SMTPStream, type SMTPStreamOptions } from "smtp-server/lib/smtp-stream";

type Callback = (error?: Error | null) => void;

/** Runs `work` at once, or in a later turn of the event loop if this one has already taken long. */
export type RunInTurn = <T>(work: () => T) => T | Promise<T>;

interface ChunkedSmtpStreamOptions extends SMTPStreamOptions {
  runInTurn: RunInTurn;
}

interface MessageEnd {
  /** The last bytes of the message. */
  content: Buffer;
  /** Offset of the next command in the chunk. */
  nextCommandAt: number;
}

/** Bytes parsed in one turn. Parsing a mail of empty lines takes a millisecond for every few thousand bytes. */
const CHUNK_BYTES = 16 * 1024;
const NO_BYTES = Buffer.alloc(0);
const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;
/** Bytes of the line that ends a message: a dot, CR and LF. */
const TERMINATOR_BYTES = 3;
/** Bytes kept back at the end of a chunk, because the terminator `CRLF.CRLF` may continue in the next one. */
const HELD_BACK_BYTES = 4;
/** Bytes before and after a dot in a chunk. They show whether it ends the message. */
const DOT_CONTEXT_BYTES = 2;

/**
 * The library's SMTP parser, with a faster parser for message data. The library parses each chunk as a whole and takes a turn
 * of the event loop for each stuffed dot: 10 MB of `..` lines cost eight seconds of CPU time.
 */
export class ChunkedSmtpStream extends SMTPStream {
  readonly #runInTurn: RunInTurn;

  constructor({ runInTurn, ...options }: ChunkedSmtpStreamOptions) {
    super(options);
    this.#runInTurn = runInTurn;
  }

  override _feedDataStream(chunk: Buffer, callback: Callback): void {
    this.#feed(chunk, callback).catch(callback);
  }

  /** Parses a chunk in parts, so that other connections are served between them. Ends data mode at the message's terminator. */
  async #feed(chunk: Buffer, callback: Callback): Promise<void> {
    for (let start = 0; start < chunk.length; start += CHUNK_BYTES) {
      const messageEnd = await this.#runInTurn(() =>
        this.isClosed ? null : this.#parseData(chunk.subarray(start, start + CHUNK_BYTES)),
      );
      // The connection was closed while this parser waited for its turn.
      if (this.isClosed) break;
      if (messageEnd !== null) {
        const rest = chunk.subarray(start + messageEnd.nextCommandAt);
        return this._endDataMode(messageEnd.content, rest, callback);
      }
      if (this._dataStream?.writableNeedDrain) await this.#waitForDrain();
    }
    callback();
  }

  /**
   * Reads one chunk of message data, without the dots that the sender has stuffed (RFC 5321 section 4.5.2). If the message ends in it,
   * returns the content before the end. Otherwise writes the content to the message's reader and returns `null`, but keeps the last four
   * bytes for the next call (`_lastBytes`; `false` for none): the terminator may continue there, and a dot needs two bytes on each side.
   * `nextCommandAt` does not count the bytes that were kept. A dot at the very beginning has no line end before it, so it is read apart
   * from the others (`_atDataStart`, which the library's `_countDataBytes` clears at the first byte of content).
   */
  #parseData(chunk: Buffer): MessageEnd | null {
    const heldBack = this._lastBytes === false ? NO_BYTES : this._lastBytes;
    const bytes = heldBack.length === 0 ? chunk : Buffer.concat([heldBack, chunk]);
    this._lastBytes = false;
    let rangeStart = 0;
    const beginsWithDot = this._atDataStart && bytes[0] === DOT && bytes.length > 1;
    if (beginsWithDot) {
      const isEmptyMessage = bytes[1] === CR && bytes[2] === LF;
      if (isEmptyMessage) return { content: NO_BYTES, nextCommandAt: TERMINATOR_BYTES - heldBack.length };
      const isFirstDotStuffing = bytes[1] === DOT;
      if (isFirstDotStuffing) {
        rangeStart = 1;
        this._atDataStart = false;
      }
    }
    const unstuffed = createRangeJoiner(bytes);
    for (let index = rangeStart + DOT_CONTEXT_BYTES; index < bytes.length - DOT_CONTEXT_BYTES; index += 1) {
      // A bare LF begins a line too, as senders that use it also stuff. It never ends the message: some servers would read on,
      // so that one mail could hide another (SMTP smuggling).
      const isDotAtLineStart = bytes[index] === DOT && bytes[index - 1] === LF;
      if (!isDotAtLineStart) continue;
      const isTerminator = bytes[index - 2] === CR && bytes[index + 1] === CR && bytes[index + 2] === LF;
      if (isTerminator) {
        const content = unstuffed.concatWith(rangeStart, index);
        this._countDataBytes(content.length);
        return { content, nextCommandAt: index + TERMINATOR_BYTES - heldBack.length };
      }
      const isStuffed = bytes[index + 1] === DOT;
      if (!isStuffed) continue;
      unstuffed.add(rangeStart, index);
      rangeStart = index + 1;
    }
    const end = Math.max(rangeStart, bytes.length - HELD_BACK_BYTES);
    this._lastBytes = bytes.subarray(end);
    const content = unstuffed.concatWith(rangeStart, end);
    this._countDataBytes(content.length);
    if (content.length > 0 && this._dataStream?.writable) this._dataStream.write(content);
    return null;
  }

  /** Resolves when the message's reader can take more data, or has gone. */
  async #waitForDrain(): Promise<void> {
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

/** Creates a joiner of ranges of `bytes`, such as those between removed dots. Copies them only if there are several. */
function createRangeJoiner(bytes: Buffer) {
  let joined: Buffer | null = null;
  let joinedLength = 0;
  /** Copies a range to the end of what was joined. */
  const add = (from: number, to: number) => {
    joined ??= Buffer.allocUnsafe(bytes.length);
    joinedLength += bytes.copy(joined, joinedLength, from, to);
  };
  return {
    add,
    /** Returns all ranges that `add` has copied, followed by the range `from` to `to`. Called once, at the end. */
    concatWith(from: number, to: number): Buffer {
      // Without added ranges the result is one range, which needs no copy.
      if (joined === null) return bytes.subarray(from, to);
      add(from, to);
      return joined.subarray(0, joinedLength);
    },
  };
}
