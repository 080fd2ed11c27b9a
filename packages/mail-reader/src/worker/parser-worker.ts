import { Worker } from "node:worker_threads";
import type { ParsedMail } from "../parse-tree.ts";
import type { ParseInWorker, ParseJob } from "./parser-queue.ts";

export interface ParserWorkerOptions {
  /** Maximum milliseconds for one mail. */
  timeoutMs: number;
  /** Called when the worker had to be stopped. It starts again with the next mail. */
  onFailure?: ((reason: string) => void) | undefined;
}

/** Worker thread that parses one mail at a time. Starts with the first mail. */
export interface ParserWorker {
  parse: ParseInWorker;
  close(): Promise<void>;
}

/** First message of the worker; every other message is a parsed mail. */
export const READY = "ready";

/** Delay before a worker that failed to start is started again. */
const START_RETRY_DELAY_MS = 60_000;
const MAX_MEMORY_MEBIBYTES = 256;

interface CurrentJob {
  onStart(): void;
  resolve(mail: ParsedMail | null): void;
}

/** Creates the worker, which starts its thread with the first mail. */
export function createParserWorker({ timeoutMs, onFailure }: ParserWorkerOptions): ParserWorker {
  /** `null` before the first mail, and after a failure. */
  let worker: Worker | null = null;
  let currentJob: CurrentJob | null = null;
  let timeoutTimer: NodeJS.Timeout | undefined;
  /** Whether the thread has sent `READY`. */
  let hasStarted = false;
  /** The first mail takes longer, because the code is compiled during it: its time is not charged. */
  let hasParsedOnce = false;
  /** Time of the last failure to start, by `performance.now()`; initially so long ago that it does not count. */
  let startFailedAt = -START_RETRY_DELAY_MS;
  let isClosed = false;

  return {
    /**
     * Parses a mail in the thread. Resolves with `null` on a timeout or a crash, and for a while if the thread cannot start. Calls
     * `onStart` when the thread begins with the mail, from when on the queue measures the mail's time.
     */
    parse({ root, envelope }, onStart) {
      const mayStart = performance.now() - startFailedAt >= START_RETRY_DELAY_MS;
      if (isClosed || !mayStart) return Promise.resolve(null);
      return new Promise((resolve) => {
        currentJob = { onStart, resolve };
        timeoutTimer = setTimeout(() => fail(`parsing a mail took longer than ${timeoutMs} ms`), timeoutMs);
        try {
          worker ??= start();
          worker.postMessage({ root, envelope } satisfies ParseJob);
          // Begins to measure the mail's time (`onStart`). For a thread that is only starting, `start` does so when the thread is ready.
          if (hasStarted) measureCurrentJob();
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error));
        }
      });
    },
    /** Stops the thread for good. A mail in it resolves with `null`. */
    close() {
      isClosed = true;
      return stopWorker();
    },
  };

  /** Begins the measurement of the mail's time. The first mail of all is not measured, because the code is compiled during it. */
  function measureCurrentJob(): void {
    if (hasParsedOnce) currentJob?.onStart();
  }

  /** Starts the thread. Its late events are ignored after it was replaced. */
  function start(): Worker {
    hasStarted = false;
    const newWorker = startThread();
    newWorker.unref();
    newWorker.on("message", (message: typeof READY | ParsedMail) => {
      if (worker !== newWorker) return;
      if (message === READY) {
        hasStarted = true;
        measureCurrentJob();
        return;
      }
      hasParsedOnce = true;
      finish(message);
    });
    newWorker.on("error", (error) => onUnexpectedEnd(error.message));
    newWorker.on("exit", (code) => onUnexpectedEnd(`the worker thread exited with code ${code}`));
    return newWorker;

    /**
     * Handles a thread that ended by itself: its mail fails. One that never became ready is probably broken, so the next start is
     * delayed.
     */
    function onUnexpectedEnd(reason: string): void {
      const wasStoppedOrReplaced = worker !== newWorker;
      if (wasStoppedOrReplaced) return;
      if (!hasStarted) startFailedAt = performance.now();
      fail(reason);
    }
  }

  /** Resolves the current job; `null` means that parsing failed. */
  function finish(mail: ParsedMail | null): void {
    clearTimeout(timeoutTimer);
    const finishedJob = currentJob;
    currentJob = null;
    finishedJob?.resolve(mail);
  }

  /** Reports a failure and stops the thread; its mail resolves with `null`. The next mail starts a new thread. */
  function fail(reason: string): void {
    onFailure?.(reason);
    void stopWorker(); // no caller needs the end of a failed thread
  }

  /** Stops the thread, if there is one. The mail that it parses resolves with `null`. */
  async function stopWorker(): Promise<void> {
    const stopped = worker;
    worker = null;
    finish(null);
    await stopped?.terminate();
  }
}

/**
 * Starts the parser's thread from the file next to this one: `.mjs` in sources, `.js` in builds. With its own memory limit: a hostile
 * mail can end the thread, but not take the memory of the process.
 */
function startThread(): Worker {
  const file = import.meta.url.endsWith(".ts") ? "./mail-worker-source.mjs" : "./mail-worker.js";
  return new Worker(new URL(file, import.meta.url), {
    // The flags of the main process may not be valid for a worker.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MEBIBYTES },
  });
}
