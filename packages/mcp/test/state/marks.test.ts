import { describe, expect, test } from "vitest";
import { createMarks, noMarks } from "../../src/state/marks.ts";

function open() {
  let now = 1_000_000;
  const marks = createMarks(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { marks, pass };
}

describe("rounds of one wait in vain", () => {
  test.each([
    ["at once", 0, 2],
    ["just within two minutes", 119_999, 2],
    ["after two minutes, which is another wait", 120_000, 1],
    ["much later", 3_600_000, 1],
  ])("a second round %s", (_when, pause, rounds) => {
    const { marks, pass } = open();
    expect(marks.pending("a")).toBe(1);
    pass(pause);
    expect(marks.pending("a")).toBe(rounds);
  });

  test("are counted from one round to the next, however long the whole wait is", () => {
    const { marks, pass } = open();
    const rounds = Array.from({ length: 5 }, () => {
      pass(100_000);
      return marks.pending("a");
    });
    expect(rounds).toEqual([1, 2, 3, 4, 5]);
  });

  test("are counted for each inbox, and from the start once something was found", () => {
    const { marks } = open();
    expect([marks.pending("a"), marks.pending("a"), marks.pending("b")]).toEqual([1, 2, 1]);
    marks.found("a", "m1");
    expect([marks.pending("a"), marks.pending("b")]).toEqual([1, 2]);
  });
});

test("a round in vain leaves the mark where it was", () => {
  const { marks } = open();
  marks.pending("a");
  expect(marks.start("a")).toBeUndefined();
  marks.begin("a");
  marks.pending("a");
  expect(marks.start("a")).toBe("seen:");
  marks.found("a", "m1");
  marks.pending("a");
  expect(marks.start("a")).toBe("m1");
});

test("of a thousand inboxes the one that was used longest ago is forgotten first", () => {
  const { marks } = open();
  for (let inbox = 0; inbox < 1_000; inbox++) marks.found(`inbox-${inbox}`, `m${inbox}`);
  marks.pending("inbox-0");
  marks.begin("another");
  expect([marks.start("inbox-0"), marks.start("inbox-1"), marks.start("another")]).toEqual(["m0", undefined, "seen:"]);
});

test("a server that keeps nothing counts no rounds", () => {
  noMarks.found("a", "m1");
  noMarks.begin("a");
  expect([noMarks.start("a"), noMarks.pending("a"), noMarks.pending("a")]).toEqual([undefined, 0, 0]);
});
