const NEWLINE = 0x0a;

/** Growing byte buffer. One block, because a buffer for each line would take many times the memory of the text. */
export interface ByteBuffer {
  append(bytes: Uint8Array): void;
  /** Appends the bytes and a line feed. */
  appendLine(bytes: Uint8Array): void;
  /** Returns the appended bytes, without copying them. */
  bytes(): Buffer;
}

const MIN_BLOCK_BYTES = 512;

/** Creates an empty buffer that grows with the appended bytes. */
export function createByteBuffer(): ByteBuffer {
  let block: Buffer = Buffer.alloc(0);
  let length = 0;

  /** Makes room for more bytes. Doubles the block, so that appending takes constant time on average. */
  function reserve(additionalBytes: number): void {
    const neededLength = length + additionalBytes;
    if (neededLength <= block.length) return;
    const larger = Buffer.allocUnsafe(Math.max(MIN_BLOCK_BYTES, block.length * 2, neededLength));
    block.copy(larger, 0, 0, length);
    block = larger;
  }

  return {
    /** Appends a copy of the bytes. */
    append(bytes) {
      reserve(bytes.length);
      block.set(bytes, length);
      length += bytes.length;
    },
    /** Appends a copy of the bytes and a line feed. */
    appendLine(bytes) {
      reserve(bytes.length + 1);
      block.set(bytes, length);
      length += bytes.length + 1;
      block[length - 1] = NEWLINE;
    },
    bytes: () => block.subarray(0, length),
  };
}
