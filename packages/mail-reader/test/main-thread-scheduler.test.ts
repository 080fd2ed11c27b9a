import { expect, test } from "vitest";
import { createCpuUsage } from "../src/worker/cpu-usage.ts";
import { createMainThreadScheduler } from "../src/worker/main-thread-scheduler.ts";

/** A scheduler with an event loop that the test advances; each job takes the given milliseconds. */
function open() {
  const clock = { now: 0 };
  const deferred: (() => void)[] = [];
  const now = () => clock.now;
  const turns = createMainThreadScheduler({
    cpuUsage: createCpuUsage(now),
    now,
    defer: (callback) => deferred.push(callback),
  });
  const done: string[] = [];
  return {
    turns,
    done,
    deferred,
    pass: (milliseconds: number) => {
      clock.now += milliseconds;
    },
    add: (name: string, milliseconds: number, party = "sender a") =>
      turns.run([party], () => {
        clock.now += milliseconds;
        done.push(name);
        return name;
      }),
    /** Runs the next turn of the event loop and returns the jobs that it ran. */
    turn() {
      done.length = 0;
      for (const callback of deferred.splice(0)) callback();
      return [...done];
    },
  };
}

test("runs work immediately while the turn has time", async () => {
  const { add, done } = open();
  const results = [add("1", 4), add("2", 4)];
  expect(done).toEqual(["1", "2"]);
  expect(await Promise.all(results)).toEqual(["1", "2"]);
});

test("spreads a burst over turns of ten milliseconds", () => {
  const { add, deferred, done, turn } = open();
  for (let at = 0; at < 60; at += 1) void add(`${at}`, 6);
  expect(done).toEqual(["0", "1"]);
  const turns: string[][] = [];
  while (deferred.length > 0) turns.push(turn());
  expect(turns.flat()).toHaveLength(58);
  expect(Math.max(...turns.map((names) => names.length))).toBe(2);
});

test("counts other work within a turn, and work that arrives after the queue is empty", () => {
  const { add, done, pass, turn } = open();
  void add("1", 1);
  pass(10);
  void add("2", 6);
  expect(done).toEqual(["1"]);
  expect(turn()).toEqual(["2"]);
  done.length = 0;
  void add("3", 6);
  void add("4", 6);
  expect(done).toEqual(["3"]);
});

test("runs other work before the rest of a flood", () => {
  const { add, turn } = open();
  for (let at = 0; at < 9; at += 1) void add(`${at}`, 10);
  void add("other", 10, "sender v");
  expect(turn()).toEqual(["other"]);
});

test("rejects with the error of the work, and continues", async () => {
  const { add, turn, turns } = open();
  const fail = () => {
    throw new Error("broken");
  };
  expect(() => turns.run([], fail)).toThrow("broken");
  void add("long", 10);
  const [failing, next] = [turns.run([], fail), add("next", 1)];
  turn();
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
});

test("defers nothing once nothing waits", () => {
  const { add, deferred, turn } = open();
  void add("1", 1);
  turn();
  expect(deferred).toEqual([]);
});

test("queues work that a job starts behind the work that waits already", () => {
  const { add, done, turn, turns } = open();
  void add("long", 10);
  void turns.run([], () => {
    done.push("outer");
    void add("inner", 1);
  });
  void add("next", 1);
  expect(turn()).toEqual(["outer", "next", "inner"]);
});

test("charges the time of work that had to wait, which puts a flood behind others", () => {
  const { add, turn } = open();
  void add("first", 10, "sender v");
  for (const name of ["a1", "a2"]) void add(name, 10, "sender a");
  expect(turn()).toEqual(["a1"]);
  void add("b1", 5, "sender b");
  expect(turn()).toEqual(["b1", "a2"]);
});

test("charges the time of work that fails, so that a sender of broken mail does not go first", async () => {
  const { add, pass, turn, turns } = open();
  const fail = () => {
    pass(10);
    throw new Error("broken");
  };
  expect(() => turns.run(["sender a"], fail)).toThrow("broken");
  void add("a", 10, "sender a");
  void add("b", 10, "sender b");
  expect(turn()).toEqual(["b"]);
});
