import { expect, test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { Kv } from "../../src/storage/types.ts";
import { createAgentKeyStore } from "../../src/store/agent-keys.ts";
import { type Desk, deliver, fragileStorage, openDesk } from "../api/harness.ts";
import { createLateKv } from "../storage/late-commits.ts";

const minute = 60_000;

/** A server whose storage shows its keys. */
async function openWithKeys(clock = { now: () => Date.UTC(2026, 0, 1) }) {
  const { storage } = fragileStorage();
  const desk = await openDesk({ storage, clock });
  // The calendar of what expires is cleared in its own time, the audit log is kept, and what stands once is no leftover.
  const isOwn = (key: string) => !/expiry|retention|redo|format|clock|audit/.test(key);
  const keys = async () => (await storage.getKeys()).filter(isOwn).toSorted();
  /** All that is stored, but how far numbers have counted, and the empty places in a list, which go with their bucket. */
  const stored = async () => {
    const values = (await keys()).map(async (key) => [key, JSON.stringify(await storage.getItem(key))] as const);
    return (await Promise.all(values)).map(
      ([key, value]) => `${key} ${value.replace(/:\d+\b/g, ":0").replace(/,?""/g, "")}`,
    );
  };
  return { desk, keys, stored };
}

async function register(desk: Desk, path: string, body: object) {
  const answer = await desk.call("POST", path, { body });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Adds one thing with all that comes to it, and deletes it. */
const lives: Record<string, (desk: Desk) => Promise<unknown>> = {
  async "a mailbox with mail and a rotated key"(desk) {
    const { mailbox } = await register(desk, "mailbox/register", { name: "ann" });
    for (let at = 0; at < 12; at++) await deliver(desk, "ann");
    await register(desk, `mailbox/${mailbox.id}/token`, {});
    return desk.call("DELETE", `mailbox/${mailbox.id}`);
  },
  async "an SMS inbox with texts, a rotated key and codes for a phone"(desk) {
    const { sms_token: sms } = await register(desk, "sms/register", {});
    const text = { phone: "5550100001", sender: "Bank", body: "Code 714208" };
    await desk.call("POST", "sms/push", { token: sms.token, body: text });
    for (let at = 0; at < 12; at++) await register(desk, `sms/${sms.id}/pair`, {});
    await register(desk, `sms/${sms.id}/token`, {});
    await register(desk, `sms/${sms.id}/pair`, {});
    return desk.call("DELETE", `sms/${sms.id}`);
  },
  async "a subdomain with a renewed token"(desk) {
    const { subdomain } = await register(desk, "subdomain/register", { name: "demo" });
    await register(desk, `subdomain/${subdomain.id}/renew-token`, {});
    return desk.call("DELETE", `subdomain/${subdomain.id}`);
  },
  async "an agent key that was used"(desk) {
    const { agent_token: key } = await register(desk, "agent-tokens/create", { name: "other" });
    await desk.call("GET", "account", { token: key.token });
    return desk.call("DELETE", `agent-tokens/${key.id}`);
  },
  async "a webhook for which messages wait"(desk) {
    const { mailbox } = await register(desk, "mailbox/register", { name: "ann" });
    // Nobody listens there.
    const { webhook } = await register(desk, "webhooks/register", { url: "http://127.0.0.1:9/hook" });
    for (let at = 0; at < 3; at++) await deliver(desk, "ann");
    await desk.call("DELETE", `webhooks/${webhook.id}`);
    return desk.call("DELETE", `mailbox/${mailbox.id}`);
  },
};

test.each(Object.entries(lives))("%s leaves nothing in the storage when it is deleted", async (_what, live) => {
  const { desk, keys, stored } = await openWithKeys();
  // Notes when the caller's key was used.
  await desk.call("GET", "account");
  const first = await keys();
  expect(await live(desk)).toMatchObject({ status: 200 });
  // The account's list of these things stays, and the key of all digests.
  const left = (await keys()).filter((key) => !first.includes(key) && !/^(?:list|sms-digest-key)/.test(key));
  expect(left).toEqual([]);
  const before = await stored();
  expect(await live(desk)).toMatchObject({ status: 200 });
  expect(await stored()).toEqual(before);
});

test("an emptied mailbox leaves only its index", async () => {
  const { desk, keys } = await openWithKeys();
  const { mailbox } = await register(desk, "mailbox/register", { name: "ann" });
  await deliver(desk, "ann");
  const withOne = await keys();
  await deliver(desk, "ann");
  expect((await keys()).length).toBe(withOne.length + 1);
  await desk.call("DELETE", `mailbox/${mailbox.id}/emails`);
  expect((await keys()).length).toBe(withOne.length - 1);
});

test("expired and replaced phone codes are deleted", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { desk, keys } = await openWithKeys({ now: () => now });
  const { sms_token: sms } = await register(desk, "sms/register", {});
  const pair = async () => (await register(desk, `sms/${sms.id}/pair`, {})).pairing.code as string;
  await desk.call("GET", "account");
  const before = (await keys()).length;
  for (let at = 0; at < 10; at++) await pair();
  const full = (await keys()).length;
  // Ten codes, and the list of them.
  expect(full).toBe(before + 11);
  await pair();
  expect((await keys()).length).toBe(full);
  now += 11 * minute;
  const code = await pair();
  expect((await keys()).length).toBe(before + 2);
  expect((await desk.call("POST", "sms/pair", { token: null, body: { code } })).status).toBe(200);
  expect((await keys()).length).toBe(before);
});

test("the uses of ten thousand keys are remembered; beyond that, the oldest is recorded again", async () => {
  const kv = createLateKv();
  const noted: string[] = [];
  const counting: Kv = {
    ...kv,
    async commit(writes) {
      for (const [key] of writes) if (key.startsWith("key-used:")) noted.push(key);
    },
    get: async <T extends object>(_key: string): Promise<T | null> => ({}) as T,
  };
  const keys = createAgentKeyStore({ kv: counting, locks: createLocalLocks(), clock: { now: () => 0 } });
  // `touch` uses only these fields of a key.
  const touch = (id: string) => keys.touch({ id, account: "one" } as Parameters<typeof keys.touch>[0]);
  await touch("first");
  await touch("first");
  expect(noted).toEqual(["key-used:first"]);
  for (let at = 0; at < 9_999; at++) await touch(`key ${at}`);
  await touch("first");
  expect(noted).toHaveLength(10_000);
  for (const id of ["one more", "key 0"]) await touch(id);
  expect(noted.slice(10_000)).toEqual(["key-used:one more", "key-used:key 0"]);
});

test("an agent key of which only the token was left is refused as revoked", async () => {
  const { storage } = fragileStorage();
  const desk = await openDesk({ storage });
  const { agent_token: key } = await register(desk, "agent-tokens/create", { name: "other" });
  const records = (await storage.getKeys()).filter((name) => name.includes(key.id));
  for (const name of records) await storage.removeItem(name);
  expect(records).not.toEqual([]);
  const { status, body } = await desk.call("GET", "account", { token: key.token });
  expect([status, body.error]).toEqual([401, expect.stringContaining("This agent access key was revoked")]);
});
