import { afterAll, expect, onTestFinished, test } from "vitest";
import { deliver, firstKey, openDesk } from "../api/harness.ts";
import { startRedis } from "../storage/redis-server.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so the audit log of several servers is not tested here.");
afterAll(() => redis?.stop());

test.skipIf(!redis)("servers of one Redis show each other's entries within a second, in one order", async () => {
  const join = async () => {
    const desk = await openDesk({ storage: redis!.url, drain: 0 });
    onTestFinished(() => desk.server.close());
    return desk;
  };
  const [one, two] = [await join(), await join()];
  const { mailbox } = (await one.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
  await deliver(one, "ann");
  const recorded: string[] = [];
  for (let round = 0; round < 20; round++) {
    const desk = round % 2 === 0 ? one : two;
    expect((await desk.call("GET", "mail/recent", { token: mailbox.token })).body.emails).toHaveLength(1);
    recorded.push("message.returned");
    if (round % 3 === 0) {
      const body = { name: `key ${round}` };
      expect((await desk.call("POST", "agent-tokens/create", { token: firstKey, body })).status).toBe(200);
      recorded.push("key.created");
    }
  }
  const list = async (desk: typeof one) => (await desk.call("GET", "audit")).body.entries as { action: string }[];
  // One server's list stores what that server had pending; the other's follow by their timer, with the first key's entry.
  await expect.poll(async () => (await list(one)).length, { timeout: 2_000 }).toBe(recorded.length + 1);
  const [first, second] = [await list(one), await list(two)];
  expect(second).toEqual(first);
  expect(first.map(({ action }) => action).toSorted()).toEqual([...recorded, "key.created"].toSorted());
});
