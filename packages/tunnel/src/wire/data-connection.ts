import type {
  DataConnection,
  DataConnectionOptions,
  IncomingMove,
  InternalConnection,
  Writable,
} from "./data-connection-types.ts";
import {
  CONNECTION_ID,
  CREDIT,
  createFrameReader,
  DATA,
  END,
  MOVED,
  NAME,
  OPEN,
  PING,
  PONG,
  RESET,
  TAKE,
} from "./frame-reader.ts";
import { createFrameWriter } from "./frame-writer.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createReadGate } from "./read-gate.ts";
import { onSocketGone } from "./sockets.ts";
import { createStream } from "./stream.ts";
import { acceptMove, moveOutgoing, onMoved, takeStream } from "./stream-moves.ts";
import type { CarriedStream } from "./stream-types.ts";

/** Creates one end of a data connection: it multiplexes the streams on the socket and checks the heartbeat. */
export function createDataConnection(options: DataConnectionOptions): DataConnection {
  const { socket, now, onStream, findSpare, onSpareTaken, onResponsive, onClose } = options;
  const streams = new Map<number, CarriedStream>();
  const incomingMoves = new Map<number, IncomingMove>();
  const readGate = createReadGate(socket);
  const heartbeat = createHeartbeat(now);
  const writer = createFrameWriter(options, { streams, heartbeat });
  const { batch, blockedStreams, writeHeader } = writer;
  let lastStreamId = 0;
  /** The stream to which the bytes of the current `DATA` frame belong. */
  let dataStream: CarriedStream | undefined;
  const frameReader = createFrameReader({ onFrame, onData, isClosed: () => connection.closed });
  socket.on("data", onRead);
  onSocketGone(socket, close);

  const connection: Writable<InternalConnection> = {
    closed: false,
    poolId: 0,
    number: 0,
    isSpare: false,
    countStreams: () => streams.size,
    isResponsive: () => !connection.closed && !socket.destroyed && !heartbeat.isProbing(),
    isUsable: () => connection.isResponsive() && !socket.writableNeedDrain,
    bufferedBytes: batch.bufferedBytes,
    /**
     * Opens a stream, which the other end accepts without a response. Its id is never used again, so that a late frame never hits
     * a newer stream.
     */
    openStream({ isDedicated } = { isDedicated: false }) {
      const id = ++lastStreamId;
      // OPEN has no bytes, so the length of its header says whether the stream has the connection for itself.
      writeHeader(id, OPEN, isDedicated ? 1 : 0);
      return addStream(id, isDedicated);
    },
    /**
     * Tells the client its name for this connection: the edge's pool, a number, and as lowest bit whether it is a spare for long
     * responses.
     */
    sendName({ poolId, number, isSpare }) {
      Object.assign(connection, { poolId, number, isSpare });
      writeHeader(poolId, NAME, number * 2 + (isSpare ? 1 : 0));
    },
    moveStreamTo: (id, target) => acceptMove(id, target, { streams, moves: incomingMoves }),
    probe() {
      heartbeat.startProbe();
      writeHeader(CONNECTION_ID, PING);
    },
    /** Pings if this side was silent for long, sooner with open streams; closes if the other was. Silence while paused proves nothing. */
    checkHeartbeat() {
      const state = heartbeat.check({ isBusy: streams.size > 0, isReading: !readGate.isPaused });
      if (state === "dead") close();
      else if (state === "ping") writeHeader(CONNECTION_ID, PING);
    },
    destroy: close,
    writeHeader,
    sendData: writer.sendData,
    registerStream: (id, stream) => void streams.set(id, stream),
  };
  return connection;

  /** Creates a stream, which sends its bytes here until these move to a spare connection (`sender`). Its credits always go out here. */
  function addStream(id: number, isDedicated: boolean): CarriedStream {
    let sender: InternalConnection = connection;
    const stream: CarriedStream = createStream(
      {
        data: (bytes, from, to, done) => sender.sendData(id, bytes, from, to, done),
        end: () => sender.writeHeader(id, END),
        credit: (bytes) => writeHeader(id, CREDIT, bytes),
        onClosed({ isComplete, isBlocked }) {
          removeStream(id, stream);
          // If the stream's own unread or unsent bytes block this connection, it is closed: an abort alone would not free it. A stream that
          // is not dedicated from the start (`isDedicated`) blocks only the spare connection to which it moved. That closes anyway.
          const isConnectionBlocked = isBlocked && isDedicated;
          if (!isComplete) abortAtOtherEnd(id, sender, isConnectionBlocked);
        },
        onViolation: close,
        /** Pauses or resumes the connection on which the stream's bytes arrive: a spare if they have moved there, else this one. */
        setConnectionPaused(isPaused) {
          const receiver = incomingMoves.get(id)?.target ?? readGate;
          receiver.setPaused(isPaused);
        },
        /** Makes a spare connection the `sender` of the stream's outgoing bytes from now on. Returns false if none is free. */
        moveToSpare() {
          // Only this module creates connections, so the cast is safe.
          const spare = findSpare?.(connection) as InternalConnection | undefined;
          if (spare === undefined) return false;
          moveOutgoing(id, stream, connection, spare);
          sender = spare;
          return true;
        },
      },
      isDedicated,
    );
    streams.set(id, stream);
    // The connection may have closed before, or by back-pressure when the frame that opens the stream was written.
    if (connection.closed) stream.close(/* isConnectionLost */ true);
    return stream;
  }

  /** Removes a closed stream, and closes the spare connection that carried its incoming bytes alone. The other end does so for its own. */
  function removeStream(id: number, stream: CarriedStream): void {
    streams.delete(id);
    blockedStreams.delete(stream);
    incomingMoves.get(id)?.target?.close();
    incomingMoves.delete(id);
  }

  /**
   * Ends an incomplete stream at the other end, too, by `RESET`. If its outgoing bytes have moved to a spare connection (`sender`),
   * destroys that: it carries nothing else. If the stream's own bytes block this connection, closes it instead: a `RESET` would not free
   * it.
   */
  function abortAtOtherEnd(id: number, sender: InternalConnection, isConnectionBlocked: boolean): void {
    if (isConnectionBlocked) return void close();
    writeHeader(id, RESET);
    const isSpare = sender !== connection;
    if (isSpare) sender.destroy();
  }

  /** Parses received bytes, which prove that the other end is alive. Then answers its pings, and lets others read if this took long. */
  function onRead(bytes: Buffer): void {
    const wasProbing = heartbeat.isProbing();
    heartbeat.onReceived();
    if (wasProbing) onResponsive?.();
    frameReader.push(bytes);
    // One pong for all pings of this read. A full socket gets it at "drain".
    if (writer.isPongDue && !socket.writableNeedDrain) writer.sendPong();
    readGate.afterRead();
  }

  function onData(bytes: Buffer): void {
    dataStream?.receive(bytes);
  }

  /**
   * Handles a frame header. `value` is the length of `DATA`; its meaning for other types is in docs/reference/tunnel-protocol.md.
   * `NAME` numbers the connection in its pool; with `MOVED` and `TAKE` a stream goes on another connection of the pool (`incomingMoves`).
   * Frames of a stream that was closed here have no effect. An unknown type violates the protocol, so it closes the connection.
   */
  function onFrame(id: number, type: number, value: number): void {
    const stream = streams.get(id);
    switch (type) {
      case DATA:
        dataStream = stream;
        break;
      case OPEN:
        onOpen(id, /* isDedicated */ value === 1);
        break;
      case END:
        stream?.receiveEnd();
        break;
      case RESET:
        stream?.close(/* isConnectionLost */ false);
        break;
      case CREDIT:
        stream?.addCredit(value);
        break;
      case PING:
        writer.isPongDue = true;
        break;
      // Any received bytes answer a probe, so `onRead` has handled it.
      case PONG:
        break;
      case NAME:
        onName(id, value);
        break;
      case MOVED:
        if (stream !== undefined) onMoved(id, stream, incomingMoves);
        break;
      case TAKE:
        onTake(id, value);
        break;
      default:
        close();
    }
  }

  /**
   * Accepts a stream that the other end opened. Its id must be higher than all before, so that a late frame never hits a newer
   * stream.
   */
  function onOpen(id: number, isDedicated: boolean): void {
    // Without `onStream`, only this end may open streams.
    if (onStream === undefined || id <= lastStreamId) return void close();
    lastStreamId = id;
    onStream(addStream(id, isDedicated));
  }

  /** Sets the name that the edge gave this connection. The lowest bit of `value` tells whether it is a spare; the rest is its number. */
  function onName(poolId: number, value: number): void {
    Object.assign(connection, { poolId, number: value >> 1, isSpare: value % 2 === 1 });
  }

  /** Takes over a stream from the connection with this number. If that is unknown, this spare is closed. */
  function onTake(id: number, fromNumber: number): void {
    takeStream(id, onSpareTaken?.(fromNumber), { streams, frames: frameReader, readGate, close });
  }

  /** Closes the connection and its streams, once. What is in the batch is sent before. */
  function close(): void {
    if (connection.closed) return;
    batch.flush();
    // The flush itself may have closed the connection, through `onBackPressure`.
    if (connection.closed) return;
    connection.closed = true;
    writer.isClosed = true;
    socket.destroy();
    for (const stream of [...streams.values()]) stream.close(/* isConnectionLost */ true);
    onClose?.();
  }
}
