import type { TotpSettings } from "@frontdesk/basics/totp";
import { expect, test } from "vitest";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Write } from "../../src/storage/types.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { createAuthenticatorStore } from "../../src/store/authenticators.ts";
import { createClaimStore } from "../../src/store/claims.ts";
import { createIdempotentRequestStore } from "../../src/store/idempotent-requests.ts";
import { createMailboxStore } from "../../src/store/mailboxes.ts";
import { createSubdomainStore } from "../../src/store/subdomains.ts";
import { recordAttempts } from "../../src/store/webhook-queue.ts";
import { createWebhookStore } from "../../src/store/webhooks.ts";
import { createLateKv } from "../storage/late-commits.ts";

const limit = async () => null;
const totp = {} as TotpSettings; // The store reads no more of it.
const webhook = { url: "https://a.example/x", events: ["mail" as const], mailbox_id: null, sms_id: null, key: "k" };

/** All stores on one storage, with two accounts. */
async function open() {
  const memory = createLateKv();
  const keys = new Set<string>();
  let hold = async () => {};
  const kv = {
    ...memory,
    async commit(writes: readonly Write[]) {
      await hold();
      await memory.commit(writes);
      for (const [key, value] of writes) value === null ? keys.delete(key) : keys.add(key);
    },
  };
  const parts = { kv, locks: createLocalLocks(), clock: { now: () => Date.UTC(2026, 0, 1) }, bus: createLocalBus() };
  const stores = {
    accounts: createAccountStore(parts),
    agentKeys: createAgentKeyStore(parts),
    authenticators: createAuthenticatorStore(parts),
    claims: createClaimStore(parts),
    requests: createIdempotentRequestStore(parts),
    mailboxes: createMailboxStore(parts),
    subdomains: createSubdomainStore(parts),
    webhooks: createWebhookStore(parts),
  };
  const [one, two] = [await stores.accounts.create("one"), await stores.accounts.create("two")];
  /** Begins the second change when the first has read the storage and not written to it, as if that was slow. */
  async function interleave(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<string[]> {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => {
      hold = () => {
        hold = async () => {};
        resolve();
        return isReleased;
      };
    });
    const firstChange = first();
    await isHeld;
    const secondChange = second();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    release();
    return (await Promise.allSettled([firstChange, secondChange])).map(({ status }) => status);
  }
  return { ...stores, ...parts, one, two, keys, interleave };
}

type Bed = Awaited<ReturnType<typeof open>>;

async function countWebhooks({ webhooks }: Bed): Promise<number> {
  let count = 0;
  for await (const _id of webhooks.all()) count++;
  return count;
}

test.each<[rule: string, act: (bed: Bed) => Promise<unknown>, expected: unknown]>([
  [
    "two accounts of one name: the second is rejected",
    ({ accounts, interleave }) => interleave(...twice(() => accounts.create("same"))),
    ["fulfilled", "rejected"],
  ],
  [
    "two authenticators of one name: the second is rejected",
    ({ authenticators, one, interleave }) =>
      interleave(...twice(() => authenticators.register(one.id, "same", totp, limit))),
    ["fulfilled", "rejected"],
  ],
  [
    "two accounts: both are listed",
    async ({ accounts, interleave }) => {
      await interleave(
        () => accounts.create("three"),
        () => accounts.create("four"),
      );
      return (await accounts.list()).map(({ name }) => name);
    },
    ["one", "two", "three", "four"],
  ],
  [
    "two settings of an account: both are stored",
    async ({ accounts, one, interleave }) => {
      await interleave(
        () => accounts.update(one.id, { tier: "vip" }),
        () => accounts.update(one.id, { extra_mailboxes: 3 }),
      );
      const { tier, extra_mailboxes } = await accounts.get(one.id);
      return [tier, extra_mailboxes];
    },
    ["vip", 3],
  ],
  [
    "a setting of an account and the account's deletion: it is being deleted",
    async ({ accounts, one, interleave }) => {
      await interleave(
        () => accounts.update(one.id, { tier: "vip" }),
        () => accounts.beginRemoval(one),
      );
      return (await accounts.findByName("one"))?.closing;
    },
    true,
  ],
  [
    "the deletions of two accounts: both have begun",
    async ({ accounts, one, two, interleave }) => {
      await interleave(
        () => accounts.beginRemoval(one),
        () => accounts.beginRemoval(two),
      );
      return (await accounts.listRemovals()).map(({ name }) => name);
    },
    ["one", "two"],
  ],
  [
    "two accounts' mailboxes of one name: the second is rejected",
    ({ mailboxes, one, two, interleave }) =>
      interleave(
        () => mailboxes.register(one.id, "same", limit),
        () => mailboxes.register(two.id, "same", limit),
      ),
    ["fulfilled", "rejected"],
  ],
  [
    "two accounts' subdomains of one name: the second is rejected",
    ({ subdomains, one, two, interleave }) =>
      interleave(
        () => subdomains.register(one.id, "same", "tunnel.test"),
        () => subdomains.register(two.id, "same", "tunnel.test"),
      ),
    ["fulfilled", "rejected"],
  ],
  [
    "a new token of a subdomain and its deletion: it is deleted",
    async ({ subdomains, one, interleave }) => {
      const { id } = await subdomains.register(one.id, "demo", "tunnel.test");
      await interleave(
        () => subdomains.rotate(id, one.id),
        () => subdomains.remove(id, one.id),
      );
      return subdomains.find(id);
    },
    null,
  ],
  [
    "two accounts' webhooks: both are listed",
    async (bed) => {
      const { webhooks, one, two, interleave } = bed;
      await interleave(
        () => webhooks.register(one.id, webhook, limit),
        () => webhooks.register(two.id, webhook, limit),
      );
      return countWebhooks(bed);
    },
    2,
  ],
  [
    "the deletion of a webhook and another account's new one: only that is listed",
    async (bed) => {
      const { webhooks, one, two, interleave } = bed;
      const { id } = await webhooks.register(one.id, webhook, limit);
      await interleave(
        () => webhooks.remove(id, one.id),
        () => webhooks.register(two.id, webhook, limit),
      );
      return countWebhooks(bed);
    },
    1,
  ],
  [
    "the result of a webhook's attempt and its deletion: nothing is left of its queue",
    async ({ webhooks, kv, locks, one, keys, interleave }) => {
      const { id } = await webhooks.register(one.id, webhook, limit);
      await interleave(
        () => recordAttempts(kv, locks, id, { finished: [], deliveries: [], failures: 1 }),
        () => webhooks.remove(id, one.id),
      );
      return [...keys].filter((key) => key.includes(id));
    },
    [],
  ],
  [
    "a claim code and the revocation of all: it is invalid",
    async ({ claims, one, interleave }) => {
      let code = "";
      await interleave(
        async () => {
          ({ code } = await claims.issue("sign-in", { account: one.id }));
        },
        () => claims.revoke(one.id),
      );
      return claims.redeem("sign-in", code, async () => "valid").catch((error: { code: string }) => error.code);
    },
    "unauthenticated",
  ],
  [
    "the use of a key and its deletion: nothing is left of it",
    async ({ agentKeys, one, keys, interleave }) => {
      const { key } = await agentKeys.create(one.id, { name: "k" });
      await interleave(
        () => agentKeys.touch(key),
        () => agentKeys.remove(key.id, one.id),
      );
      return [...keys].filter((stored) => stored.includes(key.id));
    },
    [],
  ],
  [
    "a request's reply and the deletion of all: none is left",
    async ({ requests, one, keys, interleave }) => {
      await interleave(
        () => requests.runOnce(one.id, { scope: "s", key: "k", digest: "d" }, async () => ({ ok: true })),
        () => requests.deleteAll(one.id),
      );
      return [...keys].filter((key) => key.startsWith("idempotent"));
    },
    [],
  ],
])("at the same time, %s", async (_rule, act, expected) => {
  expect(await act(await open())).toEqual(expected);
});

/** The same change by two callers. */
function twice(change: () => Promise<unknown>): [() => Promise<unknown>, () => Promise<unknown>] {
  return [change, change];
}
