import type { Clock } from "../clock.ts";
import { consoleLog, type Log } from "../log.ts";
import type { Kv } from "../storage/types.ts";

/**
 * The time by which messages age. It runs on as time passes, whatever someone does to the wall clock: a clock that is set
 * back does not make it go back, and one that jumps ahead must stay there for an hour before anything is erased for it.
 */
export interface RetentionClock extends Clock {
  /** Takes up where the storage was left; called once, before the first message. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface RetentionClockOptions {
  clock: Clock;
  kv: Kv;
  log?: Log;
  /** Whether several servers write this storage: then none takes over by how much another's clock is off. */
  isShared?: boolean;
}

/** What the storage keeps: the wall clock as it was last seen, and what is added to it. */
interface StoredClock {
  wall: number;
  offset: number;
}

const clockKey = "clock";
const hour = 3_600_000;
/** Milliseconds by which the clock may be corrected without a word. */
const toleranceMs = hour;
/** Milliseconds of the server's absence beyond which its clock is doubted. */
const maxAbsenceMs = 24 * hour;
/** Milliseconds for which a clock that is ahead must stay so. */
const confirmationMs = hour;
/** Milliseconds between two notes of the time. */
const saveIntervalMs = 60_000;

export function createRetentionClock({
  clock,
  kv,
  log = consoleLog,
  isShared: shared = false,
}: RetentionClockOptions): RetentionClock {
  const { monotonic } = clock;
  // A clock without one is a test's, which is moved on purpose.
  if (monotonic === undefined) return { now: clock.now, start: async () => {}, close: async () => {} };
  let wall = clock.now();
  let passed = monotonic();
  /** What is added to the wall clock. Below 0 while a clock that is ahead is not believed. */
  let offset = 0;
  let believedAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function now(): number {
    const seen = clock.now();
    const at = monotonic?.() ?? passed;
    const jump = seen - wall - (at - passed);
    wall = seen;
    passed = at;
    if (Math.abs(jump) > toleranceMs) absorb(jump);
    if (offset < 0 && at >= believedAt) {
      offset = 0;
      log.warn(
        "The clock has stayed ahead for an hour, so it is believed. What is older than the retention time goes.",
      );
    }
    return seen + offset;
  }

  function absorb(jump: number): void {
    offset -= jump;
    if (offset >= -toleranceMs && offset < 0) offset = 0;
    if (offset >= 0) {
      believedAt = Number.POSITIVE_INFINITY;
      log.warn(`The clock went ${jump < 0 ? "back" : "ahead"} by ${toHours(jump)}. Messages age on as before.`);
      return;
    }
    believedAt = passed + confirmationMs;
    log.warn(
      `The clock is ahead of where it was by ${toHours(offset)}. Nothing is erased for that within an hour: if it is wrong, set it right until then.`,
    );
  }

  async function note(): Promise<void> {
    now();
    await kv.commit([[clockKey, { wall, offset: shared ? 0 : offset } satisfies StoredClock]]);
  }

  return {
    now,
    async start() {
      const seen = await kv.get<StoredClock>(clockKey);
      wall = clock.now();
      passed = monotonic();
      if (seen !== null) {
        offset = shared ? 0 : Math.max(0, seen.offset);
        const absence = wall - seen.wall;
        // One that was not believed yet is doubted again.
        if (absence > maxAbsenceMs || (seen.offset < 0 && !shared))
          absorb(Math.max(0, absence) - Math.min(0, seen.offset));
        else if (absence < -toleranceMs && !shared) absorb(absence);
      }
      await note();
      // A storage that fails shows in every request.
      timer = setInterval(() => void note().catch(() => {}), saveIntervalMs).unref();
    },
    async close() {
      clearInterval(timer);
      if (timer !== undefined) await note().catch(() => {});
    },
  };
}

const toHours = (milliseconds: number) => `${Math.round(Math.abs(milliseconds) / hour)} hours`;
