import { expect, test } from "vitest";
import { inbox, message, settled, setUp } from "./subscription-bed.ts";

test("a reader that has not read the inbox yet learns from which message on it misses nothing", async () => {
  const { bed, subscriptions, open } = setUp();
  open();
  const waiting = subscriptions.subscribe(inbox, "even");
  expect(waiting.completeSince()).toBeNull();
  // The eleventh message is evicted before it is fetched.
  bed.stored = [message(12), message(13)];
  bed.sequence = 13;
  subscriptions.addMessages(inbox, [message(13)]);
  await settled();
  expect(waiting.completeSince()).toBe(13);
  waiting.startAt(10);
  expect(waiting.completeSince()).toBe(13);
});
