/** Detects by heartbeats whether the other end of a connection is alive. */
export interface Heartbeat {
  /** Whether a probe was sent and nothing was received since. */
  isProbing(): boolean;
  onReceived(): void;
  onSent(): void;
  /** Starts the probe timeout. The caller sends the ping. */
  startProbe(): void;
  /**
   * Returns what to do now: nothing (`alive`), send a ping (`ping`), or close the connection (`dead`). Called every second
   * or so.
   */
  check(state: HeartbeatState): "alive" | "ping" | "dead";
}

export interface HeartbeatState {
  /** Whether the connection is in use. */
  isBusy: boolean;
  /** Whether the connection is being read. Otherwise silence means nothing. */
  isReading: boolean;
}

/** The state of a control connection: it always counts as in use, and is never paused. */
export const CONTROL_STATE: HeartbeatState = { isBusy: true, isReading: true };

export interface HeartbeatTimes {
  /** How often each side sends something while the connection is in use. */
  activeIntervalMs: number;
  /** How often each side sends something otherwise, so that no NAT or proxy in between drops the connection. */
  idleIntervalMs: number;
  /** A side that is silent for this long, in addition to the interval if idle, is dead. */
  silenceTimeoutMs: number;
  /** A side that sends nothing for this long after a probe is dead. */
  probeTimeoutMs: number;
}

/**
 * Longer than the timeouts of control connections by one interval. So a client that is gone is noticed on the control
 * connection first, and its data connections are not mistaken for single losses.
 */
const DATA_CONNECTION_TIMES: HeartbeatTimes = {
  activeIntervalMs: 3_000,
  idleIntervalMs: 15_000,
  silenceTimeoutMs: 12_000,
  probeTimeoutMs: 4_000,
};

/** After this many intervals of silence the other end of a control connection is gone, frozen or unreachable. */
const MAX_SILENT_INTERVALS = 2.5;

/**
 * Returns the times of a control connection. The server chooses the interval. The idle interval is not used, because a
 * control connection always counts as in use; the probe timeout is that of data connections.
 */
export function toControlHeartbeatTimes(intervalMs: number): HeartbeatTimes {
  const silenceTimeoutMs = intervalMs * MAX_SILENT_INTERVALS;
  return { ...DATA_CONNECTION_TIMES, activeIntervalMs: intervalMs, silenceTimeoutMs };
}

/** If a check is this late, this process itself was suspended (sleep, for example), so silence means nothing. */
const LATE_CHECK_MS = 4_000;

/** The probe deadline while no probe is pending. */
const NO_DEADLINE = Number.POSITIVE_INFINITY;

/**
 * Creates a heartbeat. Each side sends unasked, because a ping and its pong could wait for minutes behind an upload on a
 * slow path. `check` returns "dead" after too much silence, or if a probe got no answer by its deadline; "ping" if this
 * side has sent nothing for an interval, or if the check itself is late; else "alive".
 */
export function createHeartbeat(now: () => number, times: HeartbeatTimes = DATA_CONNECTION_TIMES): Heartbeat {
  const { activeIntervalMs, idleIntervalMs, silenceTimeoutMs, probeTimeoutMs } = times;
  let receivedAt = now();
  let sentAt = receivedAt;
  let checkedAt = receivedAt;
  let busyChangedAt = receivedAt;
  let probeDeadline = NO_DEADLINE;
  // Flags, because reading the clock for every chunk is expensive at thousands of chunks a second.
  let hasReceived = false;
  let hasSent = false;
  let wasBusy = false;

  return {
    isProbing: () => probeDeadline !== NO_DEADLINE,
    /** Notes that the other end is alive; `check` sets the time of that later. Any bytes answer a probe, not only its pong. */
    onReceived() {
      hasReceived = true;
      probeDeadline = NO_DEADLINE;
    },
    onSent() {
      hasSent = true;
    },
    /** Sets the deadline for bytes that prove the other end alive; the caller sends the ping. A pending probe keeps its earlier one. */
    startProbe() {
      hasReceived = false;
      probeDeadline = Math.min(probeDeadline, now() + probeTimeoutMs);
    },
    /**
     * Judges the other end by how long nothing was received, not counting the time in which this side did not read. Returns "ping" if this
     * side must send one now. After a late check a new probe decides: this process itself was suspended, so the silence proves nothing.
     */
    check({ isBusy, isReading }) {
      const time = now();
      const isLate = time - checkedAt > LATE_CHECK_MS;
      checkedAt = time;
      setEventTimes(time, { isBusy, isReading });
      if (isLate) {
        receivedAt = time;
        probeDeadline = time + probeTimeoutMs;
        return "ping";
      }
      if (time > probeDeadline || isSilentForTooLong(time, isBusy)) return "dead";
      return time - sentAt >= (isBusy ? activeIntervalMs : idleIntervalMs) ? "ping" : "alive";
    },
  };

  /**
   * Converts the flags that were set since the last check to times: that of this check. While this side does not read, silence proves
   * nothing, so it counts as if bytes were received.
   */
  function setEventTimes(time: number, { isBusy, isReading }: HeartbeatState): void {
    if (hasReceived || !isReading) {
      hasReceived = false;
      receivedAt = time;
      probeDeadline = NO_DEADLINE;
    }
    if (hasSent) {
      hasSent = false;
      sentAt = time;
    }
    if (isBusy !== wasBusy) {
      wasBusy = isBusy;
      busyChangedAt = time;
    }
  }

  /**
   * Returns whether the silence is too long. An idle end may send nothing for a whole interval before its ping is due. Because busy and
   * idle have different limits, silence is counted from the last change between them.
   */
  function isSilentForTooLong(time: number, isBusy: boolean): boolean {
    const maxSilenceMs = isBusy ? silenceTimeoutMs : idleIntervalMs + silenceTimeoutMs;
    return time - Math.max(receivedAt, busyChangedAt) > maxSilenceMs;
  }
}
