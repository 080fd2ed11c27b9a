import { expect, test } from "vitest";
import { createIndexedList, NOT_LISTED } from "../src/index.ts";

const createItem = (name: string) => ({ name, index: NOT_LISTED });

test("holds what was added and not removed, wherever it is in the list", () => {
  const list = createIndexedList<ReturnType<typeof createItem>>();
  const [first, middle, last] = [createItem("first"), createItem("middle"), createItem("last")];
  for (const item of [first, middle, last]) list.add(item);
  expect(list.count()).toBe(3);
  expect(list.remove(first)).toBe(true);
  expect(new Set(list.all())).toEqual(new Set([middle, last]));
  // It has moved to the place of the first.
  expect(list.remove(last)).toBe(true);
  expect(list.all()).toEqual([middle]);
  expect(list.remove(middle)).toBe(true);
  expect([list.count(), list.all()]).toEqual([0, []]);
});

test("removes an item once, and none of another list", () => {
  const [list, other] = [createIndexedList(), createIndexedList()];
  const [item, stranger] = [createItem("item"), createItem("stranger")];
  list.add(item);
  other.add(stranger);
  expect(list.remove(stranger)).toBe(false);
  expect(list.remove(item)).toBe(true);
  expect(item.index).toBe(NOT_LISTED);
  expect(list.remove(item)).toBe(false);
  expect([list.count(), other.count()]).toEqual([0, 1]);
});

test("its copy does not change with it", () => {
  const list = createIndexedList();
  const item = createItem("item");
  list.add(item);
  const copy = list.all();
  list.remove(item);
  expect(copy).toEqual([item]);
});
