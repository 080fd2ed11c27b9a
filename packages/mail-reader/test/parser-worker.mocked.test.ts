import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPart } from "../src/mime/mime-part.ts";
import type { ParsedMail } from "../src/parse-tree.ts";
import { createParserPool } from "../src/worker/parser-pool.ts";
import { createParserWorker, READY } from "../src/worker/parser-worker.ts";

/** Threads that do what the test says, the oldest first. */
const threads: (EventEmitter & {
  posted: unknown[];
  options: object;
  isReferenced: boolean;
  isTerminated: boolean;
})[] = [];
let startError: Error | null = null;
let threadEnd = Promise.resolve();
vi.mock("node:worker_threads", () => ({
  Worker: class extends EventEmitter {
    posted: unknown[] = [];
    isReferenced = true;
    isTerminated = false;
    options: object;
    constructor(_file: URL, options: object) {
      super();
      this.options = options;
      if (startError) throw startError;
      threads.push(this);
    }
    unref() {
      this.isReferenced = false;
    }
    postMessage(message: unknown) {
      this.posted.push(message);
    }
    async terminate() {
      this.isTerminated = true;
      this.emit("exit", 1);
      await threadEnd;
    }
  },
}));

const failures: string[] = [];
const job = { root: openPart(null, "text/plain"), envelope: { sender: "" } };
const mailNamed = (subject: string): ParsedMail => ({ subject, sender: "", body: "", links: [] });
const START_RETRY_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  threads.length = 0;
  failures.length = 0;
  startError = null;
  threadEnd = Promise.resolve();
});

function open() {
  const worker = createParserWorker({ timeoutMs: 1_000, onFailure: (reason) => void failures.push(reason) });
  const starts: number[] = [];
  let parsed = 0;
  return {
    worker,
    starts,
    parse: () => {
      const number = ++parsed;
      return worker.parse(job, () => void starts.push(number));
    },
  };
}

/** A worker that has parsed its first mail, whose start is never reported. */
async function openWarm() {
  const opened = open();
  const first = opened.parse();
  threads[0]?.emit("message", READY);
  threads[0]?.emit("message", mailNamed("first"));
  expect(await first).toEqual(mailNamed("first"));
  return opened;
}

test("one thread parses one mail after the other, without keeping the process running", async () => {
  const { parse } = await openWarm();
  const second = parse();
  threads[0]?.emit("message", mailNamed("second"));
  expect(await second).toEqual(mailNamed("second"));
  expect(threads).toHaveLength(1);
  expect(threads[0]).toMatchObject({ isReferenced: false, posted: [job, job] });
  // The time limits of both have gone with them.
  expect(vi.getTimerCount()).toBe(0);
});

test("a thread gets none of the process's flags, which it may not know", async () => {
  await openWarm();
  expect(threads[0]?.options).toMatchObject({ execArgv: [] });
});

test("the start of a mail is reported when the thread is ready, but not that of the first mail", async () => {
  const { parse, starts } = await openWarm();
  expect(starts).toEqual([]);
  void parse();
  expect(starts).toEqual([2]);
  threads[0]?.emit("error", new Error("out of memory"));
  void parse();
  expect(starts).toEqual([2]);
  threads[1]?.emit("message", READY);
  expect(starts).toEqual([2, 3]);
});

test("a mail that takes too long fails, and the next gets a new thread", async () => {
  const { parse } = await openWarm();
  const slow = parse();
  await vi.advanceTimersByTimeAsync(999);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toBeNull();
  expect(failures).toEqual(["parsing a mail took longer than 1000 ms"]);
  expect(threads[0]?.isTerminated).toBe(true);
  const next = parse();
  // What the old thread still sends is not the result of the new one.
  threads[0]?.emit("message", mailNamed("late"));
  threads[0]?.emit("error", new Error("late"));
  threads[1]?.emit("message", READY);
  threads[1]?.emit("message", mailNamed("next"));
  expect(await next).toEqual(mailNamed("next"));
  expect(failures).toHaveLength(1);
});

test.each([
  ["an error", (thread: EventEmitter) => thread.emit("error", new Error("out of memory")), "out of memory"],
  ["its end", (thread: EventEmitter) => thread.emit("exit", 3), "the worker thread exited with code 3"],
])("a mail fails at once with %s of its thread", async (_what, end, reason) => {
  const { parse } = await openWarm();
  const mail = parse();
  if (threads[0]) end(threads[0]);
  expect(await mail).toBeNull();
  expect(failures).toEqual([reason]);
  void parse();
  expect(threads).toHaveLength(2);
});

test("a thread that ends before it is ready is started again only after a minute", async () => {
  const { parse } = open();
  const first = parse();
  threads[0]?.emit("error", new Error("no such file"));
  expect(await first).toBeNull();
  await vi.advanceTimersByTimeAsync(START_RETRY_MS - 1);
  expect(await parse()).toBeNull();
  expect(threads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  void parse();
  expect(threads).toHaveLength(2);
});

test("a mail fails if no thread can be started", async () => {
  startError = new Error("no threads left");
  expect(await open().parse()).toBeNull();
  expect(failures).toEqual(["no threads left"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a closed worker ends its thread and its mail without a failure, and starts no other", async () => {
  const { parse, worker } = await openWarm();
  const mail = parse();
  await worker.close();
  expect(await mail).toBeNull();
  expect(await parse()).toBeNull();
  expect(threads).toHaveLength(1);
  expect(threads[0]?.isTerminated).toBe(true);
  expect(failures).toEqual([]);
});

test("a mail may take ten seconds in the thread of a pool by default", async () => {
  const mail = createParserPool({ onFailure: (reason) => void failures.push(reason) }).parse(job.root, job.envelope);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toEqual(["parsing a mail took longer than 10000 ms"]);
  expect(await mail).toBeNull();
});

test("the time of a sender's mail on the main thread counts for its mail that waits for the thread", async () => {
  const pool = createParserPool();
  await pool.mainThread.run(["a"], () => vi.advanceTimersByTime(100));
  for (const sender of ["first", "a", "v"]) void pool.parse(job.root, { sender }, [sender]);
  threads[0]?.emit("message", READY);
  threads[0]?.emit("message", mailNamed("first"));
  await vi.advanceTimersByTimeAsync(0);
  expect(threads[0]?.posted[1]).toMatchObject({ envelope: { sender: "v" } });
});

test.each<[string, () => Promise<{ close(): Promise<unknown> }>]>([
  ["worker", async () => (await openWarm()).worker],
  [
    "pool",
    async () => {
      const pool = createParserPool();
      void pool.parse(job.root, job.envelope);
      return pool;
    },
  ],
])("the close of a %s waits for the end of its thread", async (_what, openOne) => {
  const opened = await openOne();
  const steps: string[] = [];
  let end = () => {};
  threadEnd = new Promise((resolve) => {
    end = resolve;
  });
  const closed = opened.close().then(() => steps.push("closed"));
  await vi.advanceTimersByTimeAsync(0);
  steps.push("thread ended");
  end();
  await closed;
  expect(steps).toEqual(["thread ended", "closed"]);
});
