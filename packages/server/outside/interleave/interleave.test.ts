import { expect, test } from "vitest";
import { type OpenServer, openServer } from "../../src/server.ts";
import { createDurableRedis, headersOf, makeFolder } from "../support/processes.ts";
import { expectWhole, readStored } from "../support/stored.ts";

/** In all. `FRONTDESK_OPERATIONS=300000 npm run outside -- interleave` runs for long. */
const operations = Number(process.env.FRONTDESK_OPERATIONS ?? 6_000);
const seed = Number(process.env.FRONTDESK_SEED ?? Date.now() % 1e6);
const lanes = 12;
/** Operations between two looks at everything while nothing is under way. */
const between = 1_000;
const names = ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"];
const limit = 5;
const quiet = { info() {}, warn() {}, error() {} };
const noLimits = { requestsPerKey: 0, requestsPerAccount: 0, authFailuresPerIp: 0, agentKeysPerAccount: 0 };

test.each([
  ["memory, one account", 0.4, async () => ["memory:"], 1, null],
  ["lmdb, two accounts", 0.3, async () => [`lmdb:${makeFolder()}/data`], 2, readStored],
  ["Redis, two accounts", 0.15, async () => [(await createDurableRedis()).url], 2, readStored],
  ["two servers on one Redis, two accounts", 0.15, async () => twice((await createDurableRedis()).url), 2, readStored],
] as const)(
  "whatever falls together, nothing is broken: %s",
  { timeout: 600_000 + operations * 20 },
  async (title, share, storages, accountCount, read) => {
    const targets = await storages();
    const servers: OpenServer[] = [];
    for (const storage of targets)
      servers.push(await openServer({ storage, smtp: false, log: quiet, freeMailboxes: limit, ...noLimits }));
    const keys = await makeAccounts(servers[0]!, accountCount, title);
    const count = Math.round(operations * share);
    const state = { dead: new Set<string>(), random: createRandom(seed) };
    for (let done = 0; done < count; done += between) {
      await Promise.all(Array.from({ length: lanes }, () => work(servers, keys, state, between / lanes)));
      await expectSound(servers, keys, state.dead);
    }
    for (const server of servers) await server.close();
    if (read) expectWhole(await read(targets[0]!));
    console.log(`${title}: ${count} operations, nothing broken (FRONTDESK_SEED=${seed})`);
  },
);

function twice(url: string): string[] {
  return [url, url];
}

async function makeAccounts({ services }: OpenServer, count: number, title: string): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const account = await services.accounts.create(`account${index}-${title.replace(/\W/g, "")}`);
    keys.push((await services.agentKeys.create(account.id, { name: "worker" })).token);
  }
  return keys;
}

async function call(server: OpenServer, method: string, path: string, token: string, body?: object) {
  const init = { method, headers: headersOf(token), ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await server.fetch(new Request(`http://desk.test/svc-api/${path}`, init));
  // Tests look at many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is held elsewhere
  return { status: answer.status, body: (await answer.json()) as any };
}

interface State {
  /** Keys that were rotated or deleted, as was acknowledged. */
  dead: Set<string>;
  random: () => number;
}

async function work(servers: OpenServer[], keys: string[], { dead, random }: State, count: number): Promise<void> {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  for (let done = 0; done < count; done++) {
    const server = pick(servers);
    const key = pick(keys);
    const name = pick(names);
    const { body } = await call(server, "GET", "mailbox/list", key);
    expect(body.mailboxes.length).toBeLessThanOrEqual(limit);
    expect(new Set(body.mailboxes.map((box: { name: string }) => box.name)).size).toBe(body.mailboxes.length);
    const box = body.mailboxes.length > 0 ? pick<{ id: string; name: string; token: string }>(body.mailboxes) : null;
    const what = random();
    const { status, body: answer } = await (async () => {
      if (box === null || what < 0.25) return call(server, "POST", "mailbox/register", key, { name });
      if (what < 0.4) return call(server, "DELETE", `mailbox/${box.id}`, key);
      if (what < 0.55) return call(server, "POST", `mailbox/${box.id}/token`, key);
      if (what < 0.6) return call(server, "DELETE", `mailbox/${box.id}/emails`, key);
      if (what < 0.85) {
        await deliver(server, box.name);
        return call(server, "GET", "mail/recent", box.token);
      }
      if (what < 0.9) return makeAndRevoke(server, key, dead);
      return call(server, "GET", "mail/recent?wait=0", box.token);
    })();
    expect([200, 401, 403, 404, 409], JSON.stringify(answer)).toContain(status);
    if (box !== null && status === 200 && what >= 0.25 && what < 0.55) dead.add(box.token);
    if (status === 200 && answer.emails) {
      const ids = answer.emails.map(({ id }: { id: string }) => id);
      expect(ids.length).toBeLessThanOrEqual(10);
      expect(ids.toSorted().toReversed()).toEqual(ids);
    }
  }
}

async function deliver({ services }: OpenServer, name: string): Promise<void> {
  const id = await services.mailboxes.findByName(name);
  if (id === null) return;
  const mail = { subject: "Code", sender: "a@b.test", body: "Your code is 481220." };
  await services.mail.receive([{ id, recipient: `${name}@desk.example.com` }], mail);
}

async function makeAndRevoke(server: OpenServer, key: string, dead: Set<string>) {
  const made = await call(server, "POST", "agent-tokens/create", key, { name: "short" });
  const revoked = await call(server, "DELETE", `agent-tokens/${made.body.agent_token.id}`, key);
  dead.add(made.body.agent_token.token);
  return revoked;
}

/** What must hold while nothing is under way, seen from each server. */
async function expectSound(servers: OpenServer[], keys: string[], dead: Set<string>): Promise<void> {
  for (const server of servers) {
    const taken = new Set<string>();
    for (const key of keys) {
      const { body } = await call(server, "GET", "mailbox/list", key);
      expect(body.used).toBe(body.mailboxes.length);
      for (const { name, token, email_count } of body.mailboxes) {
        expect(taken.has(name), `${name} is in two accounts`).toBe(false);
        taken.add(name);
        const recent = await call(server, "GET", "mail/recent", token);
        expect([recent.status, recent.body.emails.length]).toEqual([200, email_count]);
      }
    }
    for (const name of names) {
      const { body } = await call(server, "GET", `mailbox/check?name=${name}`, keys[0]!);
      expect([name, body.available]).toEqual([name, !taken.has(name)]);
    }
    for (const token of [...dead].slice(-50))
      expect((await call(server, "GET", token.startsWith("svcm_") ? "mail/recent" : "account", token)).status).toBe(
        401,
      );
  }
}

/** Numbers from 0 to 1 that come again with the same seed (a linear congruential generator's). */
function createRandom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
