import { expect, test } from "vitest";
import { amend, bodyKey, inboxDeletionWrites, indexKey } from "../../src/inbox/record.ts";
import { box, openStore, receive } from "./reading-bed.ts";

test("deleting an inbox deletes its index and the text of each message; one that received nothing has none", async () => {
  const { store, memory } = openStore();
  expect(await inboxDeletionWrites(memory, box)).toEqual([]);
  await receive(store, "1");
  await receive(store, "2");
  const { messages } = await store.index(box);
  expect(await inboxDeletionWrites(memory, box)).toEqual([
    [indexKey(box), null],
    ...messages.map(({ id }) => [bodyKey(box, id), null]),
  ]);
  await store.close();
});

test("changes of messages change those with these ids, in copies", () => {
  const message = { id: "1", arrived: 1, via: "push" };
  expect(amend(message, new Map([["1", { via: "smtp" }]]))).toEqual({ id: "1", arrived: 1, via: "smtp" });
  expect(amend(message, new Map([["2", { via: "smtp" }]]))).toBe(message);
  expect(message.via).toBe("push");
});
