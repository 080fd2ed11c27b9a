/**
 * One of the byte streams that a data connection carries. Not a Node stream, because the overhead of one is larger than
 * that of a small request.
 */
export interface Stream {
  /** Must be set in the same turn of the event loop in which the stream was created. */
  listener: StreamListener;
  readonly destroyed: boolean;
  /** Whether its bytes moved to another connection. It can carry no second request then. */
  readonly hasMoved: boolean;
  /** Whether no other stream shares the connection on which its bytes arrive. */
  readonly isDedicated: boolean;
  /** Bytes that arrived while paused. */
  readonly receiveBufferBytes: number;
  /** Bytes that wait for credit, or for the connection to drain. */
  sendBufferBytes(): number;
  /**
   * Sends bytes, or text in latin1. Returns false if the caller should wait for `onDrain`. Calls `done` when the buffer can
   * be reused, or never if the stream is closed before.
   */
  write(bytes: Buffer | string, done?: () => void): boolean;
  /** Ends the sending direction. */
  end(): void;
  /** Closes both directions. The listener is not called again. */
  destroy(): void;
  pause(): void;
  resume(): void;
}

export interface StreamListener {
  onData(bytes: Buffer): void;
  onDrain(): void;
  /** Called when the other side ended its sending direction. */
  onEnd(): void;
  /** Called when the stream was closed by the other side, or by the loss of its connection. */
  onClose(isConnectionLost: boolean): void;
}

/** A stream with the members that its data connection uses. */
export interface CarriedStream extends Stream {
  // Plain fields: in an object literal with an accessor, V8 looks up each property by its name, which is slow.
  destroyed: boolean;
  hasMoved: boolean;
  isDedicated: boolean;
  receiveBufferBytes: number;
  receive(bytes: Buffer): void;
  /** Called when the other side allows this many more bytes. */
  addCredit(bytes: number): void;
  receiveEnd(): void;
  close(isConnectionLost: boolean): void;
  /** Called when the connection accepts bytes again. */
  resumeSending(): void;
  /** Called when the incoming bytes moved to a dedicated connection, which has no window. */
  becomeDedicated(): void;
}

/** What a stream uses of its data connection. */
export interface StreamTransport {
  /** Returns false if the connection accepts no more for now; `resumeSending` is called later. */
  data(bytes: Buffer | string, from: number, to: number, done: (() => void) | undefined): boolean;
  end(): void;
  credit(bytes: number): void;
  /** `isComplete`: both sides ended it. `isBlocked`: its unread or unsent bytes block the connection. */
  onClosed(state: { isComplete: boolean; isBlocked: boolean }): void;
  /** Called when the other side violates the protocol. */
  onViolation(): void;
  /** Pauses or resumes the whole connection. Called for dedicated streams only. */
  setConnectionPaused(isPaused: boolean): void;
  /** Moves the outgoing bytes to a spare connection. Returns false if there is none. */
  moveToSpare(): boolean;
}
