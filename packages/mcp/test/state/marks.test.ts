import { describe, expect, test } from "vitest";
import { createCursorStore, noCursors } from "../../src/state/cursor-store.ts";

function open() {
  let now = 1_000_000;
  const cursors = createCursorStore(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { cursors, pass };
}

describe("calls of one unsuccessful wait", () => {
  test.each([
    ["at once", 0, 2],
    ["just within two minutes", 119_999, 2],
    ["after two minutes, which is another wait", 120_000, 1],
    ["much later", 3_600_000, 1],
  ])("a second call %s, and the one after it", (_when, pause, rounds) => {
    const { cursors, pass } = open();
    expect(cursors.countEmpty("a")).toBe(1);
    pass(pause);
    expect([cursors.countEmpty("a"), cursors.countEmpty("a")]).toEqual([rounds, rounds + 1]);
  });

  test("are counted across calls, however long the whole wait lasts", () => {
    const { cursors, pass } = open();
    const rounds = Array.from({ length: 5 }, () => {
      pass(100_000);
      return cursors.countEmpty("a");
    });
    expect(rounds).toEqual([1, 2, 3, 4, 5]);
  });

  test("are counted per inbox, and from the start once something was found", () => {
    const { cursors } = open();
    expect([cursors.countEmpty("a"), cursors.countEmpty("a"), cursors.countEmpty("b")]).toEqual([1, 2, 1]);
    cursors.set("a", "m1");
    expect([cursors.countEmpty("a"), cursors.countEmpty("b")]).toEqual([1, 2]);
  });
});

test("an unsuccessful call does not move the cursor", () => {
  const { cursors } = open();
  cursors.countEmpty("a");
  expect(cursors.get("a")).toBeUndefined();
  cursors.startNew("a");
  cursors.countEmpty("a");
  expect(cursors.get("a")).toBe("seen:");
  cursors.set("a", "m1");
  cursors.countEmpty("a");
  expect(cursors.get("a")).toBe("m1");
});

test("calls are counted for a thousand inboxes; beyond, the least recently used is forgotten", () => {
  const { cursors } = open();
  for (let inbox = 0; inbox < 1_000; inbox++) cursors.set(`inbox-${inbox}`, `m${inbox}`);
  cursors.countEmpty("inbox-0");
  cursors.startNew("another");
  expect([cursors.get("inbox-0"), cursors.get("inbox-1"), cursors.get("another")]).toEqual(["m0", undefined, "seen:"]);
});

test("a stateless server counts no calls", () => {
  noCursors.set("a", "m1");
  noCursors.startNew("a");
  expect([noCursors.get("a"), noCursors.countEmpty("a"), noCursors.countEmpty("a")]).toEqual([undefined, 0, 0]);
});
