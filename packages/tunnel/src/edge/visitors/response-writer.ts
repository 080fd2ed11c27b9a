import type { Duplex } from "node:stream";
import type { Head } from "../../wire/index.ts";
import type { EdgeProblem } from "../problems/problem-page.ts";

/** Writes the response to one visitor's request. Implemented for Node's HTTP server and for the edge's own reader. */
export interface ResponseWriter {
  /** Sets the listener. Calls `onDisconnect` at once if the visitor has already disconnected. */
  listen(events: WriterEvents): void;
  /** Writes an informational response (1xx) other than 101. Returns false like `write`. */
  writeInformational(head: Head): boolean;
  /**
   * Writes the head of the response, or buffers it until `flush` to send it together with the body. Unless `isIndexable`,
   * adds `X-Robots-Tag: noindex`.
   */
  writeHead(head: Head, isIndexable: boolean): void;
  /** Writes a chunk of the body. Returns false if the caller should wait for `onDrain`. */
  write(bytes: Buffer): boolean;
  /** Ends the response, with the last chunk if it was known to be the last. */
  end(bytes: Buffer | null, trailers: readonly string[]): void;
  /** Returns the bytes that were written and that the visitor has not read. */
  bufferedBytes(): number;
  /** Sends a head that is still buffered. Called when no more of the body is available now. */
  flush(): void;
  /** Writes a 101 and returns the bare connection, or `null` if the visitor did not request an upgrade. */
  upgrade(head: Head): Duplex | null;
  /** Responds with an error of the edge, or closes the connection if the app's response has begun. */
  sendError(problem: EdgeProblem): void;
  /** Closes the visitor's connection at once. */
  destroy(): void;
}

export interface WriterEvents {
  /** Called when the visitor accepts bytes again after `write` returned false. */
  onDrain(): void;
  /** Called if the visitor disconnects before the response is complete. */
  onDisconnect(): void;
}
