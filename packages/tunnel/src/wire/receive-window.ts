/** Initial flow-control window: bytes that each side may send before it gets credit. */
export const STREAM_WINDOW = 256 * 1024;
/** The window of a stream whose reader keeps up doubles up to this size. */
const MAX_WINDOW = 2 * 1024 * 1024;

/** The flow-control window of one stream: how much the other side may send, and which credit it gets for what was read. */
export class ReceiveWindow {
  #windowBytes = STREAM_WINDOW;
  /** Received bytes for which the other side got no credit yet. */
  #uncreditedBytes = 0;

  /** Counts received bytes. Returns false if the other side has sent more than it may. */
  add(size: number): boolean {
    this.#uncreditedBytes += size;
    return this.#uncreditedBytes <= this.#windowBytes;
  }

  /**
   * Returns the credit to give now for the bytes that were read, and doubles the window of a reader that keeps up. Returns 0 until half a
   * window was read, so that the frames with credit are few and the sender need not wait. `bufferedBytes`: received and not read yet.
   */
  takeCredit(bufferedBytes: number): number {
    const readBytes = this.#uncreditedBytes - bufferedBytes;
    const isHalfAWindow = readBytes * 2 >= this.#windowBytes;
    if (!isHalfAWindow) return 0;
    const isKeepingUp = bufferedBytes === 0;
    const mustDouble = isKeepingUp && this.#windowBytes < MAX_WINDOW;
    const addedWindow = mustDouble ? this.#windowBytes : 0;
    this.#windowBytes += addedWindow;
    this.#uncreditedBytes -= readBytes;
    return readBytes + addedWindow;
  }
}
