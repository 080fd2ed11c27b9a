/** Maximum number of redo records. A later version may raise it, never lower it. */
export const redoSlotCount = 16;

/** Allocates the slots for redo records. The slot of a failed commit stays taken until the commit is finished. */
export function createRedoSlots<Record>() {
  const all = Array.from({ length: redoSlotCount }, (_, slot) => slot);
  const free = [...all];
  const failed = new Map<number, Record>();
  const waiting: { resolve(slot: number): void; reject(error: Error): void }[] = [];

  return {
    all,
    failed: () => [...failed],
    async take(): Promise<number> {
      const slot = free.pop();
      if (slot !== undefined) return slot;
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    release(slot: number) {
      failed.delete(slot);
      const next = waiting.shift();
      if (next) next.resolve(slot);
      else free.push(slot);
    },
    fail(slot: number, record: Record) {
      failed.set(slot, record);
      // All slots have failed, so none will become free for those who wait.
      if (failed.size < redoSlotCount) return;
      for (const { reject } of waiting.splice(0)) reject(new Error("The storage fails every write"));
    },
  };
}
