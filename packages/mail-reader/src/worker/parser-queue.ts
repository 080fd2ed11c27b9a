import type { MailPart } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../parse-tree.ts";
import type { CpuUsage } from "./cpu-usage.ts";
import { type Charge, createFairQueue } from "./fair-queue.ts";

/** Message to a worker thread. */
export interface ParseJob {
  root: MailPart;
  envelope: Envelope;
}

/** Limits on queued mail. A mail beyond them gets a quick parse. */
export interface ParserQueueLimits {
  /** Maximum bytes of text in the queue. @default 67_108_864 */
  maxQueuedBytes?: number;
  /** Maximum queued bytes of text of one sender's network or one mailbox. @default 16_777_216 */
  maxQueuedBytesPerParty?: number;
  /** Maximum milliseconds in the queue. @default 5_000 */
  maxWaitMs?: number;
}

/** Milliseconds to wait for a single slow mail of another sender or mailbox. */
const MAX_STALL_MS = 200;

/**
 * Parses one mail at a time in a worker thread. Resolves with `null` on failure. Calls `onStart` when parsing starts, but not
 * for the first mail of all, because the code is compiled during it.
 */
export type ParseInWorker = (job: ParseJob, onStart: () => void) => Promise<ParsedMail | null>;

export interface ParserQueue {
  /** Resolves with the mail, or with `null` if it needs a quick parse. Never rejects. */
  parse(job: ParseJob & Charge, bytes: number): Promise<ParsedMail | null>;
  /** Resolves every queued mail with `null`. */
  close(): void;
}

export interface ParserQueueOptions extends ParserQueueLimits {
  workers: readonly ParseInWorker[];
  cpuUsage: CpuUsage;
}

interface QueuedJob extends ParseJob, Charge {
  bytes: number;
  queuedAt: number;
  resolve(mail: ParsedMail | null): void;
}

/** Creates the queue of mails that wait for a worker thread. */
export function createParserQueue(options: ParserQueueOptions): ParserQueue {
  const { workers, cpuUsage } = options;
  const { maxQueuedBytes = 64 * 2 ** 20, maxQueuedBytesPerParty = 16 * 2 ** 20, maxWaitMs = 5_000 } = options;
  const queue = createFairQueue<QueuedJob>(cpuUsage);
  const idleWorkers = [...workers];
  /** Start times of the running jobs; `null` until the worker has started parsing. */
  const runningJobs = new Map<QueuedJob, number | null>();
  let waitTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    /** Queues a mail of `bytes` of text. Resolves with `null` at once if the queue would exceed its limits of memory. */
    parse(job, bytes) {
      if (isClosed || !fitsLimits(job, bytes)) return Promise.resolve(null);
      return new Promise((resolve) => {
        queue.push({ ...job, bytes, queuedAt: performance.now(), resolve });
        startJobs();
      });
    },
    /** Resolves all queued jobs with `null` and accepts no more. Running jobs end by themselves. */
    close() {
      isClosed = true;
      clearTimeout(waitTimer);
      for (const { resolve } of queue.remove(() => true)) resolve(null);
    },
  };

  /** Returns whether the queue has room for `newBytes`, in total and for each of the parties: sender's network and mailboxes. */
  function fitsLimits({ parties }: Charge, newBytes: number): boolean {
    let totalBytes = newBytes;
    const bytesByParty = new Map(parties.map((party) => [party, newBytes]));
    const jobsInMemory = [...runningJobs.keys(), ...queue];
    for (const job of jobsInMemory) {
      totalBytes += job.bytes;
      for (const party of job.parties) {
        const partyBytes = bytesByParty.get(party);
        // Only the limits of the new job's parties matter: the other parties get nothing added.
        if (partyBytes !== undefined) bytesByParty.set(party, partyBytes + job.bytes);
      }
    }
    return totalBytes <= maxQueuedBytes && [...bytesByParty.values()].every((size) => size <= maxQueuedBytesPerParty);
  }

  /** Starts queued jobs on all idle workers, and sets the timer that ends the wait of the others. */
  function startJobs(): void {
    while (!isClosed && queue.size > 0) {
      const parse = idleWorkers.pop();
      if (parse === undefined) break;
      // Never `undefined`, because the queue is not empty. `runJob` never rejects.
      const job = queue.take();
      if (job !== undefined) void runJob(parse, job);
    }
    setWaitTimer();
  }

  /**
   * Runs a job on a worker, charges its time to its parties (sender's network, mailboxes), and then starts the next one. `parse` never
   * rejects: it resolves to the result also if the worker fails or takes too long.
   */
  async function runJob(parse: ParseInWorker, job: QueuedJob): Promise<void> {
    /** `null` until the worker reports the start. It does not for its first mail, whose time is not charged: it compiles its code then. */
    let startedAt: number | null = null;
    runningJobs.set(job, null);
    const mail = await parse(job, () => {
      startedAt = performance.now();
      runningJobs.set(job, startedAt);
      // From now on others wait less for this job: see `waitDeadline`.
      setWaitTimer();
    });
    if (startedAt !== null) cpuUsage.charge(job.parties, performance.now() - startedAt);
    runningJobs.delete(job);
    idleWorkers.push(parse);
    job.resolve(mail);
    startJobs();
  }

  /** Sets the timer for the earliest deadline in the queue. */
  function setWaitTimer(): void {
    clearTimeout(waitTimer);
    if (isClosed || queue.size === 0) return;
    const nextDeadline = Math.min(...[...queue].map(waitDeadline));
    waitTimer = setTimeout(resolveOverdue, Math.max(0, Math.ceil(nextDeadline - performance.now())));
    // Waiting mail does not keep the process running.
    waitTimer.unref();
  }

  /** Gives up the jobs whose deadline has passed: they resolve with `null` and get a quick parse. */
  function resolveOverdue(): void {
    const time = performance.now();
    for (const { resolve } of queue.remove((job) => waitDeadline(job) <= time)) resolve(null);
    setWaitTimer();
  }

  /**
   * Returns when a queued job, for which no worker is free, stops waiting and gets a quick parse: `MAX_STALL_MS` after it was queued or
   * the last worker began a mail, because one slow mail must not delay those of everybody else. It waits the full `maxWaitMs` while a
   * worker is compiling its code, which says nothing about its mail, or parses mail of the same parties (sender's network, mailboxes),
   * which delay only themselves.
   */
  function waitDeadline(job: QueuedJob): number {
    const fullDeadline = job.queuedAt + maxWaitMs;
    let lastStart = Number.NEGATIVE_INFINITY;
    for (const [other, startedAt] of runningJobs) {
      const isOfSameParties = other.parties.every((party) => job.parties.includes(party));
      const isCompiling = startedAt === null;
      if (isCompiling || isOfSameParties) return fullDeadline;
      lastStart = Math.max(lastStart, startedAt);
    }
    // Counts from the last start, so that only a single slow mail ends the wait, and not several quick ones.
    const stallDeadline = Math.max(job.queuedAt, lastStart) + MAX_STALL_MS;
    return Math.min(fullDeadline, stallDeadline);
  }
}
