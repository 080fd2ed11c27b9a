import { expect, test } from "vitest";
import { box, openStore, receive, settled } from "./reading-bed.ts";

test.each([
  ["of one address", { to: "a@mail.test" }],
  ["of authenticated mails", { authenticated: true }],
])("a read %s that ends after the store was closed returns its mails and keeps no buffer", async (_what, options) => {
  const { bed, store } = openStore();
  await receive(store, "one");
  const { get } = bed;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  bed.get = async (key) => {
    await held;
    return get(key);
  };
  const reading = store.read(box, { count: 1, ...options });
  await settled();
  expect(bed.listening).toBe(1);
  await store.close();
  release();
  expect((await reading).messages).toHaveLength("to" in options ? 1 : 0);
  expect(bed.listening).toBe(0);
});
