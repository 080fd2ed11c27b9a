import { setImmediate } from "node:timers";
import type { CpuUsage } from "./cpu-usage.ts";
import { type Charge, createFairQueue } from "./fair-queue.ts";

/** Limits parsing on the main thread to 10 ms for each turn of the event loop. */
export interface MainThreadScheduler {
  /**
   * Runs the work now if this turn of the event loop has time left, else in a later turn. Returns a promise only in the second
   * case, because every mail makes several calls.
   *
   * @param parties charged for the processor time: the sender's network and the mailboxes.
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

/** Creates a scheduler that runs work for 10 ms of a turn of the event loop. The rest waits in a queue, fair to senders. */
export function createMainThreadScheduler({
  cpuUsage,
  now = () => performance.now(),
  defer = setImmediate,
}: MainThreadSchedulerOptions): MainThreadScheduler {
  const queue = createFairQueue<Job>(cpuUsage);
  /** Start of the current turn of the event loop, by `now`; `null` until its first call. */
  let turnStartedAt: number | null = null;

  return {
    /**
     * Runs the work at once if this turn of the event loop has time left and nothing else waits. `parties`, such as the sender's
     * network and the mailboxes, are charged for its time: the queue prefers the work of those that have used little.
     */
    run(parties, work) {
      ensureTurnStarted();
      // Work that is queued already goes first.
      if (queue.size === 0 && hasTimeLeft()) return runNow(parties, work);
      return new Promise((resolve, reject) => {
        /** Runs the queued work and settles the promise with its result or error. */
        function runAndSettle(): void {
          try {
            resolve(runNow(parties, work));
          } catch (error) {
            reject(error);
          }
        }
        queue.push({ parties, run: runAndSettle });
      });
    },
  };

  /** Runs the work and charges its time to the parties: the sender's network and the mailboxes. */
  function runNow<T>(parties: readonly string[], work: () => T): T {
    const startedAt = now();
    try {
      return work();
    } finally {
      cpuUsage.charge(parties, now() - startedAt);
    }
  }

  /**
   * Called before each piece of work. At the first one in a turn of the event loop, starts the turn's time limit, and schedules
   * `onNextTurn`, which resets it in the turn after it.
   */
  function ensureTurnStarted(): void {
    if (turnStartedAt !== null) return;
    defer(onNextTurn);
    turnStartedAt = now();
  }

  /** Returns whether this turn may start more jobs. Measures the whole turn including other work, because that also delays requests. */
  function hasTimeLeft(): boolean {
    return turnStartedAt === null || now() - turnStartedAt < MAX_TURN_MS;
  }

  /** Runs queued jobs in a new turn while it has time. Those that remain run in the turn after it, which `ensureTurnStarted` schedules. */
  function onNextTurn(): void {
    turnStartedAt = null;
    if (queue.size === 0) return;
    ensureTurnStarted();
    while (queue.size > 0 && hasTimeLeft()) queue.take()?.run();
  }
}
