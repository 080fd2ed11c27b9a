/** Processor time that reading has used recently, by party: a sender's network, or a mailbox. */
export interface Usage {
  /**
   * Returns a function that adds up the milliseconds of several parties, of which recent ones count more. It reads the clock
   * only once: later readings would be smaller.
   */
  snapshot(): (parties: readonly string[]) => number;
  /** Charges each of the parties. */
  charge(parties: readonly string[], milliseconds: number): void;
  /** Parties that are remembered. */
  readonly size: number;
}

interface Account {
  milliseconds: number;
  chargedAt: number;
}

/** A charge counts half after this time, so that a burst is forgiven within a minute. */
const HALF_LIFE_MS = 10_000;
/** Accounts kept before those that no longer matter are removed. */
const MANY_ACCOUNTS = 10_000;
const NEGLIGIBLE_MS = 0.1;

export function createUsage(now: () => number = () => performance.now()): Usage {
  const accounts = new Map<string, Account>();
  let sweepAt = MANY_ACCOUNTS;

  return {
    snapshot() {
      const time = now();
      return (parties) => parties.reduce((sum, party) => sum + remaining(accounts.get(party), time), 0);
    },
    charge(parties, milliseconds) {
      const time = now();
      for (const party of parties) {
        accounts.set(party, { milliseconds: remaining(accounts.get(party), time) + milliseconds, chargedAt: time });
      }
      if (accounts.size > sweepAt) sweep(time);
    },
    get size() {
      return accounts.size;
    },
  };

  function sweep(time: number): void {
    for (const [party, account] of accounts) {
      if (remaining(account, time) < NEGLIGIBLE_MS) accounts.delete(party);
    }
    sweepAt = Math.max(MANY_ACCOUNTS, 2 * accounts.size);
  }
}

function remaining(account: Account | undefined, time: number): number {
  return account === undefined ? 0 : account.milliseconds * 0.5 ** ((time - account.chargedAt) / HALF_LIFE_MS);
}
