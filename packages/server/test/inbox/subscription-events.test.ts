import { expect, test } from "vitest";
import { encodeAmendedEvent, encodeStoredEvent } from "../../src/inbox/stored-event.ts";
import { inbox, message, settled, setUp } from "./subscription-bed.ts";

/** Too long for an event, so that servers fetch the message. */
const longText = "x".repeat(20_000);

test("buffers a message for its address and for all messages, and wakes only these readers, once", async () => {
  const { bed, subscriptions, open } = setUp();
  const [all, even, odd] = [open(), open("even"), open("odd")];
  subscriptions.addMessages(inbox, [message(11)]);
  await bed.publish(encodeStoredEvent([message(11)]));
  await settled();
  expect([all, even, odd].map(({ bodies }) => bodies())).toEqual([["message 11"], [], ["message 11"]]);
  expect([all, even, odd].map(({ wakes }) => wakes())).toEqual([1, 0, 1]);
  expect(bed.loads).toBe(0);
});

test("one bus subscription serves all subscriptions of an inbox, and ends with the last of them", () => {
  const { bed, subscriptions, open } = setUp();
  const [all, even] = [open(), open("even")];
  expect(bed.subscribed.get(inbox)).toBe(1);
  all.subscription.unsubscribe({ keepBuffer: false });
  expect([bed.subscribed.get(inbox), subscriptions.joinExisting(inbox, null)]).toEqual([1, null]);
  even.subscription.unsubscribe({ keepBuffer: false });
  expect(bed.subscribed.get(inbox)).toBe(0);
  expect(subscriptions.joinExisting(inbox, "even")).toBeNull();
  open().subscription.unsubscribe({ keepBuffer: false });
  expect(bed.subscribed.get(inbox)).toBe(0);
});

test("joining a subscription adds a reader to it", () => {
  const { subscriptions, open } = setUp();
  const first = open();
  const second = subscriptions.joinExisting(inbox, null);
  first.subscription.unsubscribe({ keepBuffer: false });
  expect(subscriptions.joinExisting(inbox, null)).not.toBeNull();
  second?.unsubscribe({ keepBuffer: false });
});

test("a removed listener is not called, and the others are", () => {
  const { subscriptions, open } = setUp();
  const [one, other] = [open(), open()];
  one.stop();
  subscriptions.addMessages(inbox, [message(11)]);
  expect([one.wakes(), other.wakes()]).toEqual([0, 1]);
});

test("a change of the inbox itself wakes every reader and buffers nothing", async () => {
  const { bed, open } = setUp();
  const [all, even] = [open(), open("even")];
  await bed.publish("");
  expect([all.wakes(), even.wakes(), all.bodies()]).toEqual([1, 1, []]);
});

test("messages that an event omits are fetched, but not for an old event", async () => {
  const { bed, open } = setUp();
  const all = open();
  const long = message(11, "a".repeat(20_000));
  bed.stored = [long];
  bed.sequence = 11;
  await bed.publish(encodeStoredEvent([message(10, "a".repeat(20_000))]));
  await settled();
  expect(bed.loads).toBe(0);
  await bed.publish(encodeStoredEvent([long]));
  await settled();
  expect([bed.loads, all.bodies(), all.wakes(), all.subscription.completeSince()]).toEqual([1, [long.body], 1, 10]);
});

test("a gap between sequence numbers is another server's message, which is fetched", async () => {
  const { bed, subscriptions, open } = setUp();
  const all = open();
  bed.stored = [message(11), message(12), message(13)];
  bed.sequence = 13;
  subscriptions.addMessages(inbox, [message(12), message(13)]);
  await settled();
  expect([bed.loads, all.bodies()]).toEqual([1, ["message 11", "message 12", "message 13"]]);
  subscriptions.addMessages(inbox, [message(14)]);
  await settled();
  expect(bed.loads).toBe(1);
});

test("messages evicted before the fetch make the buffers incomplete up to there", async () => {
  const { bed, open } = setUp();
  const all = open();
  bed.stored = [message(13)];
  bed.sequence = 13;
  await bed.publish(JSON.stringify({ sequence: 13 }));
  await settled();
  expect([all.bodies(), all.subscription.completeSince()]).toEqual([["message 13"], 13]);
});

test("a failed fetch leaves completeness unknown and wakes the readers; the next read starts again", async () => {
  const { bed, open } = setUp();
  const all = open();
  bed.fails = true;
  await bed.publish(JSON.stringify({ sequence: 12 }));
  await settled();
  expect([all.subscription.completeSince(), all.wakes()]).toEqual([Number.POSITIVE_INFINITY, 1]);
  all.subscription.startAt(12);
  expect(all.subscription.completeSince()).toBe(12);
  bed.fails = false;
  bed.stored = [message(13)];
  bed.sequence = 13;
  await bed.publish(JSON.stringify({ sequence: 13 }));
  await settled();
  expect(all.bodies()).toEqual(["message 13"]);
});

test("after a failed fetch, only a reader's own read makes completeness known again, not a fetch that succeeds", async () => {
  const { bed, open } = setUp();
  const all = open();
  bed.fails = true;
  await bed.publish(JSON.stringify({ sequence: 11 }));
  await settled();
  bed.fails = false;
  bed.stored = [message(13)];
  bed.sequence = 13;
  await bed.publish(JSON.stringify({ sequence: 13 }));
  await settled();
  expect([all.bodies(), all.subscription.completeSince()]).toEqual([["message 13"], Number.POSITIVE_INFINITY]);
});

test("events during a fetch cause one more fetch after it", async () => {
  const { bed, open } = setUp();
  const all = open();
  for (const sequence of [11, 12, 13]) {
    bed.stored = [...bed.stored, message(sequence)];
    bed.sequence = sequence;
    await bed.publish(JSON.stringify({ sequence }));
  }
  await settled();
  expect(all.bodies()).toEqual(["message 11", "message 12", "message 13"]);
  // One for the first event, and one for those that arrived during it.
  expect(bed.loads).toBe(2);
});

test("after a gap in the bus, everything is fetched and every reader is woken, until close", async () => {
  const { bed, subscriptions, open } = setUp();
  const [all, odd] = [open(), open("odd")];
  bed.stored = [message(12)];
  bed.sequence = 12;
  for (const act of bed.gaps) act();
  await settled();
  expect([all.bodies(), odd.bodies(), odd.wakes() > 0]).toEqual([["message 12"], [], true]);
  subscriptions.close();
  expect(bed.gaps.size).toBe(0);
});

test("a repeated message wakes no reader again", async () => {
  const { subscriptions, open } = setUp();
  const all = open();
  for (let time = 0; time < 3; time++) subscriptions.addMessages(inbox, [message(11)]);
  await settled();
  expect([all.wakes(), all.bodies()]).toEqual([1, ["message 11"]]);
});

test("before the first read, the first message is no gap", async () => {
  const { bed, subscriptions } = setUp();
  const subscription = subscriptions.subscribe(inbox, null);
  subscriptions.addMessages(inbox, [message(11)]);
  await settled();
  expect([bed.loads, subscription.buffered().length]).toEqual([0, 1]);
  subscription.unsubscribe({ keepBuffer: false });
});

test("a fetch returns nothing that was read before", async () => {
  const { bed, open } = setUp();
  const all = open();
  bed.stored = [message(10), message(11)];
  bed.sequence = 11;
  await bed.publish(JSON.stringify({ sequence: 11 }));
  await settled();
  expect(all.bodies()).toEqual(["message 11"]);
});

test("a fetch of an older state does not go back", async () => {
  const { bed, subscriptions, open } = setUp();
  const all = open();
  for (const sequence of [11, 12, 13, 14]) subscriptions.addMessages(inbox, [message(sequence)]);
  bed.sequence = 12;
  await bed.publish(JSON.stringify({ sequence: 20 }));
  await settled();
  const { loads } = bed;
  subscriptions.addMessages(inbox, [message(15)]);
  await settled();
  expect([bed.loads - loads, all.bodies().length]).toEqual([0, 5]);
});

test("a message that is announced at any moment of a fetch, its end included, is fetched too", async () => {
  for (let steps = 0; steps < 40; steps++) {
    const { bed, open } = setUp();
    const reader = open();
    const store = (sequence: number) => {
      const stored = message(sequence, `${longText}${sequence}`);
      bed.stored = [...bed.stored, stored];
      bed.sequence = sequence;
      bed.publish(encodeStoredEvent([stored]));
    };
    store(11);
    for (let step = 0; step < steps; step++) await null;
    store(12);
    await settled();
    expect(reader.bodies(), `${steps} steps later`).toHaveLength(2);
    reader.stop();
    reader.subscription.unsubscribe({ keepBuffer: false });
  }
});

test("an event omits a message whose JSON is long, though its text is short", () => {
  const hasMessages = (text: string) => "messages" in JSON.parse(encodeStoredEvent([message(11, text)]));
  // Each of these characters is two in JSON.
  const rest = 32_768 - encodeStoredEvent([message(11, "")]).length - 2 * 16_300;
  const longest = "\n".repeat(16_300) + "a".repeat(rest);
  expect(encodeStoredEvent([message(11, longest)])).toHaveLength(32_768);
  expect([hasMessages(longest), hasMessages(`${longest}a`)]).toEqual([true, false]);
  expect([hasMessages("a".repeat(6_000)), hasMessages("\u0001".repeat(6_000))]).toEqual([true, false]);
});

test("changes that another server announces reach the buffered messages, and wake every reader", async () => {
  const { bed, subscriptions, open } = setUp();
  const [all, odd, even] = [open(), open("odd"), open("even")];
  subscriptions.addMessages(inbox, [message(11)]);
  const changes = new Map([[message(11).id, { body: "changed" }]]);
  await bed.publish(encodeAmendedEvent<ReturnType<typeof message>>(changes));
  expect([all, odd, even].map(({ bodies }) => bodies())).toEqual([["changed"], ["changed"], []]);
  expect([all, odd, even].map(({ wakes }) => wakes())).toEqual([2, 2, 1]);
  expect(bed.loads).toBe(0);
});

test("a message whose text was evicted while it was fetched is as missing as one that is not listed", async () => {
  const { bed, open } = setUp();
  const all = open();
  bed.stored = [message(11), message(12)];
  bed.sequence = 12;
  bed.evicted = message(11).id;
  await bed.publish(JSON.stringify({ sequence: 12 }));
  await settled();
  expect([all.bodies(), all.subscription.completeSince()]).toEqual([["message 12"], 12]);
});
