import { expect, test } from "vitest";
import { openHandleCursor } from "../../src/inboxes/handle-cursor.ts";
import type { InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";

/** A handle's cursor at a server that rejects the first `failures` requests. */
function openCursor(failures: number) {
  let requests = 0;
  const recent = async () => {
    requests += 1;
    if (requests <= failures) throw new Error(`failure ${requests}`);
    return { messages: [], cursor: `cursor-${requests}`, missed: 0 };
  };
  const source = { recent } as unknown as InboxSource<MessageSummary>;
  return { cursor: openHandleCursor(source, { start: "now", to: undefined }), countRequests: () => requests };
}

test("a handle requests its cursor once, for all of its waits", async () => {
  const { cursor, countRequests } = openCursor(0);
  const states = await Promise.all([cursor.current(), cursor.current()]);
  expect(states[0]).toBe(states[1]);
  expect(await cursor.current()).toBe(states[0]);
  expect(countRequests()).toBe(1);
});

test("waits that see the same failure share the next request, and later ones its state", async () => {
  const { cursor, countRequests } = openCursor(1);
  const states = await Promise.all([cursor.current(), cursor.current()]);
  expect(states[0]).toBe(states[1]);
  expect(await cursor.current()).toBe(states[0]);
  expect(countRequests()).toBe(2);
});

test("a second failure reaches the wait, and the next wait asks again", async () => {
  const { cursor } = openCursor(2);
  await expect(cursor.current()).rejects.toThrow("failure 2");
  expect((await cursor.current()).cursor).toEqual(expect.anything());
});
