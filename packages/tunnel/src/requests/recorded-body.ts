/** The beginning of a body, copied as it passes. */
export interface RecordedBody {
  /** Keeps bytes up to the limit, and no more than `allowance`. Returns how many it kept. */
  append(bytes: Uint8Array, allowance?: number): number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body is longer than what is kept. */
  readonly isCut: boolean;
}

/** Capacity of the first piece of memory. */
const MIN_CAPACITY_BYTES = 256;

/** Creates an empty recording of a body. Its memory doubles as needed, so that many short chunks cost linear time. */
export function createRecordedBody(maxBytes: number): RecordedBody {
  let memory = new Uint8Array(0);
  let recordedLength = 0;
  let isCut = false;

  return {
    /**
     * Records bytes up to `maxBytes` in total, and at most `allowance` of these. Returns how many were kept. Once some were not,
     * records no more, so that the recording has no gap.
     */
    append(bytes, allowance = Number.POSITIVE_INFINITY) {
      if (isCut) return 0;
      const keptBytes = Math.min(bytes.length, maxBytes - recordedLength, allowance);
      if (keptBytes < bytes.length) isCut = true;
      if (keptBytes === 0) return 0;
      reserve(recordedLength + keptBytes);
      memory.set(bytes.subarray(0, keptBytes), recordedLength);
      recordedLength += keptBytes;
      return keptBytes;
    },
    get bytes() {
      // Copied to its exact size, because recordings are kept for much longer than they grow.
      if (memory.length > recordedLength) memory = memory.slice(0, recordedLength);
      return memory;
    },
    get isCut() {
      return isCut;
    },
  };

  /** Grows the memory to at least this many bytes in total: to twice its size, but never above `maxBytes`. */
  function reserve(neededBytes: number): void {
    if (neededBytes <= memory.length) return;
    const grown = new Uint8Array(Math.min(maxBytes, Math.max(neededBytes, 2 * memory.length, MIN_CAPACITY_BYTES)));
    grown.set(memory.subarray(0, recordedLength));
    memory = grown;
  }
}
