import { expect, test } from "vitest";
import { inboxLock, indexKey } from "../../src/inbox/record.ts";
import { Problem } from "../../src/problem.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createClaimStore } from "../../src/store/claims.ts";
import { createMailboxStore } from "../../src/store/mailboxes.ts";
import { createSmsInboxStore } from "../../src/store/sms-inboxes.ts";
import { createSubdomainStore } from "../../src/store/subdomains.ts";
import { findTokenRecord } from "../../src/store/tokens.ts";
import { enqueueWrites, webhookLock } from "../../src/store/webhook-queue.ts";
import { createWebhookStore } from "../../src/store/webhooks.ts";
import { hashToken } from "../../src/text/ids.ts";
import { createRevokedWebhooks } from "../../src/webhooks/revoked-webhooks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const limit = async () => null;

/** Stores whose bus notes, with each word, what the tokens open at that moment. */
async function open() {
  const kv = createLateKv();
  const local = createLocalBus();
  const heard: { topic: string; text: string; opens: boolean[] }[] = [];
  let tokens: string[] = [];
  const bus = {
    ...local,
    async publish(topic: string, text = "") {
      const found = await Promise.all(tokens.map((token) => findTokenRecord(kv, token)));
      heard.push({ topic, text, opens: found.map((record) => record !== null) });
      await local.publish(topic, text);
    },
  };
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => Date.UTC(2026, 0, 1) }, bus };
  const account = (await createAccountStore(parts).create("one")).id;
  const watch = (...watched: string[]) => {
    tokens = watched;
  };
  return { kv, parts, account, heard, watch };
}

test.each([
  [
    "mailbox",
    async ({ parts, account }: Awaited<ReturnType<typeof open>>) => {
      const store = createMailboxStore(parts);
      return {
        store: { rotate: store.rotate, remove: store.remove },
        record: await store.register(account, "ann", limit),
      };
    },
    "",
    "",
  ],
  [
    "SMS inbox",
    async ({ parts, account }: Awaited<ReturnType<typeof open>>) => {
      const store = createSmsInboxStore(parts);
      return { store: { rotate: store.rotate, remove: store.remove }, record: await store.register(account, limit) };
    },
    "",
    "",
  ],
  [
    "subdomain",
    async ({ parts, account }: Awaited<ReturnType<typeof open>>) => {
      const store = createSubdomainStore(parts);
      const record = await store.register(account, "demo", "tunnel.test");
      return { store: { rotate: store.rotate, remove: store.remove }, record };
    },
    "renewed",
    "deleted",
  ],
] as const)("a %s's new token and its end are told once they are true", async (_what, register, renewed, deleted) => {
  const bed = await open();
  const { store, record } = await register(bed);
  bed.watch(record.token);
  const next = await store.rotate(record.id, bed.account);
  bed.watch(record.token, next.token);
  expect(bed.heard.splice(0)).toEqual([{ topic: expect.stringContaining(record.id), text: renewed, opens: [false] }]);
  expect(await findTokenRecord(bed.kv, next.token)).toMatchObject({ id: record.id });
  await store.remove(record.id, bed.account);
  expect(bed.heard.splice(0)).toEqual([
    { topic: expect.stringContaining(record.id), text: deleted, opens: [false, false] },
  ]);
  await expect(store.remove(record.id, bed.account)).rejects.toMatchObject({ code: "not_found" });
  expect(bed.heard).toEqual([]);
  // Its name is free again.
  await register(bed);
});

test("a name is registered once, also by concurrent requests of two accounts, and so is a domain", async () => {
  const { parts, account } = await open();
  const other = (await createAccountStore(parts).create("two")).id;
  const mailboxes = createMailboxStore(parts);
  const subdomains = createSubdomainStore(parts);
  for (const register of [
    (owner: string) => mailboxes.register(owner, "ann", limit),
    (owner: string) => subdomains.register(owner, "demo", "tunnel.test"),
  ]) {
    const outcomes = await Promise.allSettled([account, other, account].map(register));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  }
  await subdomains.register(account, "demo", "other.test");
  expect((await mailboxes.count(account)) + (await mailboxes.count(other))).toBe(1);
});

test.each(["SMS inbox", "mailbox"] as const)(
  "deleting an inbox waits for a delivery to it, and deletes its index: %s",
  async (kind) => {
    const { kv, parts, account } = await open();
    const [sms, mailboxes] = [createSmsInboxStore(parts), createMailboxStore(parts)];
    const store = kind === "mailbox" ? mailboxes : sms;
    const { id } =
      kind === "mailbox" ? await mailboxes.register(account, "ann", limit) : await sms.register(account, limit);
    await kv.commit([[indexKey(id), { sequence: 0, messages: [] }]]);
    let release = () => {};
    const held = parts.locks.with([inboxLock(id)], () => new Promise<void>((resolve) => (release = resolve)));
    const removal = store.remove(id, account);
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(await store.exists(id)).toBe(true);
    release();
    await Promise.all([held, removal]);
    expect([await store.exists(id), await kv.get(indexKey(id))]).toEqual([false, null]);
  },
);

test.each([
  ["mailbox", "mailbox-name:ann"],
  ["subdomain", "domain:demo.tunnel.test"],
] as const)("deleting a %s waits for a registration of its name", async (kind, nameLock) => {
  const { parts, account } = await open();
  const [mailboxes, subdomains] = [createMailboxStore(parts), createSubdomainStore(parts)];
  const store = kind === "mailbox" ? mailboxes : subdomains;
  const { id } = await (kind === "mailbox"
    ? mailboxes.register(account, "ann", limit)
    : subdomains.register(account, "demo", "tunnel.test"));
  let release = () => {};
  const held = parts.locks.with([nameLock], () => new Promise<void>((resolve) => (release = resolve)));
  const removal = store.remove(id, account);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(await store.find(id)).not.toBeNull();
  release();
  await Promise.all([held, removal]);
  expect(await store.find(id)).toBeNull();
});

test("deleting a webhook waits for a delivery that is queued for it, and leaves no queue", async () => {
  const { kv, parts, account } = await open();
  const webhooks = createWebhookStore(parts);
  const settings = { url: "https://a.example/x", events: ["mail" as const], mailbox_id: null, sms_id: null, key: "k" };
  const { id } = await webhooks.register(account, settings, limit);
  let release = () => {};
  const held = parts.locks.with([webhookLock(id)], async () => {
    await new Promise<void>((resolve) => (release = resolve));
    await kv.commit(await enqueueWrites(kv, id, [{ id: "1", event: "mail", inbox: "a", message: {}, at: 0 }]));
  });
  const removal = webhooks.remove(id, account);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  release();
  await Promise.all([held, removal]);
  expect([await webhooks.find(id), await kv.get(`webhook-queue:${id}`)]).toEqual([null, null]);
});

test.each(["rotate", "remove"] as const)("codes for a phone end with its key: %s", async (act) => {
  const { parts, account } = await open();
  const sms = createSmsInboxStore(parts);
  const { id } = await sms.register(account, limit);
  const claims = createClaimStore(parts);
  const { code } = await claims.issue("pair", { account, subject: id });
  await sms[act](id, account);
  await expect(claims.redeem("pair", code, async () => null)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a token of another kind opens no tunnel", async () => {
  const { parts, account } = await open();
  const { token } = await createMailboxStore(parts).register(account, "ann", limit);
  const subdomains = createSubdomainStore(parts);
  expect(await subdomains.findByToken(token)).toBeNull();
  const subdomain = await subdomains.register(account, "demo", "tunnel.test");
  expect((await subdomains.findByToken(subdomain.token))?.id).toBe(subdomain.id);
  expect(hashToken(token)).not.toBe(hashToken(subdomain.token));
});

test.each([
  [new Problem("not_found", "gone"), null],
  [new Error("disk gone"), "disk gone"],
])("of webhooks whose key is gone each is removed, once; %s is %j", async (fault, message) => {
  const removed: string[] = [];
  const ended = createRevokedWebhooks({
    clock: { now: () => 0 },
    agentKeys: { find: async (id) => (id === "live" ? ({ scopes: null, expiry: null } as never) : null) },
    webhooks: {
      find: async (id) => ({ id, key: id, account: "one", events: ["mail"] }) as never,
      idsOf: async () => ["dead", "live", "dead too"],
      async remove(id) {
        removed.push(id);
        throw fault;
      },
    },
    mailboxes: { exists: async () => true },
    smsInboxes: { exists: async () => true },
  });
  const outcome = await ended.removeRevokedOfAccount("one").then(
    () => null,
    (error: Error) => error.message,
  );
  expect(outcome).toBe(message);
  expect(removed).toEqual(message === null ? ["dead", "dead too"] : ["dead"]);
});
