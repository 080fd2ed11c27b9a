import type { IncomingMove, InternalConnection, MoveTarget } from "./data-connection-types.ts";
import { type FrameReader, MOVED, TAKE } from "./frame-reader.ts";
import type { ReadGate } from "./read-gate.ts";
import type { CarriedStream } from "./stream-types.ts";

/** The streams of a data connection, and those that leave it for a spare one. */
interface StreamsAndMoves {
  streams: ReadonlyMap<number, CarriedStream>;
  moves: Map<number, IncomingMove>;
}

/**
 * Moves a long stream's outgoing bytes to a spare connection, so that they do not delay the streams beside it: `MOVED` ends them on the
 * old connection, `TAKE` begins them on the spare.
 */
export function moveOutgoing(
  id: number,
  stream: CarriedStream,
  old: InternalConnection,
  spare: InternalConnection,
): void {
  old.writeHeader(id, MOVED);
  spare.writeHeader(id, TAKE, old.number);
  spare.registerStream(id, stream);
}

/**
 * Handles a received `MOVED`, which announces that the stream's further bytes arrive on a spare connection. The frame `TAKE` on that
 * connection may have arrived already (`spare`), or comes later. After both frames, the stream has that connection for itself
 * (`becomeDedicated`).
 */
export function onMoved(id: number, stream: CarriedStream, moves: StreamsAndMoves["moves"]): void {
  const spare = moves.get(id)?.target ?? null;
  moves.set(id, { target: spare, isAnnounced: true });
  const hasTakenOver = spare !== null;
  if (hasTakenOver) stream.becomeDedicated();
}

/**
 * Handles a received `TAKE`: receives a stream on `target` from now on. `MOVED`, the stream's last frame on the old connection, may have
 * been read there before (`isAnnounced`): then the move is complete. Otherwise `target` waits for it, to keep the order of the bytes.
 * Returns `undefined` for an unknown stream, or one that has moved already.
 */
export function acceptMove(
  id: number,
  target: MoveTarget,
  { streams, moves }: StreamsAndMoves,
): CarriedStream | undefined {
  const stream = streams.get(id);
  if (stream === undefined || moves.get(id)?.target) return undefined;
  const isAnnounced = moves.has(id);
  moves.set(id, { target, isAnnounced });
  if (isAnnounced) stream.becomeDedicated();
  else target.setPaused(true);
  return stream;
}

/** The spare connection that takes a stream. */
interface SpareConnection {
  streams: Map<number, CarriedStream>;
  frames: FrameReader;
  readGate: ReadGate;
  close(): void;
}

/**
 * Handles `TAKE`: a stream moves from the connection `source` to this spare. To keep the order of its bytes, this spare parses no further
 * frames until the stream calls `setPaused(false)`: within `moveStreamTo` if `source` has read its last frame `MOVED` already, else after
 * `MOVED`. Bytes that were read before are only held by `frames`, so both reading and parsing are paused.
 */
export function takeStream(
  id: number,
  source: Pick<InternalConnection, "moveStreamTo"> | undefined,
  { streams, frames, readGate, close }: SpareConnection,
): void {
  frames.pause();
  const setPaused = (isPaused: boolean) => {
    readGate.setPaused(isPaused);
    if (!isPaused) frames.resume();
  };
  const stream = source?.moveStreamTo(id, { setPaused, close });
  // The visitor may have disconnected meanwhile. Then this spare has nothing to carry.
  if (stream === undefined) close();
  else streams.set(id, stream);
}
