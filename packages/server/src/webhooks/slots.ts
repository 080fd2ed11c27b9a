/** Lets so many works run at a time; the others wait in order. */
export function createSlots(most: number): { with<T>(work: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async with(work) {
      if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}
