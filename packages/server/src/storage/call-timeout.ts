import { createIndexedList, type IndexedItem, NOT_LISTED } from "@frontdesk/basics";
import { StorageError } from "../problem.ts";

/** Timeout of calls while another call hangs. */
const timeoutWhileStuckMs = 1_000;

/** Rejects storage calls that take too long. */
export interface CallTimeout {
  /** Returns the call's result, or rejects with a StorageError at the timeout. A later result is ignored. */
  run<T>(call: Promise<T>): Promise<T>;
  /** Returns whether a call that timed out is still running. */
  isStuck(): boolean;
  /** Stops the timer. While calls run it goes on, so that they still time out; it stops after the last one. */
  close(): void;
}

interface RunningCall extends IndexedItem {
  startedAt: number;
  reject(error: StorageError): void;
}

/** Creates a timeout with one timer for all calls, because nearly all end at once. 0 ms means no timeout. */
export function createCallTimeout(timeoutMs: number): CallTimeout {
  const runningCalls = createIndexedList<RunningCall>();
  let stuckCalls = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The timeout is shorter while a call hangs, so that other callers learn it sooner. */
  const currentTimeoutMs = () => (stuckCalls > 0 ? Math.min(timeoutMs, timeoutWhileStuckMs) : timeoutMs);

  /** Starts the one timer of all calls, if any runs. It ends when the oldest running call times out. */
  function startTimer(): void {
    if (runningCalls.count() === 0) return;
    const oldestStart = runningCalls.all().reduce((oldest, { startedAt }) => Math.min(oldest, startedAt), Infinity);
    const remainingMs = Math.max(0, oldestStart + currentTimeoutMs() - performance.now());
    // `setImmediate`, so that responses that arrived while the process was blocked are read before any call is rejected.
    timer = setTimeout(() => setImmediate(rejectLateCalls), remainingMs).unref();
  }

  /**
   * Rejects every call that exceeded the timeout. Each counts as stuck until it ends after all. While any is stuck, the timeout is shorter
   * (`currentTimeoutMs`), also in the rest of this loop, so that other callers learn sooner that the storage hangs. Starts the timer
   * for the calls that are left.
   */
  function rejectLateCalls(): void {
    timer = undefined;
    const now = performance.now();
    // `all` returns a copy, so calls may be removed from the list below.
    for (const call of runningCalls.all()) {
      const elapsedMs = now - call.startedAt;
      if (elapsedMs < currentTimeoutMs()) continue;
      runningCalls.remove(call);
      stuckCalls++;
      call.reject(
        new StorageError("The storage timed out", {
          fault: "late",
          cause: new Error(`The storage did not respond within ${Math.round(elapsedMs)} ms`),
        }),
      );
    }
    startTimer();
  }

  return {
    isStuck: () => stuckCalls > 0,
    /** Stops the timer, unless calls are running that must still time out. */
    close() {
      if (runningCalls.count() > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
    /** Returns the call's result, or rejects at the timeout. Counts the call as stuck from then until it ends. */
    run(call) {
      const isUnlimited = timeoutMs === 0;
      if (isUnlimited) return call;
      return new Promise((resolve, reject) => {
        const entry: RunningCall = { startedAt: performance.now(), reject, index: NOT_LISTED };
        runningCalls.add(entry);
        if (timer === undefined) startTimer();
        /** Counts the call as ended, in time or not. */
        function onEnd(): void {
          // `remove` returns false for a call that is not in the list any more: the timeout has removed it.
          const wasStuck = !runningCalls.remove(entry);
          if (wasStuck) stuckCalls--;
        }
        call.then(
          (value) => {
            onEnd();
            resolve(value);
          },
          (error: unknown) => {
            onEnd();
            reject(error);
          },
        );
      });
    },
  };
}
