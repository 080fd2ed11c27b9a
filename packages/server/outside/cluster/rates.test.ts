import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bootstrapKey, createDurableRedis, type Running, startServer } from "../support/processes.ts";

const members: Running[] = [];

beforeAll(async () => {
  const redis = await createDurableRedis();
  for (let index = 0; index < 2; index++)
    members.push(
      await startServer(redis.url, ["--internal-url", "http://127.0.0.1:0", "--auth-failures-per-ip", "100"]),
    );
});
afterAll(async () => {
  for (const member of members) await member.kill("SIGKILL");
});

async function ask({ url }: Running, token: string): Promise<number> {
  const { status } = await fetch(`${url}/svc-api/account`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

/** The statuses of so many wrong keys at one server. */
async function guess(member: Running, count: number): Promise<Set<number>> {
  const found = new Set<number>();
  for (let at = 0; at < count; at++) found.add(await ask(member, `svcagt_wrong${at}`));
  return found;
}

/** Rates begin anew with each minute of the clock: what the end of one could cut through waits for the next. */
async function atTheBeginningOfAMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 20_000) await delay(left);
}

test("wrong keys that one address spreads over two servers are counted together, and the right key is not rejected", async () => {
  await atTheBeginningOfAMinute();
  const [one, other] = [members[0]!, members[1]!];
  expect([...(await guess(one, 60))]).toEqual([401]);
  await guess(other, 60);
  // Neither has seen a hundred, nor will by these few.
  let status = 401;
  for (let few = 0; few < 30 && status === 401; few++) {
    await delay(100);
    status = await ask(one, "svcagt_wrong");
  }
  expect(status).toBe(429);
  expect(await ask(one, bootstrapKey)).toBe(200);
  expect(await ask(other, bootstrapKey)).toBe(200);
});
