/** Places for works that run at a time, shared by owners. */
export interface FairLimiter {
  /** Runs a work as soon as there is a place for it. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Lets so many works run at a time, and of one owner so many; where others wait, owners have their turns one by one, and each
 * owner's works run in order.
 */
export function createFairLimiter({ most, mostEach }: { most: number; mostEach: number }): FairLimiter {
  /** By owner; who had the latest turn comes last. */
  const waiting = new Map<string, (() => void)[]>();
  const taken = new Map<string, number>();
  let all = 0;
  const isFull = (owner: string) => all >= most || (taken.get(owner) ?? 0) >= mostEach;

  function add(owner: string, change: 1 | -1): void {
    all += change;
    const left = (taken.get(owner) ?? 0) + change;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
  }

  /** At most `most / mostEach` owners have all that they may have, so few are passed over. */
  function fill(): void {
    for (const [owner, works] of waiting) {
      if (isFull(owner)) continue;
      waiting.delete(owner);
      const [next, ...rest] = works;
      if (rest.length > 0) waiting.set(owner, rest);
      add(owner, 1);
      next?.();
      return;
    }
  }

  return {
    async run(owner, work) {
      if (isFull(owner))
        await new Promise<void>((resolve) => {
          const works = waiting.get(owner);
          if (works) works.push(resolve);
          else waiting.set(owner, [resolve]);
        });
      else add(owner, 1);
      try {
        return await work();
      } finally {
        add(owner, -1);
        fill();
      }
    },
  };
}
