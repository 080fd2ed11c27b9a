import { Problem } from "../problem.ts";

/** One reader that waits on an inbox, from the moment it is made until it is released. */
export interface Waiter {
  /** Whether the time ran out, the client went away or the server is closing. */
  hasEnded(): boolean;
  /** Resolves when something happened on the inbox since the last call, or when the hold has ended. */
  next(): Promise<void>;
  /** Says that something happened. */
  wake(): void;
  /** Says that what happened is answered now. */
  reportLatency(): void;
  release(): void;
}

export interface WaitersOptions {
  /** How many waits may be held on one inbox. */
  maxWaits: number;
  /** Told how many milliseconds it took from a delivery to the answer of a held wait. */
  onWake?: (milliseconds: number) => void;
}

/** The waits that this server holds. */
export interface Waiters {
  /** Starts a hold of so many milliseconds; `null` once closed. @throws Problem `rate_limited` */
  open(inbox: string, wait: number, signal: AbortSignal | undefined): Waiter | null;
  pending(): number;
  /** Ends every hold; resolves when each has been released. */
  close(): Promise<void>;
}

export function createWaiters({ maxWaits, onWake }: WaitersOptions): Waiters {
  const waits = new Map<string, number>();
  const holds = new Set<() => void>();
  let closed = false;
  let allReleased: (() => void) | null = null;

  return {
    open(inbox, wait, signal) {
      if (closed) return null;
      const held = waits.get(inbox) ?? 0;
      if (maxWaits > 0 && held >= maxWaits)
        throw new Problem("rate_limited", `${held} waits are held on this inbox. End one, or try again in a second.`, {
          headers: { "retry-after": "1" },
        });
      waits.set(inbox, held + 1);
      let ended = false;
      // True when something happened since the last read, so a wake-up during that read is not lost.
      let woken = false;
      let wokenAt = 0;
      let resume: (() => void) | null = null;
      const wakeUp = () => {
        if (!woken) wokenAt = performance.now();
        woken = true;
        resume?.();
      };
      const end = () => {
        ended = true;
        wakeUp();
      };
      const timer = setTimeout(end, wait);
      signal?.addEventListener("abort", end, { once: true });
      if (signal?.aborted) end();
      holds.add(end);
      return {
        hasEnded: () => ended,
        wake: wakeUp,
        reportLatency() {
          if (wokenAt > 0) onWake?.(performance.now() - wokenAt);
        },
        async next() {
          if (!woken) await new Promise<void>((resolve) => (resume = resolve));
          woken = false;
          resume = null;
        },
        release() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", end);
          holds.delete(end);
          if (holds.size === 0) allReleased?.();
          const left = (waits.get(inbox) ?? 1) - 1;
          if (left > 0) waits.set(inbox, left);
          else waits.delete(inbox);
        },
      };
    },

    pending: () => holds.size,

    async close() {
      closed = true;
      for (const end of [...holds]) end();
      if (holds.size > 0) await new Promise<void>((resolve) => (allReleased = resolve));
    },
  };
}
