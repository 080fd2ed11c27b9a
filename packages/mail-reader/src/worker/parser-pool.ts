import type { MailPart } from "../mime/mime-part.ts";
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
  /** Stops the workers. Every queued mail resolves with `null`. */
  close(): Promise<void>;
}

export interface ParserPoolOptions extends ParserQueueLimits {
  /** Number of worker threads. @default 1 */
  workers?: number;
  /** Maximum milliseconds for one mail. @default 10_000 */
  timeoutMs?: number;
  /** Called when a worker had to be stopped. It starts again with the next mail. */
  onFailure?(reason: string): void;
}

/** Creates the pool. Its workers start with their first mail. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const { workers: workerCount = 1, timeoutMs = 10_000, onFailure, ...limits } = options;
  const cpuUsage = createCpuUsage();
  const workers = Array.from({ length: workerCount }, () => createParserWorker({ timeoutMs, onFailure }));
  const queue = createParserQueue({ ...limits, cpuUsage, workers: workers.map(({ parse }) => parse) });
  return {
    mainThread: createMainThreadScheduler({ cpuUsage }),
    parse: (root, envelope, parties = []) => queue.parse({ root, envelope, parties }, totalBodyBytes(root)),
    async close() {
      queue.close();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Sums the bodies of all parts. Not recursive, because the sender controls the depth of the tree. */
function totalBodyBytes(root: MailPart): number {
  let size = 0;
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    size += part.body.length;
    stack.push(...part.children);
  }
  return size;
}
