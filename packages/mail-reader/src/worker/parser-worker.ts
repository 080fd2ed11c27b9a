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

export function createParserWorker({ timeoutMs, onFailure }: ParserWorkerOptions): ParserWorker {
  let worker: Worker | null = null;
  let current: CurrentJob | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasStarted = false;
  let hasParsedOnce = false;
  let startFailedAt = -START_RETRY_DELAY_MS;
  let isClosed = false;

  return {
    parse({ root, envelope }, onStart) {
      if (isClosed || performance.now() - startFailedAt < START_RETRY_DELAY_MS) return Promise.resolve(null);
      return new Promise((resolve) => {
        current = { onStart, resolve };
        timer = setTimeout(() => fail(`parsing a mail took longer than ${timeoutMs} ms`), timeoutMs);
        try {
          worker ??= start();
          worker.postMessage({ root, envelope } satisfies ParseJob);
          if (hasStarted && hasParsedOnce) onStart();
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error));
        }
      });
    },
    close() {
      isClosed = true;
      return stopWorker();
    },
  };

  function start(): Worker {
    hasStarted = false;
    const newWorker = startWorker();
    newWorker.unref();
    newWorker.on("message", (message: typeof READY | ParsedMail) => {
      if (worker !== newWorker) return;
      if (message === READY) {
        hasStarted = true;
        if (hasParsedOnce) current?.onStart();
        return;
      }
      hasParsedOnce = true;
      finish(message);
    });
    newWorker.on("error", (error) => onWorkerEnd(error.message));
    newWorker.on("exit", (code) => onWorkerEnd(`the worker thread exited with code ${code}`));
    return newWorker;

    function onWorkerEnd(reason: string): void {
      if (worker !== newWorker) return;
      if (!hasStarted) startFailedAt = performance.now();
      fail(reason);
    }
  }

  function finish(mail: ParsedMail | null): void {
    clearTimeout(timer);
    const finished = current;
    current = null;
    finished?.resolve(mail);
  }

  function fail(reason: string): void {
    onFailure?.(reason);
    void stopWorker();
  }

  async function stopWorker(): Promise<void> {
    const old = worker;
    worker = null;
    finish(null);
    await old?.terminate();
  }
}

/** Starts the worker from the file next to this one, in builds and in sources. */
function startWorker(): Worker {
  const file = import.meta.url.endsWith(".ts") ? "./mail-worker-source.mjs" : "./mail-worker.js";
  return new Worker(new URL(file, import.meta.url), {
    // The flags of the main process may not be valid for a worker.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MEBIBYTES },
  });
}
