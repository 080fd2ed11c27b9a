import { expect, test } from "vitest";
import { createNearMisses } from "../../src/waiting/near-misses.ts";

const summary = (id: string) => ({
  id,
  sender: "a@b.test",
  snippet: `text ${id}`,
  received_at: "2026-01-01T00:00:00Z",
});

test.each([
  ["no_message", []],
  ["filtered_out", [false, false]],
  ["no_code", [true, true]],
  ["no_code", [false, true]],
  ["no_code", [true, false]],
])("the reason is %s if of the messages those that passed the filters are %j", (reason, passed) => {
  const misses = createNearMisses();
  for (const [index, passedFilters] of passed.entries()) misses.add(summary(`m${index}`), "why", { passedFilters });
  expect([misses.reason(), misses.size]).toEqual([reason, passed.length]);
});

test("each message is listed once, in the order of arrival, with what it is known by", () => {
  const misses = createNearMisses();
  misses.add(summary("m2"), "early", { passedFilters: false });
  misses.add({ ...summary("m1"), subject: "Hi", recipient: "x@desk.test" }, "first", { passedFilters: true });
  misses.add(summary("m2"), "late", { passedFilters: true });
  expect(misses.list()).toEqual([
    { ...summary("m1"), subject: "Hi", why: "first" },
    { ...summary("m2"), why: "late" },
  ]);
});
