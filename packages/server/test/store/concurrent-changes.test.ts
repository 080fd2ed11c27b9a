import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createWebhookStore } from "../../src/store/webhooks.ts";

const noLimit = async () => null;

async function open() {
  const kv = createMemoryKv();
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => Date.UTC(2026, 0, 1) } };
  const accounts = createAccountStore(parts);
  const [one, two] = [(await accounts.create("one")).id, (await accounts.create("two")).id];
  return { kv, parts, one, two };
}

test("the list of all webhooks has those of two accounts that registered at once, however many they are", async () => {
  const { parts, one, two } = await open();
  const webhooks = createWebhookStore(parts);
  const settings = { url: "https://a.example/", events: ["mail" as const], mailbox_id: null, sms_id: null, key: "k" };
  const owners = Array.from({ length: 102 }, (_, turn) => (turn % 2 === 0 ? one : two));
  const records = await Promise.all(owners.map((owner) => webhooks.register(owner, settings, noLimit)));
  const idsOfAll = async () => {
    const ids = [];
    for await (const id of webhooks.all()) ids.push(id);
    return ids.sort();
  };
  expect(await idsOfAll()).toEqual(records.map(({ id }) => id).sort());

  const [first, second] = records as [(typeof records)[0], (typeof records)[0]];
  await Promise.all([webhooks.remove(first.id, one), webhooks.remove(second.id, two)]);
  expect(await idsOfAll()).not.toContain(first.id);
  expect(await idsOfAll()).toHaveLength(100);
});
