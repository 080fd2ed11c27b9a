import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import { expect, test } from "vitest";

test("a cache with a number of entries forgets the one that was unused longest", () => {
  const cache = new LRUCache<string, number>(maxEntries(2));
  cache.set("a", 1).set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([...cache.entries()]).toEqual([
    ["c", 3],
    ["a", 1],
  ]);
});
