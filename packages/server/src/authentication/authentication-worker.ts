import { setImmediate } from "node:timers";
import { parentPort, workerData } from "node:worker_threads";
import { createMailAuthentication } from "./mail-authentication.ts";
import type { CheckJob, CheckResult, WorkerSettings } from "./threaded-authentication.ts";

// Entry point of the worker thread: receives mails, responds with verdicts, each several at a time.
const { receiver }: WorkerSettings = workerData;
const authentication = createMailAuthentication({ receiver, now: Date.now });
let results: CheckResult[] = [];

parentPort?.on("message", (jobs: CheckJob[]) => {
  for (const { id, mail } of jobs) void authentication.check(mail).then((verdict) => respond({ id, verdict }));
});

function respond(result: CheckResult): void {
  results.push(result);
  if (results.length > 1) return;
  setImmediate(() => {
    parentPort?.postMessage(results);
    results = [];
  });
}
