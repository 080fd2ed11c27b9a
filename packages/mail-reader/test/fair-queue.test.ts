import { expect, test } from "vitest";
import { createCpuUsage } from "../src/worker/cpu-usage.ts";
import { createFairQueue } from "../src/worker/fair-queue.ts";

interface Job {
  name: string;
  parties: string[];
}

function open() {
  const clock = { now: 0 };
  const usage = createCpuUsage(() => clock.now);
  const queue = createFairQueue<Job>(usage);
  /** Takes everything and charges each job a second. */
  const drain = () => {
    const order: string[] = [];
    for (let job = queue.take(); job; job = queue.take()) {
      order.push(job.name);
      usage.charge(job.parties, 1_000);
    }
    return order;
  };
  const push = (name: string, ...parties: string[]) => queue.push({ name, parties });
  return { clock, usage, queue, drain, push };
}

test("runs the jobs of equal parties in order", () => {
  const { clock, queue, push } = open();
  for (const name of ["first", "second", "third"]) {
    push(name, "sender a", "mailbox a");
    clock.now += 5;
  }
  expect([queue.take(), queue.take(), queue.take()].map((job) => job?.name)).toEqual(["first", "second", "third"]);
  expect(queue.take()).toBeUndefined();
});

test.each([
  ["one sender to one mailbox", () => ["sender a", "mailbox a"], ["sender v", "mailbox v"]],
  ["one sender to one mailbox, beside the same sender", () => ["sender a", "mailbox a"], ["sender a", "mailbox v"]],
  ["one sender to one mailbox, beside the same mailbox", () => ["sender a", "mailbox a"], ["sender v", "mailbox a"]],
  ["one sender to many mailboxes", (at: number) => ["sender a", `mailbox ${at % 3}`], ["sender v", "mailbox v"]],
  ["many senders to one mailbox", (at: number) => [`sender ${at}`, "mailbox a"], ["sender v", "mailbox v"]],
  ["many senders to many mailboxes", (at: number) => [`sender ${at}`, `mailbox ${at % 3}`], ["sender v", "mailbox v"]],
])("puts another mail before a flood of %s", (_what, partiesAt, other) => {
  const { usage, drain, push } = open();
  for (let at = 0; at < 3; at += 1) usage.charge(partiesAt(at), 1_000);
  for (let at = 0; at < 30; at += 1) push("flood", ...partiesAt(at));
  push("other", ...other);
  expect(drain().indexOf("other")).toBe(0);
});

test("puts a single mail before a burst that is not charged yet", () => {
  const { usage, queue, push } = open();
  usage.charge(["sender v", "mailbox v"], 50);
  for (let at = 0; at < 30; at += 1) push("flood", `sender ${at}`, "mailbox a");
  push("other", "sender v", "mailbox v");
  expect(queue.take()?.name).toBe("other");
  queue.remove(() => true);
  // What no longer waits counts no more.
  push("a", "sender a", "mailbox a");
  push("other", "sender v", "mailbox v");
  expect(queue.take()?.name).toBe("a");
});

test("charges by the time used, not by the number of mails", () => {
  const { usage, drain, push } = open();
  usage.charge(["sender slow"], 2_500);
  push("slow", "sender slow");
  for (const name of ["1", "2", "3"]) push(name, "sender quick");
  expect(drain()).toEqual(["1", "2", "3", "slow"]);
});

test("forgets usage after some time", () => {
  const { clock, usage, queue, push } = open();
  usage.charge(["sender a"], 4_000);
  clock.now = 60_000;
  usage.charge(["sender b"], 100);
  push("b", "sender b");
  push("a", "sender a");
  expect(queue.take()?.name).toBe("a");
});

test("remembers a limited number of parties", () => {
  const { clock, usage } = open();
  for (let at = 0; at < 50_000; at += 1) {
    clock.now += 100;
    usage.charge([`sender ${at}`], 1);
  }
  expect(usage.size).toBeLessThan(20_000);
});

test("counts a waiting job as ten milliseconds", () => {
  const firstBeside = (usedMs: number) => {
    const { usage, queue, push } = open();
    usage.charge(["sender v"], usedMs);
    for (const name of ["a", "v"]) push(name, `sender ${name}`);
    push("a2", "sender a");
    return queue.take()?.name;
  };
  expect(firstBeside(9)).toBe("v");
  expect(firstBeside(11)).toBe("a");
});

test("counts half of the usage of ten seconds ago", () => {
  const { clock, usage } = open();
  usage.charge(["sender a"], 1_000);
  clock.now = 10_000;
  expect(usage.atThisMoment()(["sender a"])).toBe(500);
  usage.charge(["sender a"], 100);
  expect(usage.atThisMoment()(["sender a", "sender b"])).toBe(600);
});

test("forgets parties of less than a tenth of a millisecond, once there are more than ten thousand", () => {
  const { usage } = open();
  usage.charge(["sender"], 0.1);
  const chargeLittle = (count: number) => {
    for (let at = 0; at < count; at += 1) usage.charge([`sender ${at}`], 0.09);
  };
  chargeLittle(9_999);
  expect(usage.size).toBe(10_000);
  usage.charge(["another"], 0.09);
  expect(usage.size).toBe(1);
  chargeLittle(9_999);
  expect(usage.size).toBe(10_000);
});

test("looks for parties to forget only once there are twice as many as it had to remember", () => {
  const { usage } = open();
  const charge = (kind: string, count: number, milliseconds: number) => {
    for (let at = 0; at < count; at += 1) usage.charge([`${kind} ${at}`], milliseconds);
  };
  charge("sender", 10_001, 1_000);
  charge("mailbox", 10_001, 0.01);
  expect(usage.size).toBe(20_002);
  usage.charge(["another"], 0.01);
  expect(usage.size).toBe(10_001);
});
