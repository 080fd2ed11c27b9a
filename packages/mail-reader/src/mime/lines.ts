/** A line without its line end, or a piece of a very long line. */
export interface LinePiece {
  bytes: Buffer;
  isStart: boolean;
  isEnd: boolean;
}

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

export function createLineSplitter(onLine: (piece: LinePiece) => void): LineSplitter {
  let rest: Buffer = Buffer.alloc(0);
  let lineEnd = 0;
  let isStart = true;

  function emit(start: number, end: number, isEnd: boolean): void {
    const cut = isEnd && lineEnd === LF ? trimCr(rest, start, end) : end;
    onLine({ bytes: rest.subarray(start, cut), isStart, isEnd });
    isStart = isEnd;
  }

  function split(isFinal: boolean): void {
    if (lineEnd === 0) {
      const probe = rest.subarray(0, LINE_END_PROBE_BYTES);
      const isLong = isFinal || probe.length === LINE_END_PROBE_BYTES;
      if (probe.includes(LF)) lineEnd = LF;
      else if (!isLong) return;
      else lineEnd = probe.subarray(0, -1).includes(CR) ? CR : LF;
    }
    let position = 0;
    for (;;) {
      const found = rest.indexOf(lineEnd, position);
      const length = (found < 0 ? rest.length : found) - position;
      if (length > MAX_PIECE_BYTES) {
        emit(position, position + MAX_PIECE_BYTES, false);
        position += MAX_PIECE_BYTES;
      } else if (found >= 0) {
        emit(position, found, true);
        position = found + 1;
      } else break;
    }
    if (isFinal && rest.length > position) emit(position, rest.length, true);
    rest = rest.subarray(position);
  }

  return {
    write(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      split(false);
    },
    end() {
      split(true);
      rest = Buffer.alloc(0);
    },
  };
}

/** Some relays double the CR before the line feed. */
function trimCr(bytes: Buffer, start: number, end: number): number {
  let cut = end;
  while (cut > start && bytes[cut - 1] === CR) cut -= 1;
  return cut;
}
