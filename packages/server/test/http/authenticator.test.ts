import { expect, test } from "vitest";
import type { Services } from "../../src/context.ts";
import { createAuthenticator } from "../../src/http/auth.ts";
import { setClientIp } from "../../src/http/client-network.ts";
import type { RateLimit, RateLimits } from "../../src/limits/rate-limits.ts";
import { signSmsGate } from "../../src/sms/signature.ts";
import type { StoredAgentKey } from "../../src/store/agent-keys.ts";
import { issueExpiringToken, issueToken } from "../../src/store/tokens.ts";
import { createLateKv } from "../storage/late-commits.ts";

const now = Date.UTC(2026, 0, 1);
const sendKey = "Send an agent access key as `Authorization: Bearer svcagt_…`.";

/** An authenticator of one key of an account, and what it does with them, in order. */
async function open() {
  const kv = createLateKv();
  const tokens = {
    agent: issueToken("agent", "key_1"),
    access: issueExpiringToken("access", "key_1", now + 1_000),
    mailbox: issueToken("mailbox", "box_1"),
  };
  await kv.commit(Object.values(tokens).map(({ write }) => write));
  const bed = {
    now,
    key: { id: "key_1", account: "a_1", scopes: ["mailbox:read"], expiry: null } as object as StoredAgentKey | null,
    smsKey: "svcsms_key",
    steps: [] as string[],
  };
  const counting = (name: string): RateLimit => ({
    hit(key) {
      bed.steps.push(`${name} ${key}`);
      return 0;
    },
    retryAfterMs: () => 0,
  });
  const rates = { requestsOfKey: counting("key"), requestsOfAccount: counting("account") };
  const services = {
    clock: { now: () => bed.now },
    agentKeys: {
      find: async () => bed.key,
      touch: async ({ id }: StoredAgentKey) => void bed.steps.push(`touch ${id}`),
    },
    accounts: { get: async (id: string) => ({ id, name: "shop" }) },
    smsInboxes: { find: async (id: string) => (id === "sms_1" && bed.smsKey ? { token: bed.smsKey } : null) },
  };
  const authenticator = createAuthenticator(
    services as object as Services,
    kv,
    rates as object as RateLimits,
    () => "192.0.2.7",
  );
  const bearer = (owner: keyof typeof tokens) => `Bearer ${tokens[owner].token}`;
  return { bed, kv, services, authenticator, bearer, revoke: (write: string) => kv.commit([[write, null]]), tokens };
}

const ofTool = () => {
  const request = new Request("http://desk.test/");
  setClientIp(request, null);
  return request;
};
const ofClient = () => new Request("http://desk.test/");

test("a key's request is counted for key and account and noted as its use, before its scope is checked", async () => {
  const { bed, authenticator, bearer } = await open();
  const refused = authenticator.agent(bearer("agent"), "sms:read", ofClient());
  const message = "This key lacks the scope sms:read. Use one that has it, or have it added.";
  await expect(refused).rejects.toMatchObject({ code: "missing_scope", message });
  expect(bed.steps).toEqual(["key key_1", "account a_1", "touch key_1"]);
});

test("what a request may use is its key, account, client and signal, and the services", async () => {
  const { bed, authenticator, bearer, services } = await open();
  const request = ofClient();
  const context = await authenticator.agent(bearer("agent"), "mailbox:read", request);
  expect([context.key, context.account.name, context.ip]).toEqual([bed.key, "shop", "192.0.2.7"]);
  expect(context.signal).toBe(request.signal);
  expect(context.accounts).toBe(services.accounts);
  const changed = { ...bed.key, scopes: ["mailbox:read", "sms:read"] } as StoredAgentKey;
  bed.key = changed;
  bed.steps.length = 0;
  await context.authorize();
  expect([context.key, bed.steps]).toEqual([changed, []]);
  bed.key = { ...changed, scopes: ["sms:read"] };
  await expect(context.authorize()).rejects.toMatchObject({ code: "missing_scope" });
  bed.key = null;
  const message = `This agent access key was revoked. ${sendKey}`;
  await expect(context.authorize()).rejects.toMatchObject({ code: "unauthenticated", message });
});

test("an access token opens MCP and what its tools call, and no other request", async () => {
  const { authenticator, bearer } = await open();
  const header = bearer("access");
  expect((await authenticator.mcp(header, ofClient())).key.id).toBe("key_1");
  expect((await authenticator.agent(header, "mailbox:read", ofTool())).key.id).toBe("key_1");
  const message = `This is a credential of another kind. ${sendKey}`;
  await expect(authenticator.agent(header, null, ofClient())).rejects.toMatchObject({ message });
  for (const request of [ofTool(), ofClient()])
    expect((await authenticator.agent(bearer("agent"), null, request)).key.id).toBe("key_1");
  expect((await authenticator.mcp(bearer("agent"), ofClient())).key.id).toBe("key_1");
  await expect(authenticator.mcp(bearer("mailbox"), ofClient())).rejects.toMatchObject({ message });
});

test("an access token is refused from the millisecond of its expiry on", async () => {
  const { bed, authenticator, bearer } = await open();
  const ask = () => authenticator.mcp(bearer("access"), ofClient());
  bed.now = now + 999;
  expect((await ask()).account.id).toBe("a_1");
  bed.now = now + 1_000;
  bed.steps.length = 0;
  const message = `This access token has expired. ${sendKey}`;
  await expect(ask()).rejects.toMatchObject({ code: "unauthenticated", message });
  expect(bed.steps).toEqual([]);
});

test("a request with a mailbox's key is counted once for its mailbox, and checked again until the key is replaced", async () => {
  const { bed, authenticator, bearer, tokens, revoke } = await open();
  const context = await authenticator.inbox(bearer("mailbox"), "mailbox", ofClient());
  await context.authorize?.();
  expect([context.inboxId, context.ip, bed.steps]).toEqual(["box_1", "192.0.2.7", ["key box_1"]]);
  await revoke(tokens.mailbox.write[0]);
  const message =
    "This credential is unknown or was revoked. Send the mailbox's key as `Authorization: Bearer svcm_…`.";
  await expect(context.authorize?.()).rejects.toMatchObject({ code: "unauthenticated", message });
  await expect(authenticator.inbox(bearer("agent"), "mailbox", ofClient())).rejects.toThrow("of another kind");
});

test("a signed request is counted for its SMS inbox once its signature is right, and checked again until the key is replaced", async () => {
  const { bed, authenticator } = await open();
  const seconds = String(now / 1000);
  const sign = (key: string, time = seconds) =>
    new Headers({ "x-signature": signSmsGate(key, "text", time), "x-timestamp": time });
  const ask = (id: string, headers: Headers) => authenticator.signature(id, headers, async () => "text", ofClient());
  const context = await ask("sms_1", sign("svcsms_key"));
  await context.authorize?.();
  expect([context.inboxId, context.ip, bed.steps.splice(0)]).toEqual(["sms_1", "192.0.2.7", ["key sms_1"]]);
  const wrong = "The signature does not match this SMS inbox. Set the SMS key as the webhook's signing key.";
  for (const [id, key] of [
    ["sms_1", "svcsms_other"],
    ["sms_2", "svcsms_key"],
  ] as const)
    await expect(ask(id, sign(key))).rejects.toMatchObject({ code: "unauthenticated", message: wrong });
  bed.now = now + 5 * 60_000;
  expect((await ask("sms_1", sign("svcsms_key"))).inboxId).toBe("sms_1");
  bed.now += 1;
  await expect(ask("sms_1", sign("svcsms_key"))).rejects.toThrow("more than five minutes off");
  bed.now = now;
  bed.smsKey = "svcsms_next";
  await expect(context.authorize?.()).rejects.toThrow(wrong);
  expect(bed.steps).toEqual(["key sms_1"]);
});
