/** Tells whether the other end of a connection lives, by what is heard of it and when. */
export interface Pulse {
  /** The other side has been asked for a word and has not given one yet. */
  readonly doubted: boolean;
  heard(): void;
  sent(): void;
  /** Asks for a sign of life within a few seconds. The caller sends the question. */
  doubt(): void;
  /**
   * Called every second or so. `busy`: something waits for the other side. `listening`: what comes is read now; else
   * silence says nothing. `ask`: a question is due, `dead`: the other side has been silent for too long.
   */
  check(busy: boolean, listening: boolean): "fine" | "ask" | "dead";
}

/** In milliseconds. */
export interface PulseTimes {
  /** Each side says something at least this often while the connection is in use … */
  every: number;
  /** … and this often while it is not, before a NAT or a proxy on the way forgets it. */
  idle: number;
  /** A side that says nothing for so long, beyond what it may be silent, is dead. */
  silence: number;
  /** A side that is in doubt must say something within this time. */
  answer: number;
}

/**
 * Those of data connections. Their silence is longer than that of the control connection by the time between two words, so
 * that an agent which is gone is known as such, and not taken for one that has lost a connection.
 */
const PULSE: PulseTimes = { every: 3_000, idle: 15_000, silence: 12_000, answer: 4_000 };

/** So many heartbeats without a word mean that the other end of a control connection is gone, frozen, or out of reach. */
const SILENT_HEARTBEATS = 2.5;

/** Those of a control connection, both of whose ends say something at least every `heartbeat` milliseconds. */
export function toControlTimes(heartbeat: number): PulseTimes {
  return { ...PULSE, every: heartbeat, silence: heartbeat * SILENT_HEARTBEATS };
}

/** Checks that are this late were held up by this process itself (a machine that slept): nothing is known then. */
const LATE = 4_000;

/**
 * Each side keeps speaking, so that neither's silence depends on what the other's bytes wait behind: a question may be
 * stuck for minutes behind an upload on a slow path.
 */
export function createPulse(now: () => number, { every, idle, silence, answer }: PulseTimes = PULSE): Pulse {
  let heardAt = now();
  let sentAt = heardAt;
  let checkedAt = heardAt;
  let changedAt = heardAt;
  let due = Number.POSITIVE_INFINITY;
  // Flags, because a clock is dear where thousands of pieces come in a second.
  let heard = false;
  let sent = false;
  let wasBusy = false;

  return {
    get doubted() {
      return due !== Number.POSITIVE_INFINITY;
    },
    heard() {
      heard = true;
      due = Number.POSITIVE_INFINITY;
    },
    sent() {
      sent = true;
    },
    doubt() {
      heard = false;
      due = Math.min(due, now() + answer);
    },
    check(busy, listening) {
      const time = now();
      const late = time - checkedAt > LATE;
      checkedAt = time;
      if (heard || !listening) {
        heard = false;
        heardAt = time;
        due = Number.POSITIVE_INFINITY;
      }
      if (sent) {
        sent = false;
        sentAt = time;
      }
      if (busy !== wasBusy) {
        wasBusy = busy;
        changedAt = time;
      }
      if (late) {
        heardAt = time;
        due = time + answer;
        return "ask";
      }
      if (time > due) return "dead";
      if (time - Math.max(heardAt, changedAt) > (busy ? silence : idle + silence)) return "dead";
      return time - sentAt >= (busy ? every : idle) ? "ask" : "fine";
    },
  };
}
