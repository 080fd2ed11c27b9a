import { expect, test } from "vitest";
import { messageId } from "../../src/inbox/cursor.ts";
import { encodeStoredEvent } from "../../src/inbox/stored-event.ts";
import { createSubscriptions } from "../../src/inbox/subscriptions.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";

const inbox = "aninboxofatest00";
const message = (sequence: number) => ({
  id: messageId(inbox, sequence),
  sender: "a@b.example",
  snippet: "",
  received_at: "2026-01-01T00:00:00.000Z",
  arrived: sequence,
  body: `message ${sequence}`,
});

test("a reader that subscribes later does not make the server skip an event that has not arrived yet", () => {
  const bus = createLocalBus();
  const subscriptions = createSubscriptions({
    bus,
    topicOf: (name) => name,
    addressOf: () => null,
    loadIndex: () => new Promise<never>(() => {}),
    loadBody: () => new Promise<never>(() => {}),
  });
  const first = subscriptions.subscribe(inbox, null);
  first.startAt(10);
  // This reader has read a later state of the inbox than the bus has announced.
  const second = subscriptions.subscribe(inbox, "other@desk.example.com");
  second.startAt(13);
  bus.publish(inbox, encodeStoredEvent([message(12)]));
  expect(first.buffered().map(({ body }) => body)).toEqual(["message 12"]);
  for (const subscription of [first, second]) subscription.unsubscribe({ keepBuffer: false });
  subscriptions.close();
});
