import { Worker } from "node:worker_threads";
import { createBatches } from "./batches.ts";
import { type Judgment, type MailToJudge, UNCHECKED } from "./judgment.ts";
import type { MailAuthentication } from "./mail-authentication.ts";

interface ThreadedOptions extends WorkerSettings {
  /** Called when the worker ended unexpectedly. It starts again with a later mail. */
  onFailure?: ((reason: string) => void) | undefined;
  /** Starts the worker. @default the one of this folder */
  startWorker?: (settings: WorkerSettings) => Worker;
}

/** What the worker needs to know at its start. */
export interface WorkerSettings {
  /** Name of this server, for the macros of SPF. */
  receiver: string;
}

/** A mail on its way to the worker. */
export interface CheckJob {
  id: number;
  mail: MailToJudge;
}
export interface CheckReply {
  id: number;
  judgment: Judgment;
}

/** Checks in memory of this thread. Beyond this, mails are not checked. */
const MAX_CHECKS = 2_000;
const MAX_HEADER_CHARACTERS = 32 * 1024 * 1024;
/** Delay before a worker that ended is started again. */
const RESTART_DELAY_MS = 60_000;
/** A hostile mail can end the worker, but not take the memory of the server. */
const MAX_MEMORY_MEBIBYTES = 192;

/**
 * Creates checks on a worker thread: reading a signed mail's header and its signature takes a sixth of the time that receiving
 * the mail does. The thread starts with the first mail.
 */
export function createThreadedAuthentication({
  receiver,
  onFailure,
  startWorker = startThread,
}: ThreadedOptions): MailAuthentication {
  /** `null` before the first mail, and after a failure. */
  let worker: Worker | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let lastId = 0;
  let headerCharacters = 0;
  /** Sends jobs after their clients got the 250. */
  const batches = createBatches<CheckJob>((jobs) => {
    worker ??= start();
    worker.postMessage(jobs);
  });
  /** Functions that end the running checks, by job. */
  const runningChecks = new Map<number, (judgment: Judgment) => void>();

  /** Starts the worker thread and passes its verdicts to the checks that wait for them. */
  function start(): Worker {
    const started = startWorker({ receiver });
    started.unref();
    started.on("message", (results: CheckReply[]) => {
      for (const { id, judgment } of results) runningChecks.get(id)?.(judgment);
    });
    /**
     * Gives up the checks of the worker `started`, which has ended, and reports that unless `close` ended it. A check a minute later
     * starts another worker.
     */
    function onEnd(reason: string): void {
      // Handled already: a worker that fails emits `error` and then `exit`.
      if (worker !== started) return;
      worker = null;
      failedAt = performance.now();
      endAll();
      if (!isClosed) onFailure?.(reason);
    }
    started.on("error", (error) => onEnd(error.message));
    started.on("exit", (code) => onEnd(`the worker thread exited with code ${code}`));
    return started;
  }

  /** Ends all checks with the verdict `none`, and drops the jobs that were not sent yet. */
  function endAll(): void {
    batches.clear();
    // A copy, because each check removes itself from `runningChecks` as it ends.
    for (const end of [...runningChecks.values()]) end(UNCHECKED);
  }

  return {
    /** Lets the worker thread check a mail. Resolves with its verdict, or with "none" if it is overloaded, failing or closed. */
    async check(mail) {
      const { length } = mail.evidence.header;
      const hasRoom = runningChecks.size < MAX_CHECKS && headerCharacters + length <= MAX_HEADER_CHARACTERS;
      // For a minute after a failure, no worker is started: one that fails with each mail would be started again with each.
      const isFailing = worker === null && performance.now() - failedAt < RESTART_DELAY_MS;
      if (isClosed || isFailing || !hasRoom) return UNCHECKED;
      lastId += 1;
      const id = lastId;
      headerCharacters += length;
      return new Promise((resolve) => {
        runningChecks.set(id, (judgment) => {
          runningChecks.delete(id);
          headerCharacters -= length;
          resolve(judgment);
        });
        batches.add({ id, mail });
      });
    },

    /** Ends all checks with "none", and the worker thread. */
    close() {
      isClosed = true;
      endAll();
      void worker?.terminate();
    },
  };
}

/** Starts a thread that runs the worker's file in this folder: the built one, or in the sources a loader of the TypeScript worker. */
function startThread(settings: WorkerSettings): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "./authentication-worker-source.mjs" : "./authentication-worker.js";
  return new Worker(new URL(file, import.meta.url), {
    workerData: settings,
    // The flags of the main process may not be valid for a worker.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MEBIBYTES },
  });
}
