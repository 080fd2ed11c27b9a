import { setImmediate } from "node:timers";
import type { CpuUsage } from "./cpu-usage.ts";
import { type Charge, createFairQueue } from "./fair-queue.ts";

/** Limits parsing on the main thread to 10 ms for each turn of the event loop. */
export interface MainThreadScheduler {
  /**
   * Runs the work now if this turn of the event loop has time left, else in a later turn. Returns a promise only in the second
   * case, because every mail makes several calls.
   */
  run<T>(parties: readonly string[], work: () => T): T | Promise<T>;
}

export interface MainThreadSchedulerOptions {
  cpuUsage: CpuUsage;
  now?: () => number;
  /** Calls back in the next turn of the event loop. @default setImmediate */
  defer?: (callback: () => void) => unknown;
}

interface Job extends Charge {
  run(): void;
}

/** Milliseconds after which a turn of the event loop starts no more jobs. */
const MAX_TURN_MS = 10;

/** Creates a scheduler. Queued work runs in the order of the fair queue. */
export function createMainThreadScheduler({
  cpuUsage,
  now = () => performance.now(),
  defer = setImmediate,
}: MainThreadSchedulerOptions): MainThreadScheduler {
  const queue = createFairQueue<Job>(cpuUsage);
  /** Start of the current turn of the event loop, by `now`; `null` until its first call. */
  let turnStartedAt: number | null = null;

  return {
    run(parties, work) {
      if (queue.size === 0 && hasTimeLeft()) return runNow(parties, work);
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

  /** Runs the work and charges its time to the parties. */
  function runNow<T>(parties: readonly string[], work: () => T): T {
    const startedAt = now();
    try {
      return work();
    } finally {
      cpuUsage.charge(parties, now() - startedAt);
    }
  }

  /** Returns whether this turn may start more jobs. Measures the whole turn including other work, because that also delays requests. */
  function hasTimeLeft(): boolean {
    turnStartedAt ??= startTurn();
    return now() - turnStartedAt < MAX_TURN_MS;
  }

  /** Returns the start of a turn, and schedules what follows in the next one. */
  function startTurn(): number {
    defer(onNextTurn);
    return now();
  }

  /** Ends the turn and runs queued jobs while the new one has time. */
  function onNextTurn(): void {
    turnStartedAt = null;
    if (queue.size === 0) return;
    // `hasTimeLeft` starts the new turn; mails that arrive before the next call share its time.
    while (queue.size > 0 && hasTimeLeft()) queue.take()?.run();
  }
}
