import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { type MailToJudge, UNCHECKED } from "../../src/authentication/judgment.ts";
import { createThreadedAuthentication } from "../../src/authentication/threaded-authentication.ts";
import { collect, compose } from "./mails.ts";

const shownSender = "Shop <no-reply@shop.example>";
const mail = toJudge(await compose());
/** A mail that gets its verdict without DNS. */
const forged = toJudge(`From: bank@bank.example\r\n${await compose()}`);

function toJudge(text: string): MailToJudge {
  const evidence = collect(text);
  if (evidence === null) throw new Error("The mail is too long");
  return { evidence, clientIp: "192.0.2.1", envelopeSender: "", shownSender };
}

/** Opens the authentication, if given with a worker that runs this code. */
function open(code?: string) {
  const failures: string[] = [];
  let starts = 0;
  const startWorker = (settings: object) => {
    starts++;
    return new Worker(code ?? "", { eval: true, workerData: settings });
  };
  const onFailure = (reason: string) => void failures.push(reason);
  const parts = { receiver: "desk.example", onFailure, ...(code === undefined ? {} : { startWorker }) };
  const authentication = createThreadedAuthentication(parts);
  onTestFinished(() => authentication.close());
  return { check: authentication.check, close: authentication.close, failures, starts: () => starts };
}

/** Responds to each batch with its size as the judgment. */
const counting = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (jobs) => parentPort.postMessage(jobs.map(({ id }) => ({ id, judgment: jobs.length }))));
`;

test("a mail is judged on the worker thread", { timeout: 60_000 }, async () => {
  const { check, failures } = open();
  expect(await Promise.all([check(forged), check(forged)])).toMatchObject([{ verdict: "fail" }, { verdict: "fail" }]);
  expect(failures).toEqual([]);
});

test("mails of one turn of the event loop are one message, and each gets its own verdict", async () => {
  const { check, starts } = open(counting);
  const first = await Promise.all([check(mail), check(mail), check(mail)]);
  expect([...first, await check(mail)]).toEqual([3, 3, 3, 1]);
  expect(starts()).toBe(1);
});

test("mails get none if the worker ends, and it is not started again at once", async () => {
  const { check, failures, starts } = open(`throw new Error("broken")`);
  expect(await Promise.all([check(mail), check(mail)])).toEqual([UNCHECKED, UNCHECKED]);
  expect(await check(mail)).toBe(UNCHECKED);
  expect([failures, starts()]).toEqual([["broken"], 1]);
});

test("a worker that exits by itself is reported with its code, and mails get none", async () => {
  const { check, failures } = open(`require("node:worker_threads").parentPort.on("message", () => process.exit(3))`);
  expect(await check(mail)).toBe(UNCHECKED);
  expect(failures).toEqual(["the worker thread exited with code 3"]);
});

test("mails beyond two thousand get none at once", async () => {
  const { check, close } = open("setInterval(() => {}, 1000)");
  const queued = Array.from({ length: 2_000 }, () => check(mail));
  expect(await check(mail)).toBe(UNCHECKED);
  close();
  expect(new Set(await Promise.all(queued))).toEqual(new Set([UNCHECKED]));
});

test("headers of 32 MiB wait at once, however many were judged before; a mail beyond gets none", async () => {
  const long: MailToJudge = { ...mail, evidence: { ...mail.evidence, header: "a".repeat(8 * 1024 * 1024) } };
  const { check, close } = open(counting);
  const four = () => Promise.all(Array.from({ length: 4 }, () => check(long)));
  expect([await four(), await four()]).toEqual([
    [4, 4, 4, 4],
    [4, 4, 4, 4],
  ]);
  const waiting = Array.from({ length: 4 }, () => check(long));
  expect(await check(mail)).toBe(UNCHECKED);
  close();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([UNCHECKED]));
});

test("no worker is started after closing", async () => {
  const { check, close, starts } = open(counting);
  const verdict = check(mail);
  close();
  expect([await verdict, await check(mail)]).toEqual([UNCHECKED, UNCHECKED]);
  await new Promise(setImmediate);
  expect(starts()).toBe(0);
});
