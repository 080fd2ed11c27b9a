import { expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";

test("a listener that begins to watch because of a change is called from the next one on", () => {
  const store = createStore(0);
  const seen: string[] = [];
  const stop = store.watch(() => {
    seen.push(`first ${store.get()}`);
    stop();
    store.watch(() => seen.push(`later ${store.get()}`));
  });
  store.set(1);
  expect(seen).toEqual(["first 1"]);
  store.set(2);
  expect(seen).toEqual(["first 1", "later 2"]);
});

test("setting the value that is there already tells nobody", () => {
  const store = createStore("a");
  let changes = 0;
  store.watch(() => changes++);
  store.set("a");
  expect(changes).toBe(0);
});
