/** Maximum number of redo records. A later version may raise it, never lower it. */
const redoSlotCount = 16;

/**
 * Allocates the slots for redo records: the few storage keys under which running commits store their writes, to be
 * repeated after a crash. The slot of a failed commit stays taken until its writes were repeated.
 */
export function createRedoSlots<Record>() {
  const all = Array.from({ length: redoSlotCount }, (_, slot) => slot);
  const freeSlots = [...all];
  const recordsOfFailed = new Map<number, Record>();
  const waitingCallers: { resolve(slot: number): void; reject(error: Error): void }[] = [];

  return {
    all,
    /** Returns the slots of failed commits, with their redo records. */
    failed: () => [...recordsOfFailed],
    /**
     * Takes a free slot, the number of a redo record; waits for one if all are taken. Rejects if the commits of all slots fail
     * meanwhile. Before the call, the writes of failed commits (`failed`) must be repeated: these keep their slots until then, and a call
     * that waits for one of them would never end.
     */
    async take(): Promise<number> {
      const slot = freeSlots.pop();
      if (slot !== undefined) return slot;
      return new Promise((resolve, reject) => waitingCallers.push({ resolve, reject }));
    },
    /**
     * Ends the use of a slot, when the writes of its commit are done. For a failed commit, these were repeated, so its redo record
     * (`recordsOfFailed`) is dropped. Passes the slot to the next waiting caller, or makes it free.
     */
    release(slot: number) {
      recordsOfFailed.delete(slot);
      const next = waitingCallers.shift();
      if (next) next.resolve(slot);
      else freeSlots.push(slot);
    },
    /**
     * Keeps the slot of a failed commit taken, until the writes of its redo record were repeated (`failed`). If the commits of all slots
     * have failed, no slot may ever become free: rejects the callers that wait for one.
     */
    fail(slot: number, record: Record) {
      recordsOfFailed.set(slot, record);
      const mayOneBecomeFree = recordsOfFailed.size < redoSlotCount;
      if (mayOneBecomeFree) return;
      for (const { reject } of waitingCallers.splice(0)) reject(new Error("The storage fails every write"));
    },
  };
}
