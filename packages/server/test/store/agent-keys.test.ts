import { expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAgentKeyStore, type StoredAgentKey } from "../../src/store/agent-keys.ts";
import type { AuditEvent } from "../../src/store/audit-log.ts";
import { issueTokenPair, readConnection } from "../../src/store/connection-tokens.ts";
import { findTokenRecord } from "../../src/store/tokens.ts";

const now = Date.UTC(2026, 0, 1);
const later = new Date(now + 60_000).toISOString();
const latest = new Date(now + 120_000).toISOString();

/** An account with its agent keys, of which `planned` are those whose connections are to be deleted later. */
async function open() {
  const { kv, locks } = await openStorage("memory:");
  const clock = { now: () => now };
  const published: string[] = [];
  const planned: string[] = [];
  const recorded: AuditEvent[] = [];
  const account = await createAccountStore({ kv, locks, clock }).create("shop");
  const keys = createAgentKeyStore({
    ...{ kv, locks, clock },
    bus: { publish: async (channel, id) => void published.push(`${channel} ${id}`) },
    audit: {
      async commit(event, writes) {
        recorded.push(event);
        await kv.commit(writes);
      },
    },
    async planConnectionCleanup({ id }) {
      planned.push(id);
      return ["plan", { id }];
    },
  });
  const toEvent = (target: string): AuditEvent => ({ account, key_id: null, action: "key.created", target, ip: null });
  /** Creates a connection with an access and a refresh token. */
  async function connect(
    approvedBy: string | null,
    rights: Partial<Pick<StoredAgentKey, "expiry">> & { scopes?: StoredAgentKey["scopes"] } = {},
  ) {
    let tokens: string[] = [];
    const connection = await keys.createConnection(
      account.id,
      {
        ...{ name: "client", scopes: rights.scopes ?? ["mailbox:read"], expiry: rights.expiry ?? null },
        connection: { client: "Client", host: "client.example", approvedBy },
      },
      {
        limit: async () => null,
        toEvent,
        async prepare(id) {
          const pair = issueTokenPair(id, { client: "c", access: [], refresh: [] }, { from: null, now, end: Infinity });
          tokens = [pair.access, pair.refresh];
          return pair.writes;
        },
      },
    );
    return { id: connection.id, tokens };
  }
  const opens = async (tokens: string[]) =>
    (await Promise.all(tokens.map((token) => findTokenRecord(kv, token)))).map((record) => record?.id);
  const create = (settings: Partial<StoredAgentKey> = {}) => keys.create(account.id, { name: "key", ...settings });
  return { kv, keys, account: account.id, toEvent, connect, create, opens, published, planned, recorded };
}

test("an id that was never given out is no key", async () => {
  const { keys } = await open();
  expect(await keys.find("nothing")).toBeNull();
});

test("the key of a dashboard session says so, and no other", async () => {
  const { keys, account, create } = await open();
  const session = await keys.create(account, { name: "dashboard" }, { isSession: true });
  expect((await keys.find(session.key.id))?.session).toBe(true);
  const { key } = await create();
  expect(await keys.find(key.id)).not.toHaveProperty("session");
});

test("a key is stored as its hash, and opens itself until it is deleted", async () => {
  const { kv, keys, account, create, opens, published } = await open();
  const { key, token } = await create();
  expect(await opens([token])).toEqual([key.id]);
  expect(JSON.stringify(await kv.get(`key:${key.id}`))).not.toContain(token);
  await keys.remove(key.id, account);
  expect([await keys.find(key.id), await opens([token])]).toEqual([null, [undefined]]);
  expect(published).toEqual([`agent-key-deleted ${key.id}`]);
});

test("deleting a key deletes the connections that it has approved, with their tokens, and no other", async () => {
  const { kv, keys, account, connect, create, opens, published, planned } = await open();
  const { key } = await create();
  const [one, two, ofSession] = [await connect(key.id), await connect(key.id), await connect(null)];
  expect(await opens([...one.tokens, ...two.tokens])).toEqual([one.id, one.id, two.id, two.id]);
  await keys.remove(key.id, account);
  expect(await Promise.all([one, two].map(({ id }) => keys.find(id)))).toEqual([null, null]);
  expect(await opens([...one.tokens, ...two.tokens])).toEqual([undefined, undefined, undefined, undefined]);
  expect(await readConnection(kv, one.id)).toBeNull();
  expect(published).toEqual([key.id, one.id, two.id].map((id) => `agent-key-deleted ${id}`));
  // In case of a crash after the first of these deletions.
  expect(planned).toEqual([key.id]);
  expect(await kv.get(`list:${key.id}:connections`)).toBeNull();
  expect([(await keys.find(ofSession.id))?.id, await opens(ofSession.tokens)]).toEqual([
    ofSession.id,
    [ofSession.id, ofSession.id],
  ]);
});

test("a connection that was approved in the dashboard is in the list of no key", async () => {
  const { keys, connect } = await open();
  const { id } = await connect(null);
  const connection = { client: "Client", host: "client.example", approvedBy: null, approverBucket: null };
  expect((await keys.find(id))?.connection).toEqual(connection);
});

test("a connection that is deleted alone is no longer listed under its approver", async () => {
  const { kv, keys, account, connect, create, planned } = await open();
  const { key } = await create();
  const [gone, kept] = [await connect(key.id), await connect(key.id)];
  await keys.remove(gone.id, account);
  expect((await keys.find(kept.id))?.id).toBe(kept.id);
  await keys.remove(kept.id, account);
  await keys.remove(key.id, account);
  // Nothing was left to delete.
  expect(planned).toEqual([]);
  expect(await kv.get(`list:${key.id}:connections`)).toBeNull();
});

test("a connection has no more rights than its approver has now", async () => {
  const { keys, account, connect, create } = await open();
  const { key } = await create({ scopes: ["mailbox:read", "sms:read"], expiry: latest });
  const { id } = await connect(key.id, { scopes: ["mailbox:read", "mailbox:create"], expiry: later });
  expect(await keys.find(id)).toMatchObject({ scopes: ["mailbox:read"], expiry: later });
  await keys.update(key.id, account, { scopes: null, expiry: null }, () => {});
  expect(await keys.find(id)).toMatchObject({ scopes: ["mailbox:read", "mailbox:create"], expiry: later });
  const { id: endless } = await connect(key.id);
  await keys.update(key.id, account, { expiry: later }, () => {});
  expect(await keys.find(endless)).toMatchObject({ expiry: later });
});

test("a connection ends with its approver, even if a crash has left its record", async () => {
  const { keys, connect } = await open();
  const { id } = await connect("deleted");
  expect(await keys.find(id)).toBeNull();
});

test("a change that the caller rejects is not stored", async () => {
  const { keys, account, create } = await open();
  const { key } = await create();
  const reject = ({ name }: StoredAgentKey) => {
    throw new Error(`no ${name}`);
  };
  await expect(keys.update(key.id, account, { name: "other" }, reject)).rejects.toThrow("no other");
  expect((await keys.find(key.id))?.name).toBe("key");
});

test("a connection that was ended stays in the list, without tokens", async () => {
  const { kv, keys, account, connect, opens, toEvent, published, recorded } = await open();
  const { id, tokens } = await connect(null);
  await keys.endConnection(id, account, (target) => toEvent(`${target} has ended`));
  expect(await keys.find(id)).toMatchObject({
    expiry: new Date(now).toISOString(),
    connection: { client: "Client", ended: "token_reused" },
  });
  expect([await opens(tokens), await readConnection(kv, id)]).toEqual([[undefined, undefined], null]);
  expect(published).toEqual([`agent-key-deleted ${id}`]);
  expect(recorded.at(-1)?.target).toBe(`${id} has ended`);
});

test("the deletion of a key is recorded together with that of each connection that it has approved", async () => {
  const { keys, account, connect, create, toEvent, planned, recorded } = await open();
  const { key } = await create();
  const { id } = await connect(key.id);
  recorded.length = 0;
  await keys.remove(key.id, account, toEvent);
  expect(recorded.map(({ target }) => target)).toEqual([key.id, id]);
  expect(planned).toEqual([key.id]);
});

test("a connection that another request deletes at the same time does not keep the others", async () => {
  const { keys, account, connect, create } = await open();
  const { key } = await create();
  const [first, second] = [await connect(key.id), await connect(key.id)];
  const { remove } = keys;
  keys.remove = async (id, ...rest) => {
    if (id === first.id) await remove.call(keys, id, ...rest);
    return remove.call(keys, id, ...rest);
  };
  await keys.remove(key.id, account);
  expect(await Promise.all([first, second].map(({ id }) => keys.find(id)))).toEqual([null, null]);
});

test("the calls of a key are aborted when it is deleted already, or they would begin again with it", async () => {
  const { kv, locks } = await openStorage("memory:");
  const clock = { now: () => now };
  const account = (await createAccountStore({ kv, locks, clock }).create("shop")).id;
  let stored: unknown;
  const publish = async (_channel: string, id?: string) => {
    stored = await kv.get(`key:${id}`);
  };
  const keys = createAgentKeyStore({ kv, locks, clock, bus: { publish } });
  const { key } = await keys.create(account, { name: "key" });
  await keys.remove(key.id, account);
  expect(stored).toBeNull();
});
