import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type MailToJudge, UNCHECKED } from "../../src/authentication/judgment.ts";
import { createThreadedAuthentication } from "../../src/authentication/threaded-authentication.ts";
import { collect, compose } from "./mails.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const evidence = collect(await compose());
if (evidence === null) throw new Error("The mail is too long");
const mail: MailToJudge = { evidence, clientIp: "192.0.2.1", envelopeSender: "", shownSender: "a@shop.example" };

const failing = `require("node:worker_threads").parentPort.on("message", () => { throw new Error("broken"); });`;
/** Responds to each mail with its number as the judgment. */
const counting = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (jobs) => parentPort.postMessage(jobs.map(({ id }) => ({ id, judgment: id }))));
`;

/** Opens the authentication with workers that run these codes, one after another. */
function open(...codes: string[]) {
  const workers: Worker[] = [];
  const exits: Promise<void>[] = [];
  const failures: string[] = [];
  const authentication = createThreadedAuthentication({
    receiver: "desk.example",
    onFailure: (reason) => void failures.push(reason),
    startWorker(workerData) {
      const worker = new Worker(codes[workers.length] ?? "", { eval: true, workerData });
      workers.push(worker);
      exits.push(new Promise((exited) => worker.once("exit", () => exited())));
      return worker;
    },
  });
  onTestFinished(() => authentication.close());
  /** Has a mail checked by a worker that fails with it, and waits for its end. */
  const checkAndFail = async () => {
    expect(await authentication.check(mail)).toBe(UNCHECKED);
    await exits.at(-1);
  };
  return { ...authentication, workers, exits, failures, checkAndFail };
}

test("a worker that fails is reported once, and another is started a minute later, as often as one fails", async () => {
  const { check, workers, failures, checkAndFail } = open(failing, failing, counting);
  await checkAndFail();
  expect(failures).toEqual(["broken"]);
  vi.advanceTimersByTime(59_999);
  expect(await check(mail)).toBe(UNCHECKED);
  expect(workers).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await checkAndFail();
  expect(failures).toEqual(["broken", "broken"]);
  vi.advanceTimersByTime(59_999);
  expect(await check(mail)).toBe(UNCHECKED);
  vi.advanceTimersByTime(1);
  expect(await check(mail)).toBe(3);
  expect([workers.length, failures.length]).toEqual([3, 2]);
});

test("a worker that was replaced ends no check when it exits late", async () => {
  const { check, workers, failures, checkAndFail } = open(failing, counting);
  await checkAndFail();
  vi.advanceTimersByTime(60_000);
  expect(await check(mail)).toBe(2);
  const running = check(mail);
  workers[0]?.emit("exit", 1);
  expect(await running).toBe(3);
  expect([workers.length, failures]).toEqual([2, ["broken"]]);
});

test("closing ends the worker, which is no failure", async () => {
  const { check, close, exits, failures } = open(counting);
  expect(await check(mail)).toBe(1);
  close();
  await exits[0];
  expect(failures).toEqual([]);
});

test("a worker keeps no process running", async () => {
  const unref = vi.spyOn(Worker.prototype, "unref");
  onTestFinished(() => unref.mockRestore());
  const { check, workers } = open(counting);
  expect(await check(mail)).toBe(1);
  expect(unref.mock.contexts).toEqual(workers);
});
