import type { IncomingMessage } from "node:http";

/**
 * Where a request's body comes from, whoever reads the visitor's connection. It has no accessors: an object that is made with some
 * has a shape of its own, which outlives it.
 */
export interface BodySource {
  /** In bytes; infinite where it is not told. */
  readonly length: number;
  isPaused(): boolean;
  /** Bytes that have come and wait to be read. */
  buffered(): number;
  /** What has come of it by now, in latin1, where it is short: it may leave together with the head. */
  begin(): string;
  /** From now on each piece is passed on as it comes. */
  read(onBytes: (bytes: Buffer) => void, onEnd: (trailers: readonly string[]) => void): void;
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. */
  discard(): void;
}

/** The body of a request that Node reads. */
export function createHttpBody(request: IncomingMessage, length: number): BodySource {
  return {
    length,
    isPaused: () => request.isPaused(),
    buffered: () => request.readableLength,
    begin: () => "",
    read(onBytes, onEnd) {
      request.on("data", onBytes);
      request.on("end", () => onEnd(request.rawTrailers));
    },
    pause: () => void request.pause(),
    resume: () => void request.resume(),
    // What is left of it must be read, or the visitor's connection is stuck.
    discard: () => void request.resume(),
  };
}
