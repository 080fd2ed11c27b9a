import { expect, test } from "vitest";
import { createFairLimiter } from "../../src/webhooks/fair-limiter.ts";

/** Works that are named as they start, and end when they are told. */
function open(size: Parameters<typeof createFairLimiter>[0]) {
  const slots = createFairLimiter(size);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (owner: string, name: string) =>
    slots.run(owner, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { slots, started, begin, end };
}

test("no more run at a time than there are places, the others in order", async () => {
  const { started, begin, end } = open({ most: 2, mostEach: 2 });
  for (const name of ["1", "2", "3", "4"]) void begin("a", name);
  expect(started).toEqual(["1", "2"]);
  await end("2");
  expect(started).toEqual(["1", "2", "3"]);
  await end("1");
  expect(started).toEqual(["1", "2", "3", "4"]);
});

test("an owner with much to do leaves places to others", async () => {
  const { started, begin, end } = open({ most: 3, mostEach: 2 });
  for (const name of ["a1", "a2", "a3"]) void begin("a", name);
  void begin("b", "b1");
  expect(started).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(started).toEqual(["a1", "a2", "b1"]);
  await end("a1");
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

test("where all places are taken, owners have their turns one by one", async () => {
  const { started, begin, end } = open({ most: 1, mostEach: 1 });
  for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) void begin(name.slice(0, 1), name);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) {
    expect(started.at(-1)).toBe(name);
    await end(name);
  }
});

test("a work that fails gives its place back", async () => {
  const { slots } = open({ most: 1, mostEach: 1 });
  await expect(slots.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(slots.run("b", async () => "yes")).resolves.toBe("yes");
});
