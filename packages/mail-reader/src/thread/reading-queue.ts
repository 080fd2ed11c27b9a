import type { Part } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../read-tree.ts";
import { type Charged, createFairQueue } from "./fair-queue.ts";
import type { Usage } from "./usage.ts";

/** What a thread is sent: the whole tree, whose depth is bounded. */
export interface ReadingJob {
  root: Part;
  envelope: Envelope;
}

/** Bounds on what may wait for a reader. A mail beyond them is read plainly. */
export interface ReadingBounds {
  /** Most bytes of text that may wait. @default 67_108_864 */
  maxWaiting?: number;
  /** Most bytes of text that may wait for one sender's network or one mailbox. @default 16_777_216 */
  maxWaitingEach?: number;
  /** Milliseconds that a mail may wait for others. @default 5_000 */
  maxWaitMs?: number;
  /** Milliseconds that a mail may wait for a single slow mail of another sender or mailbox. @default 200 */
  maxStallMs?: number;
}

/**
 * Reads one mail at a time, to `null` if it cannot. Calls `begun` once it has started, which a new thread does late; not for the
 * first mail of all, during which the code is compiled.
 */
export type Reader = (job: ReadingJob, begun: () => void) => Promise<ParsedMail | null>;

export interface ReadingQueue {
  /** The mail, or `null` if it has to be read plainly. Never rejects. */
  read(job: ReadingJob & Charged, bytes: number): Promise<ParsedMail | null>;
  /** Ends the wait of every mail with `null`. */
  close(): void;
}

export interface ReadingQueueOptions extends ReadingBounds {
  readers: readonly Reader[];
  usage: Usage;
  now?: () => number;
}

interface Waiting extends ReadingJob, Charged {
  bytes: number;
  since: number;
  done(mail: ParsedMail | null): void;
}

export function createReadingQueue(options: ReadingQueueOptions): ReadingQueue {
  const { readers, usage, now = () => performance.now() } = options;
  const { maxWaiting = 64 * 2 ** 20, maxWaitingEach = 16 * 2 ** 20, maxWaitMs = 5_000, maxStallMs = 200 } = options;
  const queue = createFairQueue<Waiting>(usage);
  const idle = [...readers];
  /** The mails that are read now, and since when; `null` before their thread has started. */
  const running = new Map<Waiting, number | null>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    read(job, bytes) {
      if (isClosed || !hasRoomFor(job, bytes)) return Promise.resolve(null);
      return new Promise((done) => {
        queue.push({ ...job, bytes, since: now(), done });
        next();
      });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { done } of queue.remove(() => true)) done(null);
    },
  };

  function hasRoomFor({ parties }: Charged, bytes: number): boolean {
    let all = bytes;
    const each = new Map(parties.map((party) => [party, bytes]));
    for (const job of [...running.keys(), ...queue]) {
      all += job.bytes;
      for (const party of job.parties) {
        const size = each.get(party);
        if (size !== undefined) each.set(party, size + job.bytes);
      }
    }
    return all <= maxWaiting && [...each.values()].every((size) => size <= maxWaitingEach);
  }

  function next(): void {
    while (!isClosed && queue.size > 0) {
      const reader = idle.pop();
      if (reader === undefined) break;
      const job = queue.take();
      if (job !== undefined) void work(reader, job);
    }
    watch();
  }

  async function work(reader: Reader, job: Waiting): Promise<void> {
    let startedAt: number | null = null;
    running.set(job, null);
    const mail = await reader(job, () => {
      startedAt = now();
      running.set(job, startedAt);
      watch();
    });
    if (startedAt !== null) usage.charge(job.parties, now() - startedAt);
    running.delete(job);
    idle.push(reader);
    job.done(mail);
    next();
  }

  /** Sets the timer for the first mail that will have waited long enough. */
  function watch(): void {
    clearTimeout(timer);
    if (isClosed || queue.size === 0) return;
    const first = Math.min(...[...queue].map(dueAt));
    timer = setTimeout(giveUp, Math.max(0, Math.ceil(first - now())));
    timer.unref();
  }

  function giveUp(): void {
    const time = now();
    for (const { done } of queue.remove((job) => dueAt(job) <= time)) done(null);
    watch();
  }

  /** When the mail has waited long enough. Nobody has to wait for a stranger's slow mail, but everybody for their own. */
  function dueAt(job: Waiting): number {
    const end = job.since + maxWaitMs;
    let lastStart = Number.NEGATIVE_INFINITY;
    for (const [other, startedAt] of running) {
      if (startedAt === null || other.parties.every((party) => job.parties.includes(party))) return end;
      lastStart = Math.max(lastStart, startedAt);
    }
    return running.size < readers.length ? end : Math.min(end, Math.max(job.since, lastStart) + maxStallMs);
  }
}
