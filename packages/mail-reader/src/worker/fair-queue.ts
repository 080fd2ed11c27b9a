import type { CpuUsage } from "./cpu-usage.ts";

/** The parties charged for a job: the sender's network and the mailboxes. */
export interface Charge {
  readonly parties: readonly string[];
}

/** Milliseconds that each queued job counts, so that a burst does not overtake a single mail before it is charged. */
const CHARGE_PER_QUEUED_JOB_MS = 10;

/**
 * Queue that returns the job whose parties used the least processor time. Sums the usage of sender and mailbox, so that neither
 * many senders to one mailbox nor one sender to many mailboxes delay other mail.
 */
export interface FairQueue<T extends Charge> {
  readonly size: number;
  push(job: T): void;
  /** Removes and returns the next job; of several with equal usage, the oldest. */
  take(): T | undefined;
  /** Removes and returns, oldest first, the jobs that match. */
  remove(matches: (job: T) => boolean): T[];
  [Symbol.iterator](): Iterator<T>;
}

/** Creates an empty queue that returns first the jobs whose parties (sender's network, mailboxes) used the least time. */
export function createFairQueue<T extends Charge>(usage: CpuUsage): FairQueue<T> {
  let queuedJobs: T[] = [];
  const jobCounts = new Map<string, number>();
  /** Adds 1 or -1 to the numbers of queued jobs of a job's parties. */
  function changeCounts({ parties }: T, change: 1 | -1): void {
    for (const party of parties) {
      const count = (jobCounts.get(party) ?? 0) + change;
      if (count === 0) jobCounts.delete(party);
      else jobCounts.set(party, count);
    }
  }
  return {
    get size() {
      return queuedJobs.length;
    },
    /** Adds a job. Until it is taken, `take` adds `CHARGE_PER_QUEUED_JOB_MS` for it to the time that each of its parties has used. */
    push(job) {
      queuedJobs.push(job);
      changeCounts(job, 1);
    },
    /** Removes and returns the job whose parties used the least processor time. Queued jobs of a party count as used time too. */
    take() {
      const usedMsOf = usage.atThisMoment();
      let nextIndex = 0;
      let minUsedMs = Number.POSITIVE_INFINITY;
      for (const [index, { parties }] of queuedJobs.entries()) {
        const queuedCount = parties.reduce((sum, party) => sum + (jobCounts.get(party) ?? 0), 0);
        // If queued jobs did not count, a burst would overtake a single mail of others before any of it is charged.
        const usedMs = usedMsOf(parties) + CHARGE_PER_QUEUED_JOB_MS * queuedCount;
        if (usedMs < minUsedMs) {
          nextIndex = index;
          minUsedMs = usedMs;
        }
      }
      const [job] = queuedJobs.splice(nextIndex, 1);
      if (job !== undefined) changeCounts(job, -1);
      return job;
    },
    /** Removes and returns the jobs that match, in order. */
    remove(matches) {
      const removed = new Set(queuedJobs.filter(matches));
      if (removed.size > 0) queuedJobs = queuedJobs.filter((job) => !removed.has(job));
      for (const job of removed) changeCounts(job, -1);
      return [...removed];
    },
    [Symbol.iterator]: () => queuedJobs.values(),
  };
}
