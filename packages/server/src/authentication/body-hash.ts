import { createHash } from "node:crypto";

/** The two canonical forms of DKIM (RFC 6376, 3.4): `relaxed` ignores changes of white space that relays make. */
export type Canonicalization = "simple" | "relaxed";

/** Hashes the body of a mail while it arrives. */
export interface BodyHash {
  write(chunk: Buffer): void;
  /** Returns the SHA-256 in base64, as the `bh` tag of a signature has it. */
  digest(): string;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
/** A blank and a CR that are held back from the chunk before. */
const MAX_PENDING_BYTES = 2;
const SPACE = 0x20;
const LINE_END = Buffer.from("\r\n");
const LINE_ENDS_PER_BLOCK = 4096;
const LINE_END_BLOCK = Buffer.alloc(LINE_ENDS_PER_BLOCK * LINE_END.length, LINE_END);
const SINGLE_SPACE = Buffer.from(" ");
const TWO_SPACES = Buffer.from("  ");
const SPACE_CR = Buffer.from(" \r");
const SINGLE_CR = Buffer.from("\r");

/** Creates the hash of a mail's body in a canonical form (RFC 6376, 3.4). Its memory does not grow with the body. */
export function createBodyHash(canonicalization: Canonicalization): BodyHash {
  const hash = createHash("sha256");
  const trimmer = createLineEndTrimmer((bytes) => hash.update(bytes));
  const relaxer = canonicalization === "relaxed" ? createRelaxer(trimmer.write) : null;
  return {
    write: relaxer ? relaxer.write : trimmer.write,
    /** Returns the hash of the body in its canonical form for DKIM, in base64. */
    digest() {
      relaxer?.end();
      const hasContent = trimmer.end();
      // The trimmer dropped all line ends at the body's end, but a canonical body ends with one. Only in the relaxed form, which
      // has a relaxer, a body without content is empty.
      const isSimple = relaxer === null;
      if (hasContent || isSimple) hash.update(LINE_END);
      return hash.digest("base64");
    },
  };
}

/** Passes a body on without the line ends at its end. They are counted instead of kept: a mail can have millions. */
function createLineEndTrimmer(emit: (bytes: Buffer) => void) {
  /** Line ends that are emitted only if content follows. */
  let pendingLineEnds = 0;
  /** Whether the previous chunk ended in a CR, which may belong to a line end. */
  let hasPendingCr = false;
  let hasContent = false;

  /** Emits the line ends that were held back, then the bytes: those line ends are not at the end of the body. */
  function emitContent(bytes: Buffer): void {
    // Emits line ends in blocks, because there can be millions.
    while (pendingLineEnds > 0) {
      const lineEnds = Math.min(pendingLineEnds, LINE_ENDS_PER_BLOCK);
      emit(LINE_END_BLOCK.subarray(0, lineEnds * LINE_END.length));
      pendingLineEnds -= lineEnds;
    }
    hasContent = true;
    emit(bytes);
  }

  return {
    /**
     * Passes a chunk on without its last line ends, which only count if more content follows (RFC 6376, 3.4.3): then `emitContent` emits
     * as many (`pendingLineEnds`) first.
     */
    write(chunk: Buffer): void {
      // An empty chunk does not show whether an LF follows a pending CR.
      if (chunk.length === 0) return;
      let start = 0;
      if (hasPendingCr) {
        hasPendingCr = false;
        if (chunk[0] === LF) {
          pendingLineEnds += 1;
          start = 1;
        } else emitContent(SINGLE_CR);
      }
      let end = chunk.length;
      if (end > start && chunk[end - 1] === CR) {
        hasPendingCr = true;
        end -= 1;
      }
      const isAfterLineEnd = (index: number) =>
        index - LINE_END.length >= start && chunk[index - 2] === CR && chunk[index - 1] === LF;
      let contentEnd = end;
      while (isAfterLineEnd(contentEnd)) contentEnd -= LINE_END.length;
      if (contentEnd > start) emitContent(chunk.subarray(start, contentEnd));
      pendingLineEnds += (end - contentEnd) / LINE_END.length;
    },
    /** Ends the body: emits a CR without LF, which is content. Returns whether the body has anything but line ends. */
    end(): boolean {
      if (hasPendingCr) emitContent(SINGLE_CR);
      return hasContent;
    },
  };
}

/** Passes a body on in DKIM's relaxed form: each run of blanks and tabs is one blank, and lines do not end in blanks (RFC 6376, 3.4.4). */
function createRelaxer(emit: (bytes: Buffer) => void) {
  /** Whether a run of blanks came last. It is dropped if a line end follows. */
  let hasPendingSpace = false;
  /** Whether a CR came last, which ends the line if an LF follows. */
  let hasPendingCr = false;

  /**
   * Returns whether the chunk can be emitted unchanged, as most base64 can: it has no tab, no two blanks in a row and no blank at a line's
   * end. Searching is many times faster than copying.
   */
  function isAlreadyRelaxed(chunk: Buffer): boolean {
    // A blank or CR at the end of a chunk is judged by the byte after it.
    const last = chunk[chunk.length - 1];
    const continuesRun = hasPendingSpace || hasPendingCr;
    const mayBeContinued = last === SPACE || last === CR;
    if (continuesRun || mayBeContinued) return false;
    return !chunk.includes(TAB) && !chunk.includes(TWO_SPACES) && !chunk.includes(SPACE_CR);
  }

  /** Emits a chunk with single blanks, and none before line ends. Holds back a blank or CR at its end. */
  function relax(chunk: Buffer): void {
    const out = Buffer.allocUnsafe(chunk.length + MAX_PENDING_BYTES);
    let length = 0;
    for (const byte of chunk) {
      if (hasPendingCr) {
        hasPendingCr = false;
        // With an LF, the CR ends the line, and a blank before it is dropped. Otherwise both are content.
        const isLineEnd = byte === LF;
        if (hasPendingSpace && !isLineEnd) out[length++] = SPACE;
        hasPendingSpace = false;
        out[length++] = CR;
      }
      if (byte === SPACE || byte === TAB) {
        hasPendingSpace = true;
      } else if (byte === CR) {
        hasPendingCr = true;
      } else {
        if (hasPendingSpace) out[length++] = SPACE;
        hasPendingSpace = false;
        out[length++] = byte;
      }
    }
    emit(out.subarray(0, length));
  }

  return {
    /** Emits a chunk in DKIM's relaxed form: with single blanks, and none before line ends. Unchanged if it has that form already. */
    write(chunk: Buffer): void {
      if (isAlreadyRelaxed(chunk)) emit(chunk);
      else relax(chunk);
    },
    /** Ends the body: emits a CR that was held back because an LF could follow, with the blank before it. A last blank is dropped. */
    end(): void {
      if (!hasPendingCr) return;
      if (hasPendingSpace) emit(SINGLE_SPACE);
      emit(SINGLE_CR);
    },
  };
}
