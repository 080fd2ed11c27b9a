import type { IncomingMessage } from "node:http";

/**
 * Source of a request's body, independent of who parses the visitor's connection. It has no accessors: V8 gives objects
 * with accessors a hidden class each, which outlives them.
 */
export interface BodySource {
  /** In bytes; infinite if unknown. */
  readonly length: number;
  isPaused(): boolean;
  /** Returns the bytes that arrived and were not read yet. */
  bufferedBytes(): number;
  /** Returns what arrived so far, in latin1, if it is short enough to be sent together with the head; else "". */
  takeBuffered(): string;
  /** Starts to pass each chunk on as it arrives. */
  read(onBytes: (bytes: Buffer) => void, onEnd: (trailers: readonly string[]) => void): void;
  pause(): void;
  resume(): void;
  /** Drops the rest. */
  discard(): void;
}

/** Creates the source of a request body that Node's HTTP server reads. `length`: in bytes, infinite if unknown. */
export function createHttpBody(request: IncomingMessage, length: number): BodySource {
  return {
    length,
    isPaused: () => request.isPaused(),
    bufferedBytes: () => request.readableLength,
    /** Returns nothing: `read` gets all bytes, also those that Node has buffered. */
    takeBuffered: () => "",
    read(onBytes, onEnd) {
      request.on("data", onBytes);
      request.on("end", () => onEnd(request.rawTrailers));
    },
    pause: () => void request.pause(),
    resume: () => void request.resume(),
    /** Lets the rest flow: Node reads the connection's next request only after it. A caller of `read` drops what it still gets. */
    discard: () => void request.resume(),
  };
}
