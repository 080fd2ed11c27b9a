import { expect, onTestFinished, test } from "vitest";
import { Problem } from "../../src/problem.ts";
import type { StoredAgentKey } from "../../src/store/agent-keys.ts";
import type { StoredWebhook } from "../../src/store/webhooks.ts";
import { createRevokedWebhooks } from "../../src/webhooks/revoked-webhooks.ts";
import { openDesk } from "../api/harness.ts";

/** A desk with room for one webhook, and a clock that is set by hand. */
async function open() {
  const clock = { at: Date.UTC(2026, 0, 1), now: () => clock.at };
  const desk = await openDesk({ clock, webhooksPerAccount: 1 });
  onTestFinished(() => desk.server.close());
  const register = async (token?: string) => {
    const body = { url: "https://a.example/x" };
    const answer = await desk.call("POST", "webhooks/register", { body, ...(token ? { token } : {}) });
    expect(answer.body).toMatchObject({ success: true });
    return answer.body.webhook;
  };
  const body = { name: "k", scopes: "mailbox:read", expiry: "2026-01-01T01:00:00.000Z" };
  const { id, token } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  return { ...desk, clock, register, id, webhook: await register(token) };
}

test.each(["revoked", "of fewer scopes", "expired"])(
  "nothing shows a webhook whose key is %s, and no right brings it back",
  async (how) => {
    const { call, clock, register, id, webhook } = await open();
    const update = (body: object) => call("PUT", `agent-tokens/${id}`, { body });
    if (how === "revoked") await call("DELETE", `agent-tokens/${id}`);
    else if (how === "expired") clock.at += 3_600_000;
    else await update({ scopes: "sms:read" });
    if (how !== "revoked") await update({ scopes: "mailbox:read", expiry: null });
    expect((await call("GET", "webhooks/list")).body.webhooks).toEqual([]);
    expect((await call("POST", `webhooks/${webhook.id}/test`)).status).toBe(404);
    expect((await call("DELETE", `webhooks/${webhook.id}`)).status).toBe(404);
    await register();
  },
);

test.each([
  ["list", "GET", () => "webhooks/list"],
  ["test", "POST", (id: string) => `webhooks/${id}/test`],
  ["deletion", "DELETE", (id: string) => `webhooks/${id}`],
] as const)(
  "its %s is the first to meet a webhook whose key has expired, and it is gone",
  async (_what, method, path) => {
    const { call, clock, register, server, webhook } = await open();
    clock.at += 3_600_000;
    const { status, body } = await call(method, path(webhook.id));
    expect(status === 404 || body.webhooks.length === 0).toBe(true);
    expect(await server.services.webhooks.find(webhook.id)).toBeNull();
    await register();
  },
);

test.each([
  ["list", "GET", () => "webhooks/list"],
  ["test", "POST", (id: string) => `webhooks/${id}/test`],
  ["deletion", "DELETE", (id: string) => `webhooks/${id}`],
] as const)("its %s by a key that may not read its events finds that it is gone too", async (_what, method, path) => {
  const { call, clock, server, webhook } = await open();
  const body = { name: "other", scopes: "sms:read" };
  const { token } = (await call("POST", "agent-tokens/create", { body })).body.agent_token;
  const ask = async () => (await call(method, path(webhook.id), { token })).status;
  if (method !== "GET") expect(await ask()).toBe(403);
  clock.at += 3_600_000;
  expect(await ask()).toBe(method === "GET" ? 200 : 404);
  expect(await server.services.webhooks.find(webhook.id)).toBeNull();
});

test.each([
  ["is revoked", "DELETE", undefined],
  ["loses its scope", "PUT", { scopes: "sms:read" }],
])("a webhook is deleted at once when its key %s", async (_how, method, body) => {
  const { call, id, server, webhook } = await open();
  expect((await call(method, `agent-tokens/${id}`, { body })).status).toBe(200);
  expect(await server.services.webhooks.find(webhook.id)).toBeNull();
});

test("a webhook whose key has expired does not count towards the limit", async () => {
  const { clock, register } = await open();
  clock.at += 3_600_000;
  await register();
});

test("a webhook whose key has expired is no longer counted", async () => {
  const { call, clock } = await open();
  const countNow = async () => (await call("GET", "account")).body.account.usage.webhooks;
  expect(await countNow()).toBe(1);
  clock.at += 3_600_000;
  expect(await countNow()).toBe(0);
});

test("webhooks of valid keys stay, those of missing keys are deleted, and one that was just deleted is no error", async () => {
  // The check reads no other fields.
  const webhook = (id: string, key: string) =>
    ({ id, key, account: "one", events: ["mail"] }) as unknown as StoredWebhook;
  const stored = new Map([webhook("valid", "k"), webhook("revoked", "none")].map((entry) => [entry.id, entry]));
  const removed: string[] = [];
  const { removeRevoked, removeRevokedOfAccount } = createRevokedWebhooks({
    clock: { now: () => 0 },
    agentKeys: { find: async (id) => (id === "k" ? ({ scopes: null, expiry: null } as StoredAgentKey) : null) },
    webhooks: {
      find: async (id) => stored.get(id) ?? null,
      idsOf: async () => ["just-deleted", ...stored.keys()],
      remove: async (id) => {
        removed.push(id);
        // Another request was quicker.
        throw new Problem("not_found", "There is no such webhook.");
      },
    },
    mailboxes: { exists: async () => true },
    smsInboxes: { exists: async () => true },
  });
  expect((await removeRevoked([...stored.values()])).map(({ id }) => id)).toEqual(["valid"]);
  await removeRevokedOfAccount("one");
  expect(removed).toEqual(["revoked", "revoked"]);
});

test("a revoked webhook that cannot be deleted is no success", async () => {
  const { removeRevoked } = createRevokedWebhooks({
    clock: { now: () => 0 },
    agentKeys: { find: async () => null },
    webhooks: { find: async () => null, idsOf: async () => [], remove: () => Promise.reject(new Error("disk gone")) },
    mailboxes: { exists: async () => true },
    smsInboxes: { exists: async () => true },
  });
  // The check reads no other fields.
  const webhook = { id: "w", key: "none", account: "one", events: ["mail"] } as unknown as StoredWebhook;
  await expect(removeRevoked([webhook])).rejects.toThrow("disk gone");
});
