import { setImmediate } from "node:timers";
import { type Charged, createFairQueue } from "./fair-queue.ts";
import type { Usage } from "./usage.ts";

/** Shares the event loop between all mails that arrive, and all other work of the process. */
export interface ReadingTurns {
  /**
   * Runs the work at once if this turn of the event loop has time left, and then returns its result without a promise: there
   * are several calls for every mail. Otherwise a later turn runs it.
   */
  run<T>(parties: readonly string[], work: () => T): T | Promise<T>;
}

export interface ReadingTurnsOptions {
  usage: Usage;
  now?: () => number;
  /** Calls back after the event loop has served everything else. @default setImmediate */
  defer?: (callback: () => void) => unknown;
}

interface Job extends Charged {
  run(): void;
}

/** Milliseconds after which a turn of the event loop starts no further work. */
const TURN_MS = 10;

export function createReadingTurns({
  usage,
  now = () => performance.now(),
  defer = setImmediate,
}: ReadingTurnsOptions): ReadingTurns {
  const queue = createFairQueue<Job>(usage);
  let beganAt: number | null = null;

  return {
    run(parties, work) {
      if (queue.size === 0 && hasTime()) return runNow(parties, work);
      return new Promise((resolve, reject) => {
        const run = () => {
          try {
            resolve(runNow(parties, work));
          } catch (error) {
            reject(error);
          }
        };
        queue.push({ parties, run });
      });
    },
  };

  function runNow<T>(parties: readonly string[], work: () => T): T {
    const startedAt = now();
    try {
      return work();
    } finally {
      usage.charge(parties, now() - startedAt);
    }
  }

  /** The clock runs through the whole turn: what others do in between delays everybody just the same. */
  function hasTime(): boolean {
    beganAt ??= begin();
    return now() - beganAt < TURN_MS;
  }

  function begin(): number {
    defer(onNextTurn);
    return now();
  }

  function onNextTurn(): void {
    beganAt = null;
    if (queue.size === 0) return;
    // The turn goes on with what arrives until the next call, and shares its time with that.
    while (queue.size > 0 && hasTime()) queue.take()?.run();
  }
}
