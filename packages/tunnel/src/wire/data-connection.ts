import type {
  DataConnection,
  DataConnectionOptions,
  IncomingMove,
  InternalConnection,
  Writable,
} from "./data-connection-types.ts";
import { CREDIT, createFrameReader, DATA, END, MOVED, NAME, OPEN, PING, PONG, RESET, TAKE } from "./frame-reader.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createReadGate } from "./read-gate.ts";
import { createStream } from "./stream.ts";
import type { CarriedStream } from "./stream-types.ts";
import { createWriteBatch } from "./write-batch.ts";

/** Creates one end of a data connection: it multiplexes the streams on the socket and checks the heartbeat. */
export function createDataConnection(options: DataConnectionOptions): DataConnection {
  const { socket, now, onStream, findSpare, onSpareTaken, onResponsive, onBackPressure = () => {}, onClose } = options;
  const streams = new Map<number, CarriedStream>();
  const moves = new Map<number, IncomingMove>();
  /** Streams that wait until the socket drains. */
  const blockedStreams = new Set<CarriedStream>();
  const batch = createWriteBatch(socket, onBackPressure);
  const readGate = createReadGate(socket);
  const heartbeat = createHeartbeat(now);
  let lastStreamId = 0;
  // A flag, so that many pings get one pong: the other side could send pings and read no pongs.
  let isPongDue = false;
  /** The stream to which the bytes of the current `DATA` frame belong. */
  let dataStream: CarriedStream | undefined;
  const frames = createFrameReader({
    onFrame,
    onData: (bytes) => dataStream?.receive(bytes),
    isClosed: () => connection.closed,
  });
  socket.on("data", onRead);
  socket.on("drain", () => {
    const unblocked = [...blockedStreams];
    blockedStreams.clear();
    for (const stream of unblocked) stream.resumeSending();
    if (isPongDue) sendPong();
  });
  socket.on("error", () => {});
  socket.on("end", close);
  socket.on("close", close);

  const connection: Writable<InternalConnection> = {
    closed: false,
    poolId: 0,
    number: 0,
    isSpare: false,
    get streamCount() {
      return streams.size;
    },
    get isResponsive() {
      return !connection.closed && !socket.destroyed && !heartbeat.isProbing;
    },
    get isUsable() {
      return connection.isResponsive && !socket.writableNeedDrain;
    },
    get bufferedBytes() {
      return batch.bufferedBytes;
    },
    openStream(isDedicated = false) {
      const id = ++lastStreamId;
      writeHeader(id, OPEN, isDedicated ? 1 : 0);
      return addStream(id, isDedicated);
    },
    sendName(poolId, number, isSpare) {
      Object.assign(connection, { poolId, number, isSpare });
      writeHeader(poolId, NAME, number * 2 + (isSpare ? 1 : 0));
    },
    /** Receives a stream on `target` from now on. Returns `undefined` for an unknown stream, or one that has moved already. */
    moveStreamTo(id, target) {
      const stream = streams.get(id);
      if (stream === undefined || moves.get(id)?.target) return undefined;
      const isAnnounced = moves.has(id);
      moves.set(id, { target, isAnnounced });
      if (isAnnounced) stream.becomeDedicated();
      // The announcement (MOVED) is the stream's last frame here. Bytes before it come first, so the new connection waits.
      else target.setPaused(true);
      return stream;
    },
    probe() {
      heartbeat.startProbe();
      writeHeader(0, PING, 0);
    },
    checkHeartbeat() {
      const state = heartbeat.check({ isBusy: streams.size > 0, isReading: !readGate.isPaused });
      if (state === "dead") close();
      else if (state === "ping") writeHeader(/* connection */ 0, PING, 0);
    },
    destroy: close,
    writeHeader,
    sendData,
    registerStream: (id, stream) => void streams.set(id, stream),
  };
  return connection;

  /** Creates a stream that sends and receives its frames through this connection. */
  function addStream(id: number, isDedicated: boolean): CarriedStream {
    /** The connection on which the stream sends: this one, or after a move a spare, which carries nothing else. */
    let sender: InternalConnection = connection;
    const stream: CarriedStream = createStream(
      {
        data: (bytes, from, to, done) => sender.sendData(id, bytes, from, to, done),
        end: () => sender.writeHeader(id, END, 0),
        credit: (bytes) => writeHeader(id, CREDIT, bytes),
        /** Forgets the stream, with the spare that it used. Tells the other end with a reset if it is incomplete. */
        onClosed({ isComplete, isBlocked }) {
          streams.delete(id);
          blockedStreams.delete(stream);
          moves.get(id)?.target?.close();
          moves.delete(id);
          if (isComplete) return;
          // A reset would wait after the bytes that block the connection.
          if (isBlocked && isDedicated) return close();
          writeHeader(id, RESET, 0);
          if (sender !== connection) sender.destroy();
        },
        onViolation: close,
        setConnectionPaused(isPaused) {
          const receiver = moves.get(id)?.target ?? readGate;
          receiver.setPaused(isPaused);
        },
        /** Sends further bytes on a spare connection, announced by `MOVED` here and `TAKE` there. False if none is free. */
        moveToSpare() {
          // Only this module creates connections, so the cast is safe.
          const spare = findSpare?.(connection) as InternalConnection | undefined;
          if (spare === undefined) return false;
          writeHeader(id, MOVED, 0);
          spare.writeHeader(id, TAKE, connection.number);
          spare.registerStream(id, stream);
          sender = spare;
          return true;
        },
      },
      isDedicated,
    );
    streams.set(id, stream);
    if (connection.closed) stream.close(/* isConnectionLost */ true);
    return stream;
  }

  function writeHeader(id: number, type: number, value: number): void {
    if (connection.closed) return;
    heartbeat.onSent();
    batch.addHeader(id, type, value);
  }

  /** Sends bytes of a stream. Returns false if the socket is full; it resumes the stream when it drains. */
  function sendData(id: number, bytes: Buffer | string, from: number, to: number, done?: () => void): boolean {
    if (connection.closed) return true;
    writeHeader(id, DATA, to - from);
    if (typeof bytes === "string") batch.addText(bytes, from, to);
    else batch.addBytes(bytes, from, to, done);
    if (!socket.writableNeedDrain) return true;
    const stream = streams.get(id);
    if (stream !== undefined) blockedStreams.add(stream);
    return false;
  }

  function onRead(bytes: Buffer): void {
    const wasProbing = heartbeat.isProbing;
    heartbeat.onReceived();
    if (wasProbing) onResponsive?.();
    frames.push(bytes);
    if (isPongDue && !socket.writableNeedDrain) sendPong();
    readGate.afterRead();
  }

  function sendPong(): void {
    isPongDue = false;
    writeHeader(0, PONG, 0);
  }

  /** Handles a frame header. `value` is the length of `DATA`; its meaning for other types is in docs/reference/tunnel-protocol.md. */
  function onFrame(id: number, type: number, value: number): void {
    const stream = streams.get(id);
    switch (type) {
      case DATA:
        // `undefined` for a stream that was closed here: its bytes are dropped.
        dataStream = stream;
        break;
      case OPEN:
        onOpen(id, value === 1);
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
        isPongDue = true;
        break;
      case PONG:
        break;
      case NAME:
        Object.assign(connection, { poolId: id, number: value >> 1, isSpare: value % 2 === 1 });
        break;
      case MOVED:
        // The stream's further bytes arrive on another connection.
        if (stream !== undefined) {
          const target = moves.get(id)?.target ?? null;
          moves.set(id, { target, isAnnounced: true });
          if (target) stream.becomeDedicated();
        }
        break;
      case TAKE:
        takeStream(id, value);
        break;
      default:
        close();
    }
  }

  /** Accepts a stream that the other end opened. Only that end may. Ids grow, so that a late frame never hits a newer stream. */
  function onOpen(id: number, isDedicated: boolean): void {
    if (onStream === undefined || id <= lastStreamId) return void close();
    lastStreamId = id;
    onStream(addStream(id, isDedicated));
  }

  /** Handles `TAKE`: a stream of the connection `fromNumber` moves here. Bytes wait here until those there were read. */
  function takeStream(id: number, fromNumber: number): void {
    frames.pause();
    const setPaused = (isPaused: boolean) => {
      readGate.setPaused(isPaused);
      if (!isPaused) frames.resume();
    };
    const stream = onSpareTaken?.(fromNumber)?.moveStreamTo(id, { setPaused, close });
    // The visitor may have disconnected meanwhile. Then this spare has nothing to carry.
    if (stream === undefined) close();
    else streams.set(id, stream);
  }

  function close(): void {
    if (connection.closed) return;
    batch.flush();
    // The flush itself may have closed the connection, through `onBackPressure`.
    if (connection.closed) return;
    connection.closed = true;
    socket.destroy();
    for (const stream of [...streams.values()]) stream.close(/* isConnectionLost */ true);
    onClose?.();
  }
}
