import { expect, test } from "vitest";
import { messageId } from "../../src/inbox/cursor.ts";
import type { InboxIndex, StoredSummary } from "../../src/inbox/record.ts";
import { encodeStoredEvent } from "../../src/inbox/stored-event.ts";
import { createSubscriptions } from "../../src/inbox/subscriptions.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";

const inbox = "aninboxofatest00";
const message = (sequence: number, body = `message ${sequence}`) => ({
  id: messageId(inbox, sequence),
  arrived: sequence,
  body,
  to: sequence % 2 === 0 ? "even" : "odd",
});
type Stored = StoredSummary & { to: string };
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};

/** One server's seats over a storage that holds `bed.stored`. */
function setUp() {
  const local = createLocalBus();
  const subscribed = new Map<string, number>();
  const gaps = new Set<() => void>();
  const bed = {
    stored: [] as ReturnType<typeof message>[],
    sequence: 10,
    loads: 0,
    fails: false,
    subscribed,
    gaps,
    publish: (text: string) => local.publish(inbox, text),
  };
  const seats = createSubscriptions<Stored>({
    bus: {
      ...local,
      onGap(act) {
        gaps.add(act);
        return () => void gaps.delete(act);
      },
      subscribe(topic, act) {
        subscribed.set(topic, (subscribed.get(topic) ?? 0) + 1);
        const stop = local.subscribe(topic, act);
        return () => {
          subscribed.set(topic, (subscribed.get(topic) ?? 0) - 1);
          return stop();
        };
      },
    },
    topicOf: (name) => name,
    addressOf: ({ to }) => to,
    async load() {
      bed.loads++;
      if (bed.fails) throw new Error("disk gone");
      return {
        sequence: bed.sequence,
        messages: bed.stored.map(({ body: _, ...summary }) => summary),
      } as InboxIndex<Stored>;
    },
    loadBody: async (_inbox, id) => bed.stored.find((each) => each.id === id) ?? null,
  });
  const sit = (address: string | null = null) => {
    const seat = seats.subscribe(inbox, address);
    let wakes = 0;
    const stop = seat.onChange(() => wakes++);
    seat.startAt(bed.sequence);
    return { seat, stop, wakes: () => wakes, bodies: () => seat.buffered().map(({ body }) => body) };
  };
  return { bed, seats, sit };
}

test("a message is kept for its address and for who takes whatever arrives, and wakes these alone, once", async () => {
  const { bed, seats, sit } = setUp();
  const [all, even, odd] = [sit(), sit("even"), sit("odd")];
  seats.addMessages(inbox, [message(11)]);
  await bed.publish(encodeStoredEvent([message(11)]));
  await settled();
  expect([all, even, odd].map(({ bodies }) => bodies())).toEqual([["message 11"], [], ["message 11"]]);
  expect([all, even, odd].map(({ wakes }) => wakes())).toEqual([1, 0, 1]);
  expect(bed.loads).toBe(0);
});

test("one subscription serves all seats of an inbox, and ends with the last of them", () => {
  const { bed, seats, sit } = setUp();
  const [all, even] = [sit(), sit("even")];
  expect(bed.subscribed.get(inbox)).toBe(1);
  all.seat.unsubscribe(false);
  expect([bed.subscribed.get(inbox), seats.joinExisting(inbox, null)]).toEqual([1, null]);
  even.seat.unsubscribe(false);
  expect(bed.subscribed.get(inbox)).toBe(0);
  expect(seats.joinExisting(inbox, "even")).toBeNull();
  sit().seat.unsubscribe(false);
  expect(bed.subscribed.get(inbox)).toBe(0);
});

test("a seat that is found has one reader more", () => {
  const { seats, sit } = setUp();
  const first = sit();
  const second = seats.joinExisting(inbox, null);
  first.seat.unsubscribe(false);
  expect(seats.joinExisting(inbox, null)).not.toBeNull();
  second?.unsubscribe(false);
});

test("who stops listening is not woken, and the others are", () => {
  const { seats, sit } = setUp();
  const [one, other] = [sit(), sit()];
  one.stop();
  seats.addMessages(inbox, [message(11)]);
  expect([one.wakes(), other.wakes()]).toEqual([0, 1]);
});

test("a change of the inbox itself wakes every reader and keeps nothing", async () => {
  const { bed, sit } = setUp();
  const [all, even] = [sit(), sit("even")];
  await bed.publish("");
  expect([all.wakes(), even.wakes(), all.bodies()]).toEqual([1, 1, []]);
});

test("news without the messages is looked for, old news is not", async () => {
  const { bed, sit } = setUp();
  const all = sit();
  const long = message(11, "a".repeat(20_000));
  bed.stored = [long];
  bed.sequence = 11;
  await bed.publish(encodeStoredEvent([message(10, "a".repeat(20_000))]));
  await settled();
  expect(bed.loads).toBe(0);
  await bed.publish(encodeStoredEvent([long]));
  await settled();
  expect([bed.loads, all.bodies(), all.wakes(), all.seat.completeSince()]).toEqual([1, [long.body], 1, 10]);
});

test("a gap between numbers is another server's message, which is looked for", async () => {
  const { bed, seats, sit } = setUp();
  const all = sit();
  bed.stored = [message(11), message(12), message(13)];
  bed.sequence = 13;
  seats.addMessages(inbox, [message(12), message(13)]);
  await settled();
  expect([bed.loads, all.bodies()]).toEqual([1, ["message 11", "message 12", "message 13"]]);
  seats.addMessages(inbox, [message(14)]);
  await settled();
  expect(bed.loads).toBe(1);
});

test("what rolled out before it was looked for makes the seats incomplete up to there", async () => {
  const { bed, sit } = setUp();
  const all = sit();
  bed.stored = [message(13)];
  bed.sequence = 13;
  await bed.publish(JSON.stringify({ sequence: 13 }));
  await settled();
  expect([all.bodies(), all.seat.completeSince()]).toEqual([["message 13"], 13]);
});

test("a look that fails makes the seats unknown and wakes their readers; the next reading begins anew", async () => {
  const { bed, sit } = setUp();
  const all = sit();
  bed.fails = true;
  await bed.publish(JSON.stringify({ sequence: 12 }));
  await settled();
  expect([all.seat.completeSince(), all.wakes()]).toEqual([Number.POSITIVE_INFINITY, 1]);
  all.seat.startAt(12);
  expect(all.seat.completeSince()).toBe(12);
  bed.fails = false;
  bed.stored = [message(13)];
  bed.sequence = 13;
  await bed.publish(JSON.stringify({ sequence: 13 }));
  await settled();
  expect(all.bodies()).toEqual(["message 13"]);
});

test("news during a look is looked for after it, with one look at a time", async () => {
  const { bed, sit } = setUp();
  const all = sit();
  for (const sequence of [11, 12, 13]) {
    bed.stored = [...bed.stored, message(sequence)];
    bed.sequence = sequence;
    await bed.publish(JSON.stringify({ sequence }));
  }
  await settled();
  expect(all.bodies()).toEqual(["message 11", "message 12", "message 13"]);
  // One for the first, and one for those that came during it.
  expect(bed.loads).toBe(2);
});

test("after the bus was away everything is looked for and every reader looks, until the seats are closed", async () => {
  const { bed, seats, sit } = setUp();
  const [all, odd] = [sit(), sit("odd")];
  bed.stored = [message(12)];
  bed.sequence = 12;
  for (const act of bed.gaps) act();
  await settled();
  expect([all.bodies(), odd.bodies(), odd.wakes() > 0]).toEqual([["message 12"], [], true]);
  seats.close();
  expect(bed.gaps.size).toBe(0);
});

test("a message that comes again wakes nobody again", async () => {
  const { seats, sit } = setUp();
  const all = sit();
  for (let time = 0; time < 3; time++) seats.addMessages(inbox, [message(11)]);
  await settled();
  expect([all.wakes(), all.bodies()]).toEqual([1, ["message 11"]]);
});

test("before a reader has read, the first message that comes is no gap", async () => {
  const { bed, seats } = setUp();
  const seat = seats.subscribe(inbox, null);
  seats.addMessages(inbox, [message(11)]);
  await settled();
  expect([bed.loads, seat.buffered().length]).toEqual([0, 1]);
  seat.unsubscribe(false);
});

test("a look brings nothing that the reader had read before", async () => {
  const { bed, sit } = setUp();
  const all = sit();
  bed.stored = [message(10), message(11)];
  bed.sequence = 11;
  await bed.publish(JSON.stringify({ sequence: 11 }));
  await settled();
  expect(all.bodies()).toEqual(["message 11"]);
});

test("a look that reads an older state does not go back", async () => {
  const { bed, seats, sit } = setUp();
  const all = sit();
  for (const sequence of [11, 12, 13, 14]) seats.addMessages(inbox, [message(sequence)]);
  bed.sequence = 12;
  await bed.publish(JSON.stringify({ sequence: 20 }));
  await settled();
  const { loads } = bed;
  seats.addMessages(inbox, [message(15)]);
  await settled();
  expect([bed.loads - loads, all.bodies().length]).toEqual([0, 5]);
});
