/** A line without its line end, or a piece of a very long line. */
export interface LinePiece {
  bytes: Buffer;
  /** Whether this is the first, and the last, piece of its line. */
  isStart: boolean;
  isEnd: boolean;
}

/** Splits a stream of bytes into lines that end in CRLF, LF or CR. */
export interface LineSplitter {
  write(chunk: Uint8Array): void;
  end(): void;
}

const LF = 0x0a;
const CR = 0x0d;

/** Longer lines are split into pieces of exactly this many bytes, independent of the chunks. */
const MAX_PIECE_BYTES = 16 * 1024;

/** Bytes to search for the first line feed before assuming that lines end in CR alone. */
const LINE_END_PROBE_BYTES = 4096;

/**
 * Creates a splitter that calls `onLine` for each line, during `write` and `end`. A very long line is passed on in pieces, so that
 * memory stays bounded.
 */
export function createLineSplitter(onLine: (piece: LinePiece) => void): LineSplitter {
  /** Bytes of an incomplete line, and during `emitLines` those of the last chunk. */
  let pendingBytes: Buffer = Buffer.alloc(0);
  /** The byte that ends lines; `null` until it is known. */
  let lineEnd: typeof LF | typeof CR | null = null;
  let isStart = true;

  /**
   * Emits a line, or a piece of one. `isEnd` says whether the line ends with it; then the next bytes start a line. If lines end in LF, the
   * CRs before it are no part of the line; in old mail, whose lines end in CR, the search for the end has found the CR itself.
   */
  function emit(start: number, end: number, { isEnd }: { isEnd: boolean }): void {
    const contentEnd = isEnd && lineEnd === LF ? trimCarriageReturns(pendingBytes, start, end) : end;
    onLine({ bytes: pendingBytes.subarray(start, contentEnd), isStart, isEnd });
    isStart = isEnd;
  }

  /** Returns the byte that ends lines, LF or (in old mail) CR. Returns `null` if more bytes are needed to tell. */
  function detectLineEnd(isFinal: boolean): typeof LF | typeof CR | null {
    const probe = pendingBytes.subarray(0, LINE_END_PROBE_BYTES);
    if (probe.includes(LF)) return LF;
    if (!isFinal && probe.length < LINE_END_PROBE_BYTES) return null;
    // A CR at the very end may belong to a CRLF. Without any line end so far, LF is more likely to come.
    return probe.subarray(0, -1).includes(CR) ? CR : LF;
  }

  /**
   * Emits the complete lines of `pendingBytes`, and pieces of a very long one, and keeps the rest. If `isFinal`, the rest is a line too.
   * Keeps all bytes as long as it is not known which byte ends their lines (`lineEnd` is `null`).
   */
  function emitLines({ isFinal }: { isFinal: boolean }): void {
    lineEnd ??= detectLineEnd(isFinal);
    if (lineEnd === null) return;
    let position = 0;
    for (;;) {
      const lineEndIndex = pendingBytes.indexOf(lineEnd, position);
      const length = (lineEndIndex < 0 ? pendingBytes.length : lineEndIndex) - position;
      if (length > MAX_PIECE_BYTES) {
        emit(position, position + MAX_PIECE_BYTES, { isEnd: false });
        position += MAX_PIECE_BYTES;
      } else if (lineEndIndex >= 0) {
        emit(position, lineEndIndex, { isEnd: true });
        position = lineEndIndex + 1;
      } else break;
    }
    if (isFinal && pendingBytes.length > position) emit(position, pendingBytes.length, { isEnd: true });
    pendingBytes = pendingBytes.subarray(position);
  }

  return {
    /** Splits off the complete lines, and keeps an incomplete one for the next chunk. */
    write(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      pendingBytes = pendingBytes.length > 0 ? Buffer.concat([pendingBytes, bytes]) : bytes;
      emitLines({ isFinal: false });
    },
    /** Emits what is left as the last line. */
    end() {
      emitLines({ isFinal: true });
      pendingBytes = Buffer.alloc(0);
    },
  };
}

/** Returns the end of the line without the CRs before its line feed; some relays double the CR. */
function trimCarriageReturns(bytes: Buffer, start: number, end: number): number {
  let contentEnd = end;
  while (contentEnd > start && bytes[contentEnd - 1] === CR) contentEnd -= 1;
  return contentEnd;
}
