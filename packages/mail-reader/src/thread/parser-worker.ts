import { Worker } from "node:worker_threads";
import type { ParsedMail } from "../read-tree.ts";
import type { Reader, ReadingJob } from "./reading-queue.ts";

export interface ParserWorkerOptions {
  /** Milliseconds that one mail may take. */
  timeout: number;
  /** Called once each time the thread had to be ended. It starts again with the next mail. */
  onFailure?: ((reason: string) => void) | undefined;
}

/** A thread that reads one mail after the other. It starts with the first. */
export interface ParserWorker {
  read: Reader;
  close(): Promise<void>;
}

/** The first message of the thread; every other one is a mail. */
export const READY = "ready";

/** A thread that could not even start is not tried again at once. */
const RETRY_AFTER = 60_000;
const MEMORY_MEBIBYTES = 256;

interface Current {
  begun(): void;
  done(mail: ParsedMail | null): void;
}

export function createParserWorker({ timeout, onFailure }: ParserWorkerOptions): ParserWorker {
  let worker: Worker | null = null;
  let current: Current | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasStarted = false;
  let hasRead = false;
  let brokenAt = -RETRY_AFTER;
  let isClosed = false;

  return {
    read({ root, envelope }, begun) {
      if (isClosed || performance.now() - brokenAt < RETRY_AFTER) return Promise.resolve(null);
      return new Promise((done) => {
        current = { begun, done };
        timer = setTimeout(() => fail(`a mail took longer than ${timeout} ms to read`), timeout);
        try {
          worker ??= start();
          worker.postMessage({ root, envelope } satisfies ReadingJob);
          if (hasStarted && hasRead) begun();
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error));
        }
      });
    },
    close() {
      isClosed = true;
      return giveUp();
    },
  };

  function start(): Worker {
    hasStarted = false;
    const started = startWorker();
    started.unref();
    started.on("message", (message: typeof READY | ParsedMail) => {
      if (worker !== started) return;
      if (message === READY) {
        hasStarted = true;
        if (hasRead) current?.begun();
        return;
      }
      hasRead = true;
      finish(message);
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
    const finished = current;
    current = null;
    finished?.done(mail);
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
