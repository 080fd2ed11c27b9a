import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ParsedMail } from "../src/index.ts";
import { openPart } from "../src/mime/mime-part.ts";
import { createCpuUsage } from "../src/worker/cpu-usage.ts";
import { createParserQueue, type ParseInWorker, type ParserQueueLimits } from "../src/worker/parser-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface OpenOptions extends ParserQueueLimits {
  workers?: number;
  /** Whether the workers say when they start, which they do not for the first mail of all. */
  reportsStart?: boolean;
  /** How long the workers take to start. */
  startMs?: number;
}

/** A queue whose workers take as long as the test says, with a log of the results. */
function open({ workers = 1, reportsStart = true, startMs = 0, ...bounds }: OpenOptions = {}) {
  const running: { name: string; finish(): void }[] = [];
  const log: string[] = [];
  const parse: ParseInWorker = ({ envelope }, begun) =>
    new Promise((resolve) => {
      if (reportsStart && startMs > 0) setTimeout(begun, startMs);
      else if (reportsStart) begun();
      const name = envelope.sender;
      log.push(`${name} begins`);
      const mail: ParsedMail = { subject: name, sender: "", body: "", links: [] };
      running.push({ name, finish: () => resolve(mail) });
    });
  const queue = createParserQueue({ ...bounds, cpuUsage: createCpuUsage(), workers: Array(workers).fill(parse) });
  return {
    log,
    queue,
    add(name: string, parties: string[], bytes = 1) {
      const job = { root: openPart(null, "text/plain"), envelope: { sender: name }, parties };
      void queue
        .parse(job, bytes)
        .then((mail) => log.push(`${name} ${mail === null ? "is parsed quickly" : "is parsed"}`));
    },
    /** Lets time pass, then finishes the oldest job. */
    async finish(afterMs = 0) {
      await vi.advanceTimersByTimeAsync(afterMs);
      running.shift()?.finish();
      await vi.advanceTimersByTimeAsync(0);
    },
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}

const attacker = ["sender a", "mailbox a"];
const other = ["sender v", "mailbox v"];

test("parses other mail before the rest of a flood", async () => {
  const { add, finish, log } = open();
  for (const name of ["a1", "a2", "a3"]) add(name, attacker);
  add("v", other);
  await finish(100);
  expect(log).toEqual(["a1 begins", "v begins", "a1 is parsed"]);
});

test("limits the wait for another sender's slow mail, but not for a slow mail of the same sender", async () => {
  const { add, finish, log, pass } = open();
  add("a1", attacker);
  add("a2", attacker);
  add("same sender", ["sender a", "mailbox v"]);
  await pass(150);
  add("v", other);
  await pass(199);
  expect(log).toEqual(["a1 begins", "same sender is parsed quickly"]);
  await pass(1);
  expect(log.slice(2)).toEqual(["v is parsed quickly"]);
  await finish();
  expect(log.slice(3)).toEqual(["a2 begins", "a1 is parsed"]);
});

test("a mail that has been parsed takes no room", async () => {
  const { add, finish, log } = open({ maxQueuedBytes: 15 });
  for (const name of ["a1", "a2", "a3"]) {
    add(name, attacker, 10);
    await finish();
  }
  expect(log.filter((line) => line.endsWith("is parsed"))).toEqual(["a1 is parsed", "a2 is parsed", "a3 is parsed"]);
});

test("limits that wait from the moment when the worker has started", async () => {
  const { add, log, pass } = open({ startMs: 300 });
  add("a1", attacker);
  add("v", other);
  await pass(499);
  expect(log).toEqual(["a1 begins"]);
  await pass(1);
  expect(log.slice(1)).toEqual(["v is parsed quickly"]);
});

test("charges the time of a mail to its sender and mailbox, whose next mail then waits for others", async () => {
  const { add, finish, log } = open();
  for (const party of ["a", "first"]) add(`${party}1`, [party]);
  await finish(150);
  add("a2", ["a"]);
  add("v", ["v"]);
  await finish(10);
  expect(log.filter((line) => line.endsWith("begins"))).toEqual(["a1 begins", "first1 begins", "v begins"]);
});

test.each([
  ["before it chooses the next mail", true, "v begins"],
  ["but not without the start of the mail", false, "a2 begins"],
])("charges the time of a mail %s", async (_what, reportsStart, next) => {
  const { add, finish, log } = open({ reportsStart });
  add("a1", ["a"]);
  add("a2", ["a"]);
  add("v", ["v"]);
  await finish(100);
  expect(log.slice(1, 2)).toEqual([next]);
});

test("lets mails wait for many quick ones", async () => {
  const { add, finish, log } = open();
  for (let at = 0; at < 9; at += 1) add(`${at}`, [`sender ${at}`, `mailbox ${at}`]);
  for (let at = 0; at < 9; at += 1) await finish(150);
  expect(log.filter((line) => line.endsWith("is parsed"))).toHaveLength(9);
});

test("limits the wait of every mail", async () => {
  const { add, finish, log } = open({ maxWaitMs: 750 });
  for (let at = 0; at < 9; at += 1) add(`${at}`, [`sender ${at}`, `mailbox ${at}`]);
  for (let at = 0; at < 9; at += 1) await finish(150);
  expect(log.filter((line) => line.endsWith("is parsed"))).toHaveLength(5);
  expect(log.filter((line) => line.endsWith("is parsed quickly"))).toHaveLength(4);
});

test("limits the queued bytes of one sender, of one mailbox and in total", async () => {
  const { add, log, pass } = open({ maxQueuedBytes: 10, maxQueuedBytesPerParty: 5 });
  add("1", ["sender a", "mailbox a"], 3);
  add("2", ["sender a", "mailbox b"], 3);
  add("3", ["sender c", "mailbox a"], 3);
  add("4", ["sender d", "mailbox d"], 5);
  add("5", ["sender e", "mailbox e"], 3);
  add("6", ["sender f", "mailbox f"], 2);
  await pass(0);
  expect(log).toEqual(["1 begins", "2 is parsed quickly", "3 is parsed quickly", "5 is parsed quickly"]);
});

test("limits the queued text to 64 MiB, and to 16 MiB of one sender or mailbox, by default", async () => {
  const { add, log, pass } = open();
  const quarter = 16 * 2 ** 20;
  add("1", ["a"], quarter);
  add("2", ["a"], 1);
  for (const party of ["b", "c", "d"]) add(party, [party], quarter);
  add("3", ["e"], 1);
  await pass(0);
  expect(log).toEqual(["1 begins", "2 is parsed quickly", "3 is parsed quickly"]);
});

test("limits the wait to five seconds by default", async () => {
  const { add, log, pass } = open();
  add("1", attacker);
  add("2", attacker);
  await pass(4_999);
  expect(log).toEqual(["1 begins"]);
  await pass(1);
  expect(log).toEqual(["1 begins", "2 is parsed quickly"]);
});

test("parses in parallel with several workers", async () => {
  const { add, finish, log, pass } = open({ workers: 2 });
  add("a1", attacker);
  add("v1", other);
  add("v2", other);
  await pass(150);
  expect(log).toEqual(["a1 begins", "v1 begins"]);
  await pass(1_000);
  expect(log).toHaveLength(2);
  await finish();
  expect(log.slice(2)).toEqual(["v2 begins", "a1 is parsed"]);
});

test("parses queued mails quickly when it is closed", async () => {
  const { add, log, pass, queue } = open();
  add("1", attacker);
  add("2", other);
  queue.close();
  expect(vi.getTimerCount()).toBe(0);
  add("3", other);
  await pass(0);
  expect(log).toEqual(["1 begins", "2 is parsed quickly", "3 is parsed quickly"]);
});

test("a waiting mail does not keep the process running", () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { add } = open();
  for (const name of ["1", "2"]) add(name, attacker);
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toContain(false);
  expect(timers.mock.results.map(({ value }) => value.hasRef())).not.toContain(true);
});
