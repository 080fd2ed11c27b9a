import { Worker } from "node:worker_threads";
import type { Part } from "../mime/mime-part.ts";
import type { Envelope, ParsedMail } from "../read-tree.ts";

/** A thread of its own for mail that is dear to read, so that it holds up nobody but other mail of its kind. */
export interface ReadingThread {
  /** The mail; `null` where it takes too long or too much memory, or too much of its kind is waiting. Never rejects. */
  read(root: Part, envelope: Envelope): Promise<ParsedMail | null>;
  /** Ends the thread. What waits is answered `null`. */
  close(): Promise<void>;
}

export interface ReadingThreadOptions {
  /** Milliseconds that one mail may take. @default 10_000 */
  timeout?: number;
  /** Most bytes of text that may wait. @default 67_108_864 */
  maxWaiting?: number;
  /** Told once each time the thread had to be given up; it starts anew with the next mail. */
  onFailure?(reason: string): void;
}

/** What the thread is given: the whole tree, whose depth is bounded. */
export interface ReadingJob {
  root: Part;
  envelope: Envelope;
}

interface Waiting extends ReadingJob {
  bytes: number;
  done(mail: ParsedMail | null): void;
}

/** The first word of the thread; every other one is a mail. */
export const READY = "ready";

/** A thread that could not even start is not tried again at once. */
const RETRY_AFTER = 60_000;
const MEMORY_MEBIBYTES = 256;

export function createReadingThread(options: ReadingThreadOptions = {}): ReadingThread {
  const { timeout = 10_000, maxWaiting = 64 * 2 ** 20, onFailure } = options;
  const queue: Waiting[] = [];
  let waiting = 0;
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasStarted = false;
  let brokenAt = -RETRY_AFTER;
  let isClosed = false;

  return {
    read(root, envelope) {
      const bytes = sizeOf(root);
      const isBroken = performance.now() - brokenAt < RETRY_AFTER;
      if (isClosed || isBroken || waiting + bytes > maxWaiting) return Promise.resolve(null);
      return new Promise((done) => {
        waiting += bytes;
        queue.push({ root, envelope, bytes, done });
        next();
      });
    },
    async close() {
      isClosed = true;
      await giveUp();
      for (const job of queue.splice(0)) job.done(null);
    },
  };

  function next(): void {
    if (current !== null) return;
    const job = queue.shift();
    if (job === undefined) return;
    current = job;
    timer = setTimeout(() => fail(`a mail took longer than ${timeout} ms to read`), timeout);
    try {
      worker ??= start();
      worker.postMessage({ root: job.root, envelope: job.envelope } satisfies ReadingJob);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }

  function start(): Worker {
    hasStarted = false;
    const started = startWorker();
    started.unref();
    started.on("message", (message: typeof READY | ParsedMail) => {
      if (worker !== started) return;
      if (message === READY) hasStarted = true;
      else finish(message);
    });
    started.on("error", (error) => ended(error.message));
    started.on("exit", (code) => ended(`the thread ended with code ${code}`));
    return started;

    function ended(reason: string): void {
      if (worker !== started) return;
      if (!hasStarted) brokenAt = performance.now();
      fail(reason);
    }
  }

  function finish(mail: ParsedMail | null): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (job !== null) {
      waiting -= job.bytes;
      job.done(mail);
    }
    if (!isClosed) next();
  }

  function fail(reason: string): void {
    onFailure?.(reason);
    void giveUp();
  }

  async function giveUp(): Promise<void> {
    const old = worker;
    worker = null;
    finish(null);
    await old?.terminate();
  }
}

/** The file of the thread stands beside this one, in a build as in the sources. */
function startWorker(): Worker {
  const file = import.meta.url.endsWith(".ts") ? "./mail-worker-source.mjs" : "./mail-worker.js";
  return new Worker(new URL(file, import.meta.url), {
    // What the process itself was started with may not suit a thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEBIBYTES },
  });
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
