/** Limits how many tasks run at once, in total and per owner. */
export interface FairLimiter {
  /** Runs a task as soon as the limits allow it. */
  run<T>(owner: string, task: () => Promise<T>): Promise<T>;
}

interface Concurrency {
  /** Maximum number of running tasks of all owners. */
  total: number;
  /** Maximum number of running tasks of one owner. */
  perOwner: number;
}

/** Creates a limiter that lets waiting owners take turns, and starts each owner's tasks in order. */
export function createFairLimiter({ total, perOwner }: Concurrency): FairLimiter {
  /** Functions that start the waiting tasks, by owner. The owner of the latest turn comes last. */
  const waitingByOwner = new Map<string, (() => void)[]>();
  const runningByOwner = new Map<string, number>();
  let runningCount = 0;
  /** Returns whether another task of this owner must wait. */
  const isAtLimit = (owner: string) => runningCount >= total || (runningByOwner.get(owner) ?? 0) >= perOwner;

  /** Counts a task that starts or ends. */
  function changeRunning(owner: string, change: 1 | -1): void {
    runningCount += change;
    const runningOfOwner = (runningByOwner.get(owner) ?? 0) + change;
    if (runningOfOwner > 0) runningByOwner.set(owner, runningOfOwner);
    else runningByOwner.delete(owner);
  }

  /**
   * Starts the next task of the first owner below its limit, and moves that owner to the end, so that owners take turns. Called when
   * a task has ended. Few owners are skipped, because at most `total / perOwner` are at their limit.
   */
  function startNext(): void {
    for (const [owner, [start, ...laterStarts]] of waitingByOwner) {
      if (isAtLimit(owner)) continue;
      waitingByOwner.delete(owner);
      if (laterStarts.length > 0) waitingByOwner.set(owner, laterStarts);
      changeRunning(owner, 1);
      start?.(); // Never missing: an owner without waiting tasks is not in the map.
      return;
    }
  }

  return {
    /** Runs a task as soon as the total limit and the owner's limit allow it. */
    async run(owner, task) {
      // `startNext` counts a task that waits, and then resolves the promise.
      if (isAtLimit(owner))
        await new Promise<void>((resolve) => {
          const queueOfOwner = waitingByOwner.get(owner);
          if (queueOfOwner) queueOfOwner.push(resolve);
          else waitingByOwner.set(owner, [resolve]);
        });
      else changeRunning(owner, 1);
      try {
        return await task();
      } finally {
        changeRunning(owner, -1);
        startNext();
      }
    },
  };
}
