import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ParsedMail } from "../src/index.ts";
import { openPart } from "../src/mime/mime-part.ts";
import { createReadingQueue, type Reader, type ReadingBounds } from "../src/thread/reading-queue.ts";
import { createUsage } from "../src/thread/usage.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose readers take as long as the test says, with what became of each mail. */
function open({ workers = 1, ...bounds }: ReadingBounds & { workers?: number } = {}) {
  const running: { name: string; finish(): void }[] = [];
  const log: string[] = [];
  const reader: Reader = ({ envelope }, begun) =>
    new Promise((resolve) => {
      begun();
      const name = envelope.sender;
      log.push(`${name} begins`);
      const mail: ParsedMail = { subject: name, sender: "", body: "", links: [] };
      running.push({ name, finish: () => resolve(mail) });
    });
  const queue = createReadingQueue({ ...bounds, usage: createUsage(), readers: Array(workers).fill(reader) });
  return {
    log,
    queue,
    add(name: string, parties: string[], bytes = 1) {
      const job = { root: openPart(null, "text/plain"), envelope: { sender: name }, parties };
      void queue.read(job, bytes).then((mail) => log.push(`${name} ${mail === null ? "is read plainly" : "is read"}`));
    },
    /** Lets time pass, then ends the oldest reading. */
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

test("reads the mail of others before the rest of a flood", async () => {
  const { add, finish, log } = open();
  for (const name of ["a1", "a2", "a3"]) add(name, attacker);
  add("v", other);
  await finish(100);
  expect(log).toEqual(["a1 begins", "v begins", "a1 is read"]);
});

test("lets nobody wait long for a stranger's slow mail, but each for their own", async () => {
  const { add, finish, log, pass } = open();
  add("a1", attacker);
  add("a2", attacker);
  add("same sender", ["sender a", "mailbox v"]);
  await pass(150);
  add("v", other);
  await pass(199);
  expect(log).toEqual(["a1 begins", "same sender is read plainly"]);
  await pass(1);
  expect(log.slice(2)).toEqual(["v is read plainly"]);
  await finish();
  expect(log.slice(3)).toEqual(["a2 begins", "a1 is read"]);
});

test("lets mails wait for many quick ones", async () => {
  const { add, finish, log } = open();
  for (let at = 0; at < 9; at += 1) add(`${at}`, [`sender ${at}`, `mailbox ${at}`]);
  for (let at = 0; at < 9; at += 1) await finish(150);
  expect(log.filter((line) => line.endsWith("is read"))).toHaveLength(9);
});

test("lets no mail wait for ever", async () => {
  const { add, finish, log } = open({ maxWaitMs: 750 });
  for (let at = 0; at < 9; at += 1) add(`${at}`, [`sender ${at}`, `mailbox ${at}`]);
  for (let at = 0; at < 9; at += 1) await finish(150);
  expect(log.filter((line) => line.endsWith("is read"))).toHaveLength(5);
  expect(log.filter((line) => line.endsWith("is read plainly"))).toHaveLength(4);
});

test("bounds what waits for one sender, for one mailbox, and in all", async () => {
  const { add, log, pass } = open({ maxWaiting: 10, maxWaitingEach: 5 });
  add("1", ["sender a", "mailbox a"], 3);
  add("2", ["sender a", "mailbox b"], 3);
  add("3", ["sender c", "mailbox a"], 3);
  add("4", ["sender d", "mailbox d"], 5);
  add("5", ["sender e", "mailbox e"], 3);
  add("6", ["sender f", "mailbox f"], 2);
  await pass(0);
  expect(log).toEqual(["1 begins", "2 is read plainly", "3 is read plainly", "5 is read plainly"]);
});

test("reads side by side with several workers", async () => {
  const { add, finish, log, pass } = open({ workers: 2 });
  add("a1", attacker);
  add("v1", other);
  add("v2", other);
  await pass(150);
  expect(log).toEqual(["a1 begins", "v1 begins"]);
  await pass(1_000);
  expect(log).toHaveLength(2);
  await finish();
  expect(log.slice(2)).toEqual(["v2 begins", "a1 is read"]);
});

test("reads plainly what waits when it is closed", async () => {
  const { add, log, pass, queue } = open();
  add("1", attacker);
  add("2", other);
  queue.close();
  add("3", other);
  await pass(0);
  expect(log).toEqual(["1 begins", "2 is read plainly", "3 is read plainly"]);
});
