import type { CpuUsage } from "./cpu-usage.ts";

/** The parties charged for a job. */
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

export function createFairQueue<T extends Charge>(usage: CpuUsage): FairQueue<T> {
  let jobs: T[] = [];
  const queuedJobs = new Map<string, number>();
  const changeCount = ({ parties }: T, change: number) => {
    for (const party of parties) {
      const total = (queuedJobs.get(party) ?? 0) + change;
      if (total === 0) queuedJobs.delete(party);
      else queuedJobs.set(party, total);
    }
  };
  return {
    get size() {
      return jobs.length;
    },
    push(job) {
      jobs.push(job);
      changeCount(job, 1);
    },
    take() {
      const usedBy = usage.snapshot();
      let next = 0;
      let least = Number.POSITIVE_INFINITY;
      for (const [index, { parties }] of jobs.entries()) {
        const used = parties.reduce(
          (sum, party) => sum + CHARGE_PER_QUEUED_JOB_MS * (queuedJobs.get(party) ?? 0),
          usedBy(parties),
        );
        if (used < least) [next, least] = [index, used];
      }
      const [job] = jobs.splice(next, 1);
      if (job !== undefined) changeCount(job, -1);
      return job;
    },
    remove(matches) {
      const removed = new Set(jobs.filter(matches));
      if (removed.size > 0) jobs = jobs.filter((job) => !removed.has(job));
      for (const job of removed) changeCount(job, -1);
      return [...removed];
    },
    [Symbol.iterator]: () => jobs.values(),
  };
}
