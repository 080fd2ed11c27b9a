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
      // The rate counts from now on: before, nothing was read.
      rateWindow = { since: now(), receivedBytes };
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
     * Returns whether the visitor sends its body too slowly: below the minimum rate, or nothing for too long. The time in which the app
     * does not read is not counted.
     */
    isStalled(time) {
      if (body.isSent || body.mayStall) return false;
      const isAppReading = !source.isPaused();
      if (!isAppReading) rateWindow = { since: time, receivedBytes };
      if (!isAppReading || receivedBytes > receivedBytesAtLastCheck) {
        body.lastProgressAt = time;
        receivedBytesAtLastCheck = receivedBytes;
      }
      // Without an app connection nothing is read, so the visitor cannot send more.
      const hasAppConnection = appConnection !== null;
      if (!hasAppConnection) return false;
      const isWindowOver = time - rateWindow.since > rateWindowMs;
      if (isWindowOver) {
        if (receivedBytes - rateWindow.receivedBytes < minBytesPerWindow) return true;
        rateWindow = { since: time, receivedBytes };
      }
      return time - body.lastProgressAt > tuning.bodyTimeoutMs;
    },
  };
  return body;

  /** Sends bytes of the body to the app, as a chunk if it is chunked. Pauses the source if the app does not read. */
  function send(bytes: Buffer): void {
    // The exchange is over, but Node still delivers the rest of the body, which is dropped.
    if (appConnection === null) return;
    receivedBytes += bytes.length;
    let isWritable = true;
    if (isChunked) {
      appConnection.write(`${bytes.length.toString(16)}${CRLF}`);
      appConnection.write(bytes);
      isWritable = appConnection.write(CRLF);
    } else isWritable = appConnection.write(bytes);
    if (!isWritable) source.pause();
  }
}
