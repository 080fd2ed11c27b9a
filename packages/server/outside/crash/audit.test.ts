import { expect, test } from "vitest";
import {
  bootstrapKey,
  createDurableRedis,
  headersOf,
  makeFolder,
  type Running,
  startServer,
} from "../support/processes.ts";

const kills = Number(process.env.FRONTDESK_KILLS ?? 8);
const timeout = 120_000 + kills * 60_000;
/** What the contract allows an entry about a returned message until it is durable, and a busy machine on top. */
const durableWithinMs = 1_500;
const workMs = 2_500;
// Each read comes from its own IP address, which identifies its entry.
const flags = ["--trusted-proxies", "127.0.0.1", "--agent-keys-per-account", "0"];

interface Entry {
  action: string;
  target: string;
  ip: string | null;
}

/** What was acknowledged between two kills: ids of created keys, and by IP address when a message was returned. */
interface Acknowledged {
  keys: string[];
  reads: Map<string, number>;
}

test.each([
  ["lmdb", async () => `lmdb:${makeFolder()}/data`],
  ["Redis", async () => (await createDurableRedis()).url],
])(
  "no kill on %s separates a key from its entry, or loses more than the last second of other entries",
  { timeout },
  async (name, open) => {
    const storage = await open();
    /** Ids of the keys that were compared after an earlier kill. */
    const compared = new Set<string>();
    const total = { keys: 0, reads: 0, lost: 0 };
    for (let round = 0; round < kills; round++) {
      const acknowledged: Acknowledged = { keys: [], reads: new Map() };
      const server = await startServer(storage, flags);
      const work = Promise.allSettled([createKeys(server, acknowledged), readMail(server, acknowledged, round)]);
      await new Promise((resolve) => setTimeout(resolve, workMs + Math.random() * 1_000));
      const killedAt = performance.now();
      await server.kill("SIGKILL");
      await work;
      total.lost += await verify(storage, acknowledged, killedAt, compared);
      total.keys += acknowledged.keys.length;
      total.reads += acknowledged.reads.size;
    }
    expect(Math.min(total.keys, total.reads)).toBeGreaterThan(kills);
    console.log(
      `${name}: ${kills} kills, ${total.keys} keys created, each with its entry; ` +
        `${total.reads} reads, of which the last ${total.lost} before a kill have none`,
    );
  },
);

/** Keeps the entries between two kills below the 10,000 that the log keeps. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

async function call(server: Running, method: string, path: string, { token = bootstrapKey, ip = "", body = {} } = {}) {
  const headers = { ...headersOf(token), ...(ip && { "x-forwarded-for": ip }) };
  const init = { method, headers, ...(method === "POST" && { body: JSON.stringify(body) }) };
  const response = await fetch(`${server.url}/svc-api/${path}`, init);
  expect(response.status).toBe(200);
  // Tests look at many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: openapi.yaml is held elsewhere
  return (await response.json()) as any;
}

/** Creates keys until the server is gone. */
async function createKeys(server: Running, { keys }: Acknowledged): Promise<void> {
  for (;;) {
    keys.push((await call(server, "POST", "agent-tokens/create", { body: { name: "k" } })).agent_token.id);
    await pause();
  }
}

/** Reads a mailbox with one mail until the server is gone. */
async function readMail(server: Running, { reads }: Acknowledged, round: number): Promise<void> {
  const { mailboxes } = await call(server, "GET", "mailbox/list");
  const mailbox = mailboxes[0] ?? (await call(server, "POST", "mailbox/register", { body: { name: "ann" } })).mailbox;
  if (mailbox.email_count === 0) await call(server, "POST", `mailbox/${mailbox.id}/test`);
  for (let at = 0; ; at++) {
    const ip = `10.${round}.${at >> 8}.${at & 255}`;
    expect((await call(server, "GET", "mail/recent", { token: mailbox.token, ip })).emails).toHaveLength(1);
    reads.set(ip, performance.now());
    await pause();
  }
}

/** Compares the log with what was acknowledged. Returns how many reads just before the kill are not in it. */
async function verify(
  storage: string,
  { keys, reads }: Acknowledged,
  killedAt: number,
  compared: Set<string>,
): Promise<number> {
  const server = await startServer(storage, flags);
  const { entries } = (await call(server, "GET", "audit")) as { entries: Entry[] };
  const { agent_tokens } = (await call(server, "GET", "agent-tokens/list")) as { agent_tokens: { id: string }[] };
  const isNew = (id: string) => !compared.has(id);
  const created = entries.filter(({ action }) => action === "key.created").map(({ target }) => target.slice(4));
  const stored = agent_tokens.map(({ id }) => id);
  // The key of these requests is not in the list.
  const own = (await call(server, "GET", "account")).agent_token.id;
  expect(created.filter(isNew).toSorted()).toEqual([...stored, own].filter(isNew).toSorted());
  expect(keys.filter((id) => !created.includes(id))).toEqual([]);
  for (const id of created) compared.add(id);
  const ips = new Set(entries.map(({ ip }) => ip));
  const lost = [...reads].filter(([ip]) => !ips.has(ip));
  for (const [ip, at] of lost) expect(killedAt - at, `the read of ${ip}`).toBeLessThan(durableWithinMs);
  await server.kill("SIGTERM");
  return lost.length;
}
