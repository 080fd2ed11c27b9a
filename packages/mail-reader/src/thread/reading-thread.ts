import type { Part } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../read-tree.ts";
import { createParserWorker } from "./parser-worker.ts";
import { createReadingQueue, type ReadingBounds } from "./reading-queue.ts";
import { createReadingTurns, type ReadingTurns } from "./reading-turns.ts";
import { createUsage } from "./usage.ts";

/** Where mail is read, so that neither a sender nor a mailbox delays the mail of others. */
export interface ReadingThread {
  /** For small mail, which is read in the thread that receives it. */
  turns: ReadingTurns;
  /**
   * Reads an expensive mail in another thread. Resolves with `null` if that takes too long or too much memory, or if the mail
   * would have to wait for too long. Never rejects.
   *
   * @param parties what the reading is charged to: the sender's network and the mailboxes.
   */
  read(root: Part, envelope: Envelope, parties?: readonly string[]): Promise<ParsedMail | null>;
  /** Ends the threads. Every mail that waits resolves with `null`. */
  close(): Promise<void>;
}

export interface ReadingThreadOptions extends ReadingBounds {
  /** Threads that read side by side. @default 1 */
  workers?: number;
  /** Milliseconds that one mail may take. @default 10_000 */
  timeout?: number;
  /** Called once each time a thread had to be ended. It starts again with the next mail. */
  onFailure?(reason: string): void;
}

export function createReadingThread(options: ReadingThreadOptions = {}): ReadingThread {
  const { workers: count = 1, timeout = 10_000, onFailure, ...bounds } = options;
  const usage = createUsage();
  const workers = Array.from({ length: count }, () => createParserWorker({ timeout, onFailure }));
  const queue = createReadingQueue({ ...bounds, usage, readers: workers.map(({ read }) => read) });
  return {
    turns: createReadingTurns({ usage }),
    read: (root, envelope, parties = []) => queue.read({ root, envelope, parties }, sizeOf(root)),
    async close() {
      queue.close();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function sizeOf(root: Part): number {
  let size = 0;
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    size += part.body.length;
    stack.push(...part.children);
  }
  return size;
}
