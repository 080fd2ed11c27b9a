import { expect, test } from "vitest";
import { createFairLimiter } from "../src/fair-limiter.ts";

/** A limiter with named tasks that end when the test says so. */
function open(size: Parameters<typeof createFairLimiter>[0]) {
  const limiter = createFairLimiter(size);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (owner: string, name: string) =>
    limiter.run(owner, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { limiter, started, begin, end };
}

test("runs at most `total` tasks at once, the others in order", async () => {
  const { started, begin, end } = open({ total: 2, perOwner: 2 });
  for (const name of ["1", "2", "3", "4"]) void begin("a", name);
  expect(started).toEqual(["1", "2"]);
  await end("2");
  expect(started).toEqual(["1", "2", "3"]);
  await end("1");
  expect(started).toEqual(["1", "2", "3", "4"]);
});

test("a task that has waited counts as running, for the total and for its owner", async () => {
  for (const size of [
    { total: 1, perOwner: 9 },
    { total: 9, perOwner: 1 },
  ]) {
    const { started, begin, end } = open(size);
    for (const name of ["1", "2", "3"]) void begin("a", name);
    await end("1");
    void begin("a", "4");
    expect(started).toEqual(["1", "2"]);
    await end("2");
    expect(started).toEqual(["1", "2", "3"]);
  }
});

test("an owner with many tasks leaves capacity to others", async () => {
  const { started, begin, end } = open({ total: 3, perOwner: 2 });
  for (const name of ["a1", "a2", "a3"]) void begin("a", name);
  void begin("b", "b1");
  expect(started).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(started).toEqual(["a1", "a2", "b1"]);
  await end("a1");
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

test("at the total limit, owners take turns", async () => {
  const { started, begin, end } = open({ total: 1, perOwner: 1 });
  for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) void begin(name.slice(0, 1), name);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) {
    expect(started.at(-1)).toBe(name);
    await end(name);
  }
});

test("an owner at its limit does not hold up the others that wait", async () => {
  const { started, begin, end } = open({ total: 2, perOwner: 1 });
  for (const name of ["a1", "b1", "a2", "c1"]) void begin(name.slice(0, 1), name);
  await end("b1");
  expect(started).toEqual(["a1", "b1", "c1"]);
});

test("a failed task no longer counts", async () => {
  const { limiter } = open({ total: 1, perOwner: 1 });
  await expect(limiter.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(limiter.run("b", async () => "yes")).resolves.toBe("yes");
});
