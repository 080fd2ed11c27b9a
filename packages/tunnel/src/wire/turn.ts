import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** Milliseconds for which one turn of the event loop goes on reading, before what else waits has its chance. */
const LONGEST_TURN = 10;

// A process has one event loop, whichever of its connections it reads.
let began: number | null = null;

/**
 * To be asked at each read: whether this turn has read for long enough. The system hands on what has come for all connections
 * in one go, many of 64 KiB for each, and a flood of it would keep timers and everybody else waiting.
 */
function isTurnOver(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > LONGEST_TURN;
  began = now;
  setImmediate(() => {
    began = null;
  });
  return false;
}

/** Whether a connection is read, on which two have a say: whoever takes its bytes, and the event loop. */
export interface ReadGate {
  /** Whether whoever takes the bytes wants none now. */
  readonly held: boolean;
  hold(held: boolean): void;
  /** To be called after each read. */
  afterRead(): void;
}

export function createReadGate(socket: Duplex): ReadGate {
  let resting = false;
  const gate = {
    held: false,
    hold(held: boolean) {
      gate.held = held;
      if (held) socket.pause();
      else if (!resting) socket.resume();
    },
    afterRead() {
      if (resting || !isTurnOver()) return;
      resting = true;
      socket.pause();
      setImmediate(() => {
        resting = false;
        if (!gate.held) socket.resume();
      });
    },
  };
  return gate;
}
