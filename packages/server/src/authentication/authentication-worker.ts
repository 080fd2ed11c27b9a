import { parentPort, workerData } from "node:worker_threads";
import { createBatches } from "./batches.ts";
import { createMailAuthentication } from "./mail-authentication.ts";
import type { CheckJob, CheckReply, WorkerSettings } from "./threaded-authentication.ts";

// Entry point of the worker thread: receives mails, responds with verdicts, each several at a time.
const { receiver }: WorkerSettings = workerData;
const authentication = createMailAuthentication({ receiver, now: Date.now });
const batches = createBatches<CheckReply>((results) => parentPort?.postMessage(results));

parentPort?.on("message", (jobs: CheckJob[]) => {
  for (const { id, mail } of jobs) void authentication.check(mail).then((judgment) => batches.add({ id, judgment }));
});
