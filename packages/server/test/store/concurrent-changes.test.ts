import { expect, test } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { createMailMessageStore } from "../../src/inbox/mail-message-store.ts";
import { inboxLock } from "../../src/inbox/record.ts";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";
import { accountLock, createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { createAuditLog } from "../../src/store/audit-log.ts";
import { createClaimStore } from "../../src/store/claims.ts";
import { createIdempotentRequestStore } from "../../src/store/idempotent-requests.ts";
import { createKeyUsage } from "../../src/store/key-usage.ts";
import { createMailboxStore } from "../../src/store/mailboxes.ts";
import { createSmsInboxStore } from "../../src/store/sms-inboxes.ts";
import { createStoredKey } from "../../src/store/stored-key.ts";
import { createSubdomainStore } from "../../src/store/subdomains.ts";
import { createVerificationStore } from "../../src/store/verifications.ts";
import { recordAttempts, webhookLock } from "../../src/store/webhook-queue.ts";
import { createWebhookStore } from "../../src/store/webhooks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const noLimit = async () => null;
const settings = { url: "https://a.example/", events: ["mail" as const], mailbox_id: null, sms_id: null, key: "k" };

async function open() {
  const memory = createLateKv();
  const bed = { commits: 0 };
  const commit = async (writes: readonly Write[]) => {
    bed.commits++;
    await memory.commit(writes);
  };
  const locks = createLocalLocks();
  const clock = { now: () => Date.UTC(2026, 0, 1) };
  const parts = { kv: { ...memory, commit }, locks, clock, bus: createLocalBus() };
  const accounts = createAccountStore(parts);
  const [one, two] = [await accounts.create("one"), await accounts.create("two")];
  const webhooks = createWebhookStore(parts);
  const mailboxes = createMailboxStore(parts);
  const sms = createSmsInboxStore(parts);
  const subdomains = createSubdomainStore(parts);
  const claims = createClaimStore(parts);
  const verifications = createVerificationStore(parts);
  const mail = createMailMessageStore({ ...parts, maxWaits: 1, retentionMs: 86_400_000, exists: async () => true });
  return { bed, parts, accounts, one, two, webhooks, mailboxes, sms, subdomains, claims, verifications, mail };
}

type Bed = Awaited<ReturnType<typeof open>>;
type Change = { lock: string; act: () => Promise<unknown> };
const rules = { lifetimeMs: 60_000, maxSends: 2, maxFailures: 2 };
const verification = { service: "s", to: "+1", channel: "sms" as const, rules, length: 6 };

test.each<[what: string, prepare: (bed: Bed) => Change | Promise<Change>]>([
  ["a new account for other new ones", ({ accounts }) => ({ lock: "accounts", act: () => accounts.create("three") })],
  [
    "new settings of an account",
    ({ accounts, one: { id } }) => ({ lock: accountLock(id), act: () => accounts.update(id, { tier: "normal" }) }),
  ],
  [
    "the deletion of an account",
    ({ accounts, one }) => ({ lock: accountLock(one.id), act: () => accounts.beginRemoval(one) }),
  ],
  [
    "the end of an account's deletion for the end of others",
    ({ accounts, one }) => ({ lock: "accounts", act: () => accounts.finishRemoval(one) }),
  ],
  [
    "the end of an account's deletion for a change of the account",
    ({ accounts, one }) => ({ lock: accountLock(one.id), act: () => accounts.finishRemoval(one) }),
  ],
  [
    "the deletion of an account's empty list",
    async ({ mailboxes, one: { id } }) => {
      await mailboxes.remove((await mailboxes.register(id, "ann", noLimit)).id, id);
      return { lock: accountLock(id), act: () => mailboxes.deleteEmptyList(id) };
    },
  ],
  [
    "a claim code",
    ({ claims, one: { id } }) => ({ lock: accountLock(id), act: () => claims.issue("sign-in", { account: id }) }),
  ],
  [
    "the exchange of a claim code",
    async ({ claims, one: { id } }) => {
      const { code } = await claims.issue("sign-in", { account: id });
      return { lock: accountLock(id), act: () => claims.redeem("sign-in", code, async () => null) };
    },
  ],
  [
    "the end of claim codes",
    async ({ claims, one: { id } }) => {
      await claims.issue("sign-in", { account: id });
      return { lock: accountLock(id), act: () => claims.revoke(id) };
    },
  ],
  [
    "the reply to a request",
    ({ parts, one: { id } }) => ({
      lock: accountLock(id),
      act: () =>
        createIdempotentRequestStore(parts).runOnce(id, { scope: "s", key: "k", digest: "d" }, async () => ({})),
    }),
  ],
  [
    "the time at which a key was used",
    ({ parts, one: { id } }) => ({
      lock: accountLock(id),
      act: () => createKeyUsage(parts, async () => true).touch({ id: "key", account: id }),
    }),
  ],
  [
    "an entry of the audit log",
    ({ parts, one }) => {
      const log = { info() {}, warn() {}, error() {} };
      const event = { account: one, key_id: null, action: "key.created" as const, target: "key:1", ip: null };
      return { lock: accountLock(one.id), act: () => createAuditLog({ ...parts, log }).append(event) };
    },
  ],
  [
    "the deletion of an audit log",
    async ({ parts, one }) => {
      const audit = createAuditLog({ ...parts, log: { info() {}, warn() {}, error() {} } });
      await audit.append({ account: one, key_id: null, action: "key.created", target: "key:1", ip: null });
      return { lock: accountLock(one.id), act: () => audit.deleteAll(one.id) };
    },
  ],
  [
    "the end of a deleted key's list of connections for a new connection",
    async ({ parts, one }) => {
      const { id } = one;
      const toEvent = () => ({ account: one, key_id: null, action: "key.created" as const, target: "key", ip: null });
      const keys = createAgentKeyStore({ ...parts, planConnectionCleanup: async (key) => ["plan", { id: key.id }] });
      const { id: connection } = await keys.createConnection(
        id,
        {
          name: "client",
          scopes: [],
          expiry: null,
          connection: { client: "c", host: "client.example", approvedBy: "key" },
        },
        { limit: noLimit, toEvent, prepare: async () => [] },
      );
      await keys.remove(connection, id);
      return { lock: accountLock(id), act: () => keys.removeApproved("key", id) };
    },
  ],
  ["a key that all servers share", ({ parts }) => ({ lock: "cookies", act: createStoredKey(parts, "cookies") })],
  [
    "a verification",
    ({ verifications, one: { id } }) => ({
      lock: accountLock(id),
      act: () => verifications.start(id, verification),
    }),
  ],
  [
    "the check of a verification",
    async ({ verifications, one: { id } }) => {
      await verifications.start(id, verification);
      const check = { service: "s", target: { to: "+1" }, code: "wrong", rules };
      return { lock: accountLock(id), act: () => verifications.check(id, check) };
    },
  ],
  [
    "an attempt to deliver to a webhook",
    async ({ parts, webhooks, one }) => {
      const { id } = await webhooks.register(one.id, settings, noLimit);
      const results = { finished: [], deliveries: [] };
      return { lock: webhookLock(id), act: () => recordAttempts(parts.kv, parts.locks, id, results) };
    },
  ],
  [
    "the deletion of a mailbox for a delivery",
    async ({ mailboxes, one }) => {
      const { id } = await mailboxes.register(one.id, "ann", noLimit);
      return { lock: inboxLock(id), act: () => mailboxes.remove(id, one.id) };
    },
  ],
  [
    "the deletion of an SMS inbox for a delivery",
    async ({ sms, one }) => {
      const { id } = await sms.register(one.id, noLimit);
      return { lock: inboxLock(id), act: () => sms.remove(id, one.id) };
    },
  ],
  [
    "the deletion of mails for a delivery",
    async ({ mail }) => {
      await mail.receive([{ id: "box", recipient: "a@mail.test" }], { subject: "", sender: "s@shop.test", body: "x" });
      return { lock: inboxLock("box"), act: () => mail.clear("box") };
    },
  ],
  [
    "the end of a sweep of expired messages for new entries of the calendar",
    async ({ parts }) => {
      let time = parts.clock.now();
      const calendar = createExpiryCalendar({ ...parts, clock: { now: () => time }, name: "mail" });
      await parts.kv.commit([(await calendar.enter("box", time)).write]);
      time += 3 * 3_600_000;
      return { lock: "expiry:mail", act: () => calendar.sweep(async () => {}) };
    },
  ],
  [
    "the verdict on a mail's sender for a delivery",
    async ({ mail }) => {
      await mail.receive([{ id: "box", recipient: "a@mail.test" }], { subject: "", sender: "s@shop.test", body: "x" });
      const [stored] = (await mail.index("box")).messages;
      const verdicts = new Map([[stored!.id, { authenticated: "pass" as const }]]);
      return { lock: inboxLock("box"), act: () => mail.amend(new Map([["box", verdicts]])) };
    },
  ],
])("one after the other with what else changes the same records: %s", async (_what, prepare) => {
  const opened = await open();
  const { bed, parts } = opened;
  const { lock, act } = await prepare(opened);
  const before = bed.commits;
  let release = () => {};
  const held = parts.locks.with([lock], () => new Promise<void>((resolve) => (release = resolve)));
  const changed = act();
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(bed.commits).toBe(before);
  release();
  await Promise.all([held, changed]);
  expect(bed.commits).toBeGreaterThan(before);
});

test("the list of all webhooks has those of two accounts that registered at once, however many they are", async () => {
  const { webhooks, one, two } = await open();
  const owners = Array.from({ length: 102 }, (_, turn) => (turn % 2 === 0 ? one : two));
  const records = await Promise.all(owners.map(({ id }) => webhooks.register(id, settings, noLimit)));
  const idsOfAll = async () => {
    const ids = [];
    for await (const id of webhooks.all()) ids.push(id);
    return ids.sort();
  };
  expect(await idsOfAll()).toEqual(records.map(({ id }) => id).sort());

  const [first, second] = records as [(typeof records)[0], (typeof records)[0]];
  await Promise.all([webhooks.remove(first.id, one.id), webhooks.remove(second.id, two.id)]);
  expect(await idsOfAll()).not.toContain(first.id);
  expect(await idsOfAll()).toHaveLength(100);
});
