import type { IncomingMessage } from "node:http";
import type { AppConnection } from "../connections/app-connection.ts";
import type { BodySource } from "./body-source.ts";
import { toLastChunk } from "./response-head.ts";
import type { RequestHeadOptions } from "./visitor.ts";

/** Sends a request's body to the app, with back-pressure. */
export interface RequestBody {
  /** In bytes; infinite if unknown. */
  readonly length: number;
  /** Whether all of it was sent. */
  isSent: boolean;
  /** Whether the rest may arrive as slowly as it likes. Set when the app begins to respond. */
  mayStall: boolean;
  /** When bytes last arrived, or the app last did not read them. */
  lastProgressAt: number;
  /** Returns the bytes that arrived and were not sent yet. */
  bufferedBytes(): number;
  /** Returns what can be sent together with the head, in latin1. Called once, just before `start`. */
  takeBuffered(): string;
  start(connection: AppConnection): void;
  /** Called when the app connection accepts bytes again. */
  resume(): void;
  /** Called when the app connection closed or was given back. */
  stop(): void;
  /** Measures the progress since the last call. Returns whether the visitor sends too slowly. Called every second or so. */
  isStalled(time: number): boolean;
}

export interface RequestBodyOptions {
  source: BodySource;
  isChunked: boolean;
  tuning: { bodyTimeoutMs: number };
  now: () => number;
}

type Framing = RequestHeadOptions["framing"];
const NO_BODY: Framing = { kind: "none" };

/** Returns the framing of a request that Node's HTTP server parsed. */
export function framingOf({ headers }: IncomingMessage): Framing {
  if (headers["transfer-encoding"] !== undefined) return { kind: "chunked" };
  const length = headers["content-length"];
  return length === undefined ? NO_BODY : { kind: "length", length: Number(length) };
}

/** Returns the framing of a request that the edge parsed itself. */
export function framingOfPlain(body: BodySource | string | undefined): Framing {
  return body === undefined ? NO_BODY : { kind: "length", length: body.length };
}

/** Returns the body's length in bytes; infinite if unknown. */
export function lengthOf(framing: Framing): number {
  return framing.kind === "length" ? framing.length : Number.POSITIVE_INFINITY;
}

const CRLF = "\r\n";
/**
 * Minimum bytes per second, averaged over two timeouts. Without it, a visitor could occupy a data connection forever with
 * one byte now and then. Slow mobile networks are ten times as fast, and the averaging outlasts their pauses.
 */
const MIN_BYTES_PER_SECOND = 100;

/** Creates the sender of a body. It reads the source from `start` on, and only as fast as the app does. */
export function createRequestBody({ source, isChunked, tuning, now }: RequestBodyOptions): RequestBody {
  let appConnection: AppConnection | null = null;
  let receivedBytes = 0;
  let receivedBytesAtLastCheck = 0;
  const rateWindowMs = 2 * tuning.bodyTimeoutMs;
  const minBytesPerWindow = (MIN_BYTES_PER_SECOND * rateWindowMs) / 1_000;
  let rateWindow = { since: now(), receivedBytes };

  const body: RequestBody = {
    length: source.length,
    isSent: false,
    mayStall: false,
    lastProgressAt: now(),
    bufferedBytes: source.bufferedBytes,
    takeBuffered: source.takeBuffered,
    /** Starts to send the body to the app as it arrives. Its end is a last chunk with trailers if it is chunked. */
    start(acquired) {
      appConnection = acquired;
      rateWindow.since = now(); // until now, the body was not read, so the visitor could not send
      source.read(send, (trailers) => {
        body.isSent = true;
        body.lastProgressAt = now();
        if (isChunked) appConnection?.write(toLastChunk(trailers));
      });
    },
    resume: source.resume,
    stop() {
      appConnection = null;
      source.discard();
    },
    /**
     * Returns whether the visitor sends its body too slowly: nothing for too long, or below the minimum rate. Never once the app has begun
     * to respond (`mayStall`), or before it has a connection, because until then nobody reads the body.
     */
    isStalled(time) {
      if (body.isSent || body.mayStall) return false;
      noteProgress(time);
      const isBodyRead = appConnection !== null;
      if (!isBodyRead) return false;
      const hasSentNothing = time - body.lastProgressAt > tuning.bodyTimeoutMs;
      return isRateTooLow(time) || hasSentNothing;
    },
  };
  return body;

  /**
   * Updates `lastProgressAt`. The time in which the app does not read counts as progress, because the visitor cannot send. It also begins
   * another `rateWindow`, the time over which the visitor's rate is measured.
   */
  function noteProgress(time: number): void {
    const isAppReading = !source.isPaused();
    if (!isAppReading) rateWindow = { since: time, receivedBytes };
    const hasReceived = receivedBytes > receivedBytesAtLastCheck;
    if (isAppReading && !hasReceived) return;
    body.lastProgressAt = time;
    receivedBytesAtLastCheck = receivedBytes;
  }

  /** Returns whether too few bytes arrived in the window of time that has just ended. If enough did, begins the next window. */
  function isRateTooLow(time: number): boolean {
    const isWindowOver = time - rateWindow.since > rateWindowMs;
    if (!isWindowOver) return false;
    const windowBytes = receivedBytes - rateWindow.receivedBytes;
    if (windowBytes < minBytesPerWindow) return true;
    rateWindow = { since: time, receivedBytes };
    return false;
  }

  /**
   * Sends bytes of the body to the app, as a chunk if it is chunked. Pauses the source if the app does not read. Drops bytes that
   * Node still delivers after `stop`.
   */
  function send(bytes: Buffer): void {
    if (appConnection === null) return;
    receivedBytes += bytes.length;
    if (isChunked) appConnection.write(`${bytes.length.toString(16)}${CRLF}`);
    let isWritable = appConnection.write(bytes);
    if (isChunked) isWritable = appConnection.write(CRLF);
    if (!isWritable) source.pause();
  }
}
