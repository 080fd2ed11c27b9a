/** Any unstorage driver keeps what Frontdesk stores; here a map, which outlives the server. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { createStorage, defineDriver } from "unstorage";

const kept = new Map<string, string>();
const driver = defineDriver(() => ({
  name: "map",
  hasItem: (key) => kept.has(key),
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  getKeys: () => [...kept.keys()],
}));
const agentKey = "svcagt_ExampleExampleExampleExample1";
const log = { info() {}, warn() {}, error: console.error };
const start = () =>
  createServer({ storage: createStorage({ driver: driver({}) }), bootstrapKey: agentKey, smtp: false, log });

const first = await start();
const baseUrl = "http://desk.test";
const mailbox = await createFrontdesk({ baseUrl, key: agentKey, fetch: first.fetch }).mailboxes.register("signup");
await first.deliver({ to: mailbox.address, text: "Your code is 481220." });
await first.close();

await using second = await start();
const again = await createFrontdesk({ baseUrl, key: agentKey, fetch: second.fetch }).mailboxes.open("signup");
const { code } = await again.waitForCode({ lookback: 60_000 });
console.log(`${code} was still there after a restart, in ${kept.size} records`);
assert.equal(code, "481220");
