import { expect, test } from "vitest";
import { createStore, useStore } from "../../src/app/store.ts";
import { drawHook } from "../page.ts";

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

test("a view shows a change that comes between its first drawing and what follows that, and later ones", async () => {
  const store = createStore("first");
  const view = drawHook(() => useStore(store), null);
  expect(view.output).toBe("first");
  store.set("second");
  await expect.poll(() => view.output).toBe("second");
  store.set("third");
  await expect.poll(() => view.output).toBe("third");
});

test("a view of another store shows that one's value, and no longer changes with the first", async () => {
  const [one, other] = [createStore("one"), createStore("other")];
  const view = drawHook((store: typeof one) => useStore(store), one);
  view.draw(other);
  await expect.poll(() => view.output).toBe("other");
  const { times } = view;
  one.set("changed");
  await new Promise((resolve) => setTimeout(resolve));
  expect([view.output, view.times]).toEqual(["other", times]);
});
