/** Processor time that parsing used recently, by party: a sender's network or a mailbox. */
export interface CpuUsage {
  /**
   * Returns a function that sums the milliseconds used by several parties. Recent usage counts more. The clock is read only
   * once, so that all sums are comparable. For comparisons at once: later charges count in it too.
   */
  atThisMoment(): (parties: readonly string[]) => number;
  /** Adds the milliseconds to each party. */
  charge(parties: readonly string[], milliseconds: number): void;
  /** Number of parties in memory. */
  readonly size: number;
}

interface PartyUsage {
  milliseconds: number;
  chargedAt: number;
}

/** Usage is halved after this time, so a burst no longer matters after a minute. */
const HALF_LIFE_MS = 10_000;
/** Parties to keep before negligible ones are removed. */
const MIN_PARTIES_TO_CLEAN = 10_000;
const NEGLIGIBLE_MS = 0.1;

/** Creates an empty record of the processor time that each party used recently. `now` returns milliseconds. */
export function createCpuUsage(now: () => number = () => performance.now()): CpuUsage {
  const usageByParty = new Map<string, PartyUsage>();
  let removeAboveSize = MIN_PARTIES_TO_CLEAN;

  return {
    /**
     * Returns a function that sums the time of several parties (sender's network, mailboxes) as it counts now; that of unknown
     * ones is 0.
     */
    atThisMoment() {
      const time = now();
      return (parties) => parties.reduce((sum, party) => sum + decayed(usageByParty.get(party), time), 0);
    },
    /** Adds processor time to each party. Its earlier time counts less by age. */
    charge(parties, milliseconds) {
      const time = now();
      for (const party of parties) {
        usageByParty.set(party, {
          milliseconds: decayed(usageByParty.get(party), time) + milliseconds,
          chargedAt: time,
        });
      }
      if (usageByParty.size > removeAboveSize) removeNegligible(time);
    },
    get size() {
      return usageByParty.size;
    },
  };

  /** Removes parties (senders' networks, mailboxes) with negligible usage. Runs next at twice the remaining size, so rarely. */
  function removeNegligible(time: number): void {
    for (const [party, usage] of usageByParty) {
      if (decayed(usage, time) < NEGLIGIBLE_MS) usageByParty.delete(party);
    }
    removeAboveSize = Math.max(MIN_PARTIES_TO_CLEAN, 2 * usageByParty.size);
  }
}

/** Returns the milliseconds that still count at `time`; 0 for an unknown party. */
function decayed(usage: PartyUsage | undefined, time: number): number {
  return usage === undefined ? 0 : usage.milliseconds * 0.5 ** ((time - usage.chargedAt) / HALF_LIFE_MS);
}
