import type { DataConnectionOptions } from "./data-connection-types.ts";
import { CONNECTION_ID, DATA, PONG } from "./frame-reader.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { CarriedStream } from "./stream-types.ts";
import { createWriteBatch, type WriteBatch } from "./write-batch.ts";

/** Sends the frames of a data connection, and resumes the streams that wait for its socket. */
export interface FrameWriter {
  readonly batch: WriteBatch;
  /** Streams that wait until the socket drains. */
  readonly blockedStreams: Set<CarriedStream>;
  /** Set when the connection closes: from then on, nothing is written. */
  isClosed: boolean;
  /** A flag, so that many pings get one pong: the other side could send pings and read no pongs. */
  isPongDue: boolean;
  /** Writes the header of a frame. `value`: the length of `DATA`, or the argument of another type that has one. @default 0 */
  writeHeader(id: number, type: number, value?: number): void;
  /** Sends bytes of a stream. Returns false if the socket is full; it resumes the stream when it drains. */
  sendData(id: number, bytes: Buffer | string, from: number, to: number, done?: () => void): boolean;
  sendPong(): void;
}

interface FrameWriterParts {
  streams: ReadonlyMap<number, CarriedStream>;
  heartbeat: Heartbeat;
}

/** Creates the writer of one data connection. */
export function createFrameWriter(
  { socket, onBackPressure = () => {} }: DataConnectionOptions,
  { streams, heartbeat }: FrameWriterParts,
): FrameWriter {
  const batch = createWriteBatch(socket, onBackPressure);
  const blockedStreams = new Set<CarriedStream>();
  const writer: FrameWriter = {
    batch,
    blockedStreams,
    isClosed: false,
    isPongDue: false,
    writeHeader,
    /**
     * Sends the bytes from `from` to `to` in a `DATA` frame. Calls `done` when their buffer may be reused. Returns false if the socket
     * is full: the stream is resumed when it drains. When the connection has closed, drops the bytes without `done`, and returns
     * true, because the stream must not wait for a socket that never drains.
     */
    sendData(id, bytes, from, to, done) {
      if (writer.isClosed) return true;
      writeHeader(id, DATA, to - from);
      if (typeof bytes === "string") batch.addText(bytes, from, to);
      else batch.addBytes(bytes, from, to, done);
      const isSocketFull = socket.writableNeedDrain;
      if (isSocketFull) blockUntilDrain(id);
      return !isSocketFull;
    },
    sendPong,
  };
  socket.on("drain", onDrain);
  return writer;

  /**
   * Adds a frame's header to the batch, which is sent at the end of this turn. `value`: the length of `DATA`, or another type's
   * argument.
   */
  function writeHeader(id: number, type: number, value = 0): void {
    if (writer.isClosed) return;
    heartbeat.onSent();
    batch.addHeader(id, type, value);
  }

  /** Answers all pings since the last pong by a single one, so that a side that reads no pongs does not make them pile up. */
  function sendPong(): void {
    writer.isPongDue = false;
    writeHeader(CONNECTION_ID, PONG);
  }

  /**
   * Makes a stream wait for the socket. It may be gone: a write that fills the socket reports back-pressure, for which the owner may have
   * closed the stream.
   */
  function blockUntilDrain(id: number): void {
    const stream = streams.get(id);
    if (stream !== undefined) blockedStreams.add(stream);
  }

  /** Resumes the streams that waited for the socket, and answers the pings that came meanwhile. */
  function onDrain(): void {
    const unblocked = [...blockedStreams];
    blockedStreams.clear(); // first, because a stream that is blocked again is added again
    for (const stream of unblocked) stream.resumeSending();
    if (writer.isPongDue) sendPong();
  }
}
