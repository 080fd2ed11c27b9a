import { setImmediate } from "node:timers";
import type { CpuUsage } from "./cpu-usage.ts";
import { type Charge, createFairQueue } from "./fair-queue.ts";

/** Shares the event loop between all mails that arrive, and all other work of the process. */
export interface MainThreadScheduler {
  /**
   * Runs the work at once if this turn of the event loop has time left, and then returns its result without a promise: there
   * are several calls for every mail. Otherwise a later turn runs it.
   */
  run<T>(parties: readonly string[], work: () => T): T | Promise<T>;
}

export interface MainThreadSchedulerOptions {
  cpuUsage: CpuUsage;
  now?: () => number;
  /** Calls back after the event loop has served everything else. @default setImmediate */
  defer?: (callback: () => void) => unknown;
}

interface Job extends Charge {
  run(): void;
}

/** Milliseconds after which a turn of the event loop starts no further work. */
const MAX_TURN_MS = 10;

export function createMainThreadScheduler({
  cpuUsage,
  now = () => performance.now(),
  defer = setImmediate,
}: MainThreadSchedulerOptions): MainThreadScheduler {
  const queue = createFairQueue<Job>(cpuUsage);
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

  function runNow<T>(parties: readonly string[], work: () => T): T {
    const startedAt = now();
    try {
      return work();
    } finally {
      cpuUsage.charge(parties, now() - startedAt);
    }
  }

  /** The clock runs through the whole turn: what others do in between delays everybody just the same. */
  function hasTimeLeft(): boolean {
    turnStartedAt ??= startTurn();
    return now() - turnStartedAt < MAX_TURN_MS;
  }

  function startTurn(): number {
    defer(onNextTurn);
    return now();
  }

  function onNextTurn(): void {
    turnStartedAt = null;
    if (queue.size === 0) return;
    // The turn goes on with what arrives until the next call, and shares its time with that.
    while (queue.size > 0 && hasTimeLeft()) queue.take()?.run();
  }
}
