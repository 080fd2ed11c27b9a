import type { MailPart } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../parse-tree.ts";
import { createCpuUsage } from "./cpu-usage.ts";
import { createMainThreadScheduler, type MainThreadScheduler } from "./main-thread-scheduler.ts";
import { createParserQueue, type ParserQueueLimits } from "./parser-queue.ts";
import { createParserWorker } from "./parser-worker.ts";

/** Where mail is read, so that neither a sender nor a mailbox delays the mail of others. */
export interface ParserPool {
  /** For small mail, which is read in the thread that receives it. */
  mainThread: MainThreadScheduler;
  /**
   * Reads an expensive mail in another thread. Resolves with `null` if that takes too long or too much memory, or if the mail
   * would have to wait for too long. Never rejects.
   *
   * @param parties what the reading is charged to: the sender's network and the mailboxes.
   */
  parse(root: MailPart, envelope: Envelope, parties?: readonly string[]): Promise<ParsedMail | null>;
  /** Ends the threads. Every mail that waits resolves with `null`. */
  close(): Promise<void>;
}

export interface ParserPoolOptions extends ParserQueueLimits {
  /** Threads that read side by side. @default 1 */
  workers?: number;
  /** Milliseconds that one mail may take. @default 10_000 */
  timeoutMs?: number;
  /** Called once each time a thread had to be ended. It starts again with the next mail. */
  onFailure?(reason: string): void;
}

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

function totalBodyBytes(root: MailPart): number {
  let size = 0;
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    size += part.body.length;
    stack.push(...part.children);
  }
  return size;
}
