import type { Clock } from "../clock.ts";
import { consoleLog, type Log } from "../log.ts";
import type { Kv } from "../storage/types.ts";

/**
 * The clock that decides when messages expire. It advances with real time, whatever is done to the wall clock: a wall clock
 * set back does not move it back, and one that jumps ahead must stay ahead for an hour before messages expire by it.
 */
export interface RetentionClock extends Clock {
  /** Restores the stored state. Called once, before the first message. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface RetentionClockOptions {
  clock: Clock;
  kv: Kv;
  log?: Log;
  /** Whether several servers write this storage. Then no server adopts the offset of another's clock. */
  isShared?: boolean;
}

/** Stored state: the wall clock when last saved, and the milliseconds added to it. */
interface StoredClock {
  wall: number;
  offset: number;
}

const clockKey = "clock";
const hourMs = 3_600_000;
/** Jumps of the wall clock up to this size are followed without a warning. */
const toleranceMs = hourMs;
/** After a longer downtime the wall clock is doubted. */
const maxAbsenceMs = 24 * hourMs;
/** A wall clock that jumped ahead is trusted after this time. */
const confirmationMs = hourMs;
const saveIntervalMs = 60_000;

/** Creates the clock. It compares the wall clock with monotonic time, and adds an offset after a jump. */
export function createRetentionClock({
  clock,
  kv,
  log = consoleLog,
  isShared = false,
}: RetentionClockOptions): RetentionClock {
  const { monotonic } = clock;
  // Only test clocks have no monotonic time, and tests move them on purpose.
  if (monotonic === undefined) return { now: clock.now, start: async () => {}, close: async () => {} };
  let lastWall = clock.now();
  const readMonotonic = monotonic;
  let lastMonotonic = readMonotonic();
  /** Milliseconds added to the wall clock. Negative while a wall clock that jumped ahead is not yet trusted. */
  let offset = 0;
  /** Monotonic time at which a wall clock that jumped ahead is trusted. */
  let trustedAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the wall clock's time without its jumps, because a jump ahead must delete nothing. Each call notices one since the last. */
  function now(): number {
    const wallNow = clock.now();
    const monotonicNow = readMonotonic();
    const wallElapsed = wallNow - lastWall;
    const realElapsed = monotonicNow - lastMonotonic;
    const jump = wallElapsed - realElapsed;
    lastWall = wallNow;
    lastMonotonic = monotonicNow;
    // After a smaller jump the offset stays as it is: the returned time jumps too.
    if (Math.abs(jump) > toleranceMs) compensate(jump);
    // A negative offset holds back a jump ahead. After an hour that jump was probably a correction, so its time is trusted.
    if (offset < 0 && monotonicNow >= trustedAt) {
      offset = 0;
      log.warn(
        "The clock stayed ahead for an hour and is now trusted. Messages older than the retention time are deleted.",
      );
    }
    return wallNow + offset;
  }

  /**
   * Keeps `now()` from following a jump of the wall clock (ms, negative if it went back), because a wrong clock must delete no messages:
   * changes `offset`, which `now()` adds, by the opposite. A negative offset means that the wall clock is ahead: an hour after the last
   * such jump `now()` follows it. A positive one means that it was set back: that stays until a jump ahead cancels it.
   */
  function compensate(jump: number): void {
    offset -= jump;
    // A correction may leave the wall clock a little ahead. `now()` follows it at once, as it follows a small jump.
    const isSmallLead = offset >= -toleranceMs && offset < 0;
    if (isSmallLead) offset = 0;
    const isAhead = offset < 0;
    if (!isAhead) {
      log.warn(`The clock went ${jump < 0 ? "back" : "ahead"} by ${toHours(jump)}. Message retention is not affected.`);
      return;
    }
    trustedAt = lastMonotonic + confirmationMs;
    log.warn(
      `The clock is ${toHours(offset)} ahead. Nothing is deleted because of it for an hour; if it is wrong, correct it before then.`,
    );
  }

  /**
   * Continues the clock of the last run. No monotonic clock measured the time since its last save, so the wall clock is believed, and a
   * positive offset stays (the wall clock had been set back). In three cases the wall clock counts as having jumped, and `now()` goes on
   * from its time at the save: it went back by over an hour, or on by over a day, or was ahead and not yet trusted (a negative offset). If
   * it is ahead then, it is trusted after another hour.
   */
  function restore(stored: StoredClock): void {
    // On a shared storage, another server may have saved the state: its offset is not this clock's, and its later time no sign that
    // this clock was set back.
    const storedOffset = isShared ? 0 : stored.offset;
    offset = Math.max(0, storedOffset);
    const untrustedLead = Math.max(0, -storedOffset);
    const wallElapsed = lastWall - stored.wall;
    const wasDownForLong = wallElapsed > maxAbsenceMs;
    const wasSetBack = wallElapsed < -toleranceMs && !isShared;
    if (wasDownForLong || untrustedLead > 0) compensate(wallElapsed + untrustedLead);
    else if (wasSetBack) compensate(wallElapsed);
  }

  /**
   * Stores the wall clock's time and the offset that this clock adds to it, so that the next start can restore the offset and tell how
   * long the server was down. On a shared storage, the offset is no use: no server adopts that of another's clock.
   */
  async function save(): Promise<void> {
    // Sets `lastWall`, and `offset` if the wall clock has jumped since the last call.
    now();
    await kv.commit([[clockKey, { wall: lastWall, offset: isShared ? 0 : offset } satisfies StoredClock]]);
  }

  return {
    now,
    /** Restores the offset, the milliseconds that `now()` adds to the wall clock, and begins to save the state every minute. */
    async start() {
      const stored = await kv.get<StoredClock>(clockKey);
      lastWall = clock.now();
      lastMonotonic = readMonotonic();
      if (stored !== null) restore(stored);
      await save();
      // Errors are ignored here: a failing storage shows in every request.
      timer = setInterval(() => void save().catch(() => {}), saveIntervalMs).unref();
    },
    /** Stops the timer, and stores the state if the clock was started. A failing storage does not fail the shutdown. */
    async close() {
      clearInterval(timer);
      if (timer !== undefined) await save().catch(() => {});
    },
  };
}

const toHours = (milliseconds: number) => `${Math.round(Math.abs(milliseconds) / hourMs)} hours`;
