import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
const scopesByName: Record<string, object> = {
  "mailbox:read": { scopes: "mailbox:read" },
  "sms:read": { scopes: "sms:read" },
  "token:write": { scopes: "token:write,mailbox:read" },
  expiring: { scopes: "token:write", expiry: "2026-02-01T00:00:00Z" },
  "without a scope to read": { scopes: "mailbox:create,token:write" },
};
const tokens = new Map<string, string>();
const hook = "https://app.example.com/hook";

beforeAll(async () => {
  desk = await openDesk({ edition: "later", clock: { now: () => Date.UTC(2026, 0, 2) } });
  for (const [name, settings] of Object.entries(scopesByName)) {
    const { body } = await desk.call("POST", "agent-tokens/create", { body: { name, ...settings } });
    tokens.set(name, body.agent_token.token);
  }
});
afterAll(() => desk.server.close());

test.each<[request: string, key: string, body: object | undefined, error: string]>([
  [
    "POST mailbox/register",
    "mailbox:read",
    { name: "a" },
    "This key lacks the scope mailbox:create. Use one that has it, or have it added.",
  ],
  [
    "POST agent-tokens/create",
    "token:write",
    { name: "a" },
    "This key has limited scopes, so it can't grant full access. Send `scopes` that it has.",
  ],
  [
    "POST agent-tokens/create",
    "token:write",
    { name: "a", scopes: "sms:read,mailbox:read,sms:delete" },
    "This key lacks sms:read, sms:delete, so it can't grant them to another.",
  ],
  [
    "POST agent-tokens/create",
    "expiring",
    { name: "a", scopes: "token:write", expiry: "2026-02-01T00:00:01Z" },
    "This key expires at 2026-02-01T00:00:00.000Z, so it can't create a key that lasts longer. Omit `expiry`, or send an earlier one.",
  ],
  [
    "POST webhooks/register",
    "mailbox:read",
    { url: hook, events: ["sms", "mail"] },
    "This key lacks sms:read, which this webhook's events need.",
  ],
  [
    "POST webhooks/register",
    "sms:read",
    { url: hook, events: ["mail"] },
    "This key lacks mailbox:read, which this webhook's events need.",
  ],
  [
    "GET webhooks/list",
    "without a scope to read",
    undefined,
    "This key lacks mailbox:read and sms:read, one of which a webhook needs.",
  ],
])("%s is refused to the key %s (%j): %s", async (request, key, body, error) => {
  const [method = "", path = ""] = request.split(" ");
  const answer = await desk.call(method, path, { body, token: tokens.get(key)! });
  expect([answer.status, answer.body]).toEqual([403, { error, code: "missing_scope" }]);
});
