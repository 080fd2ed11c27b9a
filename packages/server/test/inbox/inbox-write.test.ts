import { expect, test } from "vitest";
import { messageId } from "../../src/inbox/cursor.ts";
import { createDeliveries, type Delivered } from "../../src/inbox/deliveries.ts";
import { createInboxDraft, type WriteParts } from "../../src/inbox/inbox-write.ts";
import { type AddedMessages, bodyKey, type InboxIndex, indexKey, type StoredSummary } from "../../src/inbox/record.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";

type Summary = StoredSummary & { phone: string };
type Index = InboxIndex<Summary> & { phones?: string[] };

const box = "m3t9k1w7x";
const now = Date.UTC(2020, 0, 1);
const entry: Write = ["expiry:1", { inbox: box }];
const planned: [inbox: string, due: number | undefined, ids: number][] = [];
const parts: WriteParts<Summary> = {
  clock: { now: () => now },
  groupOf: ({ phone }) => phone,
  maxPerGroup: 2,
  retention: {
    isRetained: ({ arrived }) => arrived >= 100,
    async plan(inbox, due, messages) {
      planned.push([inbox, due, messages.length]);
      return { indexFields: { due: 9 }, writes: [entry] };
    },
    sweep: async () => {},
    close: async () => {},
  },
};
const id = (sequence: number) => messageId(box, sequence);
const stored = (sequence: number, phone: string, arrived = 100): Summary => ({ id: id(sequence), phone, arrived });
const added = (sequence: number, phone: string): Summary => ({ id: id(sequence), phone, arrived: now });
const sms = (phone: string, body: string) => ({ summary: { phone }, body });

test("the writes of a delivery add its messages, and remove what has expired and what is too much for its number", async () => {
  const index: Index = {
    sequence: 4,
    due: 7,
    messages: [stored(1, "d", 99), stored(2, "b"), stored(3, "a"), stored(4, "a")],
  };
  const draft = createInboxDraft<Summary, Index>(parts, box, index);
  expect(await draft.toWrites()).toEqual([]);
  expect(draft.add({ messages: [] })).toEqual([]);
  expect(await draft.toWrites()).toEqual([]);
  const first = draft.add({ messages: [sms("a", "five")], indexChanges: { phones: ["a"] } });
  const links = [{ url: "https://shop.test", text: "Shop" }];
  const second = draft.add({
    messages: [sms("c", "six"), { ...sms("c", "seven"), links, truncated: true }, sms("c", "eight")],
  });
  expect([...first, ...second].map(({ id: own, body }) => [own, body])).toEqual([
    [id(5), "five"],
    [id(6), "six"],
    [id(7), "seven"],
    [id(8), "eight"],
  ]);
  const messages = [stored(2, "b"), stored(4, "a"), added(5, "a"), added(7, "c"), added(8, "c")];
  expect(draft.index()).toEqual({ sequence: 8, due: 7, phones: ["a"], messages });
  expect(await draft.toWrites()).toEqual([
    [bodyKey(box, id(5)), { body: "five" }],
    [bodyKey(box, id(7)), { body: "seven", links, truncated: true }],
    [bodyKey(box, id(8)), { body: "eight" }],
    [indexKey(box), { sequence: 8, due: 9, phones: ["a"], messages }],
    [bodyKey(box, id(1)), null],
    [bodyKey(box, id(3)), null],
    entry,
  ]);
  expect(planned).toEqual([[box, 7, 5]]);
  expect(index.messages).toHaveLength(4);
});

test("a change of the index alone is stored without a message", async () => {
  const draft = createInboxDraft<Summary, Index>(parts, box, { sequence: 4, messages: [] });
  expect(draft.add({ messages: [], indexChanges: { phones: ["b"] } })).toEqual([]);
  const index = { sequence: 4, messages: [], phones: ["b"] };
  expect(await draft.toWrites()).toEqual([[indexKey(box), { ...index, due: 9 }], entry]);
});

test("a commit gets the messages of its deliveries by inbox, in their order, and each caller its own", async () => {
  const commits: (readonly AddedMessages[])[] = [];
  const announced: Delivered<Summary>[] = [];
  const deliver = createDeliveries<Summary, Index>({
    ...parts,
    locks: createLocalLocks(),
    exists: async (inbox) => inbox !== "gone",
    loadIndex: async () => ({ sequence: 0, messages: [] }),
    commit: async (messages) => void commits.push(messages),
    onCommitted: async (delivered) => void announced.push(delivered),
  });
  const inboxes = ["one", "gone", "two"];
  const bodiesOf = (delivered: readonly AddedMessages[]) =>
    delivered.map(({ inbox, messages }) => [inbox, messages.map(({ body }) => body)]);
  const send = (text: string) =>
    deliver(inboxes, (inbox) => {
      if (text === "refused") throw new Error("refused");
      return { messages: [sms("a", `${text} ${inbox}`)] };
    });
  const [first, refused, second] = await Promise.allSettled(["first", "refused", "second"].map(send));
  expect(commits.map(bodiesOf)).toEqual([
    [
      ["one", ["first one", "second one"]],
      ["two", ["first two", "second two"]],
    ],
  ]);
  const own = (text: string) => inboxes.flatMap((inbox) => (inbox === "gone" ? [] : [[inbox, [`${text} ${inbox}`]]]));
  expect(announced.map(bodiesOf)).toEqual([own("first"), own("second")]);
  const outcomes = [first, second].map((result) => (result?.status === "fulfilled" ? bodiesOf(result.value) : result));
  expect([outcomes, refused?.status]).toEqual([[own("first"), own("second")], "rejected"]);
});
