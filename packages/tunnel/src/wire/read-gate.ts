import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** How long one turn of the event loop may read before timers and other work get their chance. */
const MAX_TURN_MS = 10;

// Shared by all connections, because a process has one event loop. `null` until the first read of a turn.
let turnStartedAt: number | null = null;

/**
 * Measures for how many milliseconds this turn of the event loop has been reading. The turn's first call starts its clock.
 * Node reads all available data of all connections in one turn, in many reads of 64 KiB for each, so a flood would block timers
 * and other connections.
 */
function measureTurnMs(): number {
  const now = performance.now();
  if (turnStartedAt !== null) return now - turnStartedAt;
  turnStartedAt = now;
  setImmediate(() => {
    turnStartedAt = null;
  });
  return 0;
}

/** Pauses and resumes a socket, for back-pressure and to give other connections a turn. */
export interface ReadGate {
  /** Whether the consumer paused it. */
  readonly isPaused: boolean;
  setPaused(isPaused: boolean): void;
  /** Must be called after each read. */
  afterRead(): void;
}

/** Creates the control of a socket's reading. It reads unless the consumer paused it or this turn has read for too long. */
export function createReadGate(socket: Duplex): ReadGate {
  /** Whether the gate itself has paused the socket, until the next turn, so that others can read. */
  let isYielding = false;
  const gate = {
    isPaused: false,
    /**
     * Pauses or resumes the socket for its consumer. While the gate yields to other connections (`isYielding`), the socket stays paused,
     * and `afterRead` resumes it in the next turn.
     */
    setPaused(isPaused: boolean) {
      gate.isPaused = isPaused;
      if (isPaused) socket.pause();
      else if (!isYielding) socket.resume();
    },
    /** Pauses the socket until the next turn of the event loop if all connections together have read for too long in this one. */
    afterRead() {
      if (isYielding || measureTurnMs() <= MAX_TURN_MS) return;
      isYielding = true;
      socket.pause();
      setImmediate(() => {
        isYielding = false;
        if (!gate.isPaused) socket.resume();
      });
    },
  };
  return gate;
}
