import type { Duplex } from "node:stream";
import type { CarriedStream, Stream } from "./stream-types.ts";

/**
 * A TCP connection between edge and tunnel client that carries streams in frames. Either many streams share it, each with
 * a flow-control window, or one dedicated stream has it alone and needs no window.
 */
export interface DataConnection {
  /** Number of open streams. */
  countStreams(): number;
  readonly closed: boolean;
  /** Whether it is open and no probe is pending. */
  isResponsive(): boolean;
  /** Whether it is responsive and its send buffer accepts bytes. */
  isUsable(): boolean;
  /** Bytes of memory that are buffered until the other side reads. */
  bufferedBytes(): number;
  /** The edge's pool to which it belongs, and its number there. The edge sends both to the client. */
  readonly poolId: number;
  readonly number: number;
  /** Whether it is kept for long responses that the client moves to it. */
  readonly isSpare: boolean;
  /** Opens a stream to the other side. A dedicated one has the connection alone. @default isDedicated false */
  openStream(options?: { isDedicated: boolean }): Stream;
  /** Sends which connection this is: its pool, its number there, and whether it is a spare. Its first frame. */
  sendName(name: ConnectionName): void;
  /** Continues one of this connection's streams on `target`. Returns `undefined` if it is closed or has moved before. */
  moveStreamTo(id: number, target: MoveTarget): CarriedStream | undefined;
  /** Sends a ping. The connection is closed unless something is received within a few seconds. */
  probe(): void;
  /** Sends a ping if one is due, and closes the connection if the other side is dead. Called every second or so. */
  checkHeartbeat(): void;
  /** Closes the connection and all its streams. */
  destroy(): void;
}

/** What the edge tells the client about a connection, for moves of streams between two of them. */
type ConnectionName = Pick<DataConnection, "poolId" | "number" | "isSpare">;

/** The connection to which a stream's incoming bytes have moved. */
export interface MoveTarget {
  setPaused(isPaused: boolean): void;
  close(): void;
}

export interface DataConnectionOptions {
  socket: Duplex;
  now: () => number;
  /** Called when the other side opens a stream. Without it, that is a protocol violation. */
  onStream?: (stream: Stream) => void;
  /** Returns a spare connection to which a stream of `connection` can move its outgoing bytes. */
  findSpare?: (connection: DataConnection) => DataConnection | undefined;
  /** Called when the other side moves a stream to this spare connection. Returns the connection it comes from. */
  onSpareTaken?: (fromNumber: number) => DataConnection | undefined;
  /** Called when the other side responded to a probe. */
  onResponsive?: () => void;
  /** Called after a write that left bytes in the send buffer. */
  onBackPressure?: () => void;
  onClose?: () => void;
}

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Members for other data connections of the same process only. */
export interface InternalConnection extends DataConnection {
  /** Writes the header of a frame. `value`: the length of `DATA`, or the argument of another type that has one. @default 0 */
  writeHeader(id: number, type: number, value?: number): void;
  /** Sends the bytes from `from` to `to`. Returns false if the stream should wait until the socket drains. */
  sendData(id: number, bytes: Buffer | string, from: number, to: number, done?: () => void): boolean;
  /** Registers a stream of another connection whose outgoing bytes moved here. */
  registerStream(id: number, stream: CarriedStream): void;
}

/** A stream whose incoming bytes move to another connection. Its frames `MOVED` and `TAKE` arrive in any order. */
export interface IncomingMove {
  /** The other connection, once its `TAKE` arrived. */
  target: MoveTarget | null;
  /** Whether `MOVED` arrived, so that no more bytes come on this connection. */
  isAnnounced: boolean;
}
