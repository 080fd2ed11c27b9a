import { type MailPart, walkParts } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../parse-tree.ts";
import { createCpuUsage } from "./cpu-usage.ts";
import { createMainThreadScheduler, type MainThreadScheduler } from "./main-thread-scheduler.ts";
import { createParserQueue, type ParserQueueLimits } from "./parser-queue.ts";
import { createParserWorker } from "./parser-worker.ts";

/** Parses mail on the main thread and in worker threads, fairly among senders and mailboxes. */
export interface ParserPool {
  /** Scheduler for small mail, which is parsed on the main thread. */
  mainThread: MainThreadScheduler;
  /**
   * Parses an expensive mail in a worker thread. Resolves with `null` if that takes too long or too much memory, or if the mail
   * would have to wait too long. Never rejects.
   *
   * @param parties charged for the processor time: the sender's network and the mailboxes.
   */
  parse(root: MailPart, envelope: Envelope, parties?: readonly string[]): Promise<ParsedMail | null>;
  /** Stops the worker. Every queued mail resolves with `null`. */
  close(): Promise<void>;
}

export interface ParserPoolOptions extends ParserQueueLimits {
  /** Maximum milliseconds for one mail. @default 10_000 */
  timeoutMs?: number;
  /** Called when a worker had to be stopped. It starts again with the next mail. */
  onFailure?(reason: string): void;
}

/**
 * Creates the pool of one worker thread, which starts with the first mail, and the scheduler for mail on the main thread. The parties
 * of a mail, such as its sender, are charged for the processor time; without parties, nobody is.
 */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const { timeoutMs = 10_000, onFailure, ...limits } = options;
  // Shared by both: what a sender's small mail costs on the main thread also counts when its expensive mail waits for the worker.
  const cpuUsage = createCpuUsage();
  const worker = createParserWorker({ timeoutMs, onFailure });
  const queue = createParserQueue({ ...limits, cpuUsage, workers: [worker.parse] });
  return {
    mainThread: createMainThreadScheduler({ cpuUsage }),
    parse: (root, envelope, parties = []) => queue.parse({ root, envelope, parties }, totalBodyBytes(root)),
    async close() {
      queue.close();
      await worker.close();
    },
  };
}

function totalBodyBytes(root: MailPart): number {
  return [...walkParts(root)].reduce((size, { body }) => size + body.length, 0);
}
