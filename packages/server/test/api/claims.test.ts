import { createStorage } from "unstorage";
import { afterAll, describe, expect, test, vi } from "vitest";
import { toWelcomeLines } from "../../src/cli/welcome.ts";
import { claimOperations, createSignInLink } from "../../src/handlers/claims.ts";
import { openServer } from "../../src/server.ts";
import { startRedis } from "../storage/redis-server.ts";
import { type Desk, openDesk } from "./harness.ts";

const minute = 60_000;
const noLog = { info() {}, warn() {}, error() {} };
const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so claim codes in a cluster are not tested here.");
afterAll(() => redis?.stop());

async function openPhone(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  const { sms_token } = (await desk.call("POST", "sms/register", { body: { phone: "5550123456" } })).body;
  const offer = async () => (await desk.call("POST", `sms/${sms_token.id}/pair`)).body.pairing;
  const claim = (code: string) => desk.call("POST", "sms/pair", { token: null, body: { code } });
  return { desk, sms_token, offer, claim };
}

describe("a phone's pairing code", () => {
  test("returns the SMS key, once", async () => {
    const { sms_token, offer, claim } = await openPhone({ publicUrl: "https://desk.example.com" });
    const { code, link } = await offer();
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(link).toBe(`https://desk.example.com/pair#${code}`);
    const { status, body } = await claim(code);
    expect({ status, id: body.sms_token.id, token: body.sms_token.token }).toEqual({
      status: 200,
      id: sms_token.id,
      token: sms_token.token,
    });
    expect(body.sms_token.phones).toMatchObject([{ phone: "5550123456" }]);
    expect(await claim(code)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });

  test("is valid for ten minutes", async () => {
    let now = Date.now();
    const { offer, claim } = await openPhone({ clock: { now: () => now } });
    const early = await offer();
    const late = await offer();
    expect(early.expires_at).toBe(new Date(now + 10 * minute).toISOString());
    now += 10 * minute - 1;
    expect((await claim(early.code)).status).toBe(200);
    now += 1;
    expect((await claim(late.code)).status).toBe(401);
  });

  test("is revoked when the key is rotated and when the SMS inbox is deleted", async () => {
    const { desk, sms_token, offer, claim } = await openPhone();
    const before = await offer();
    await desk.call("POST", `sms/${sms_token.id}/token`);
    expect((await claim(before.code)).status).toBe(401);
    const after = await offer();
    await desk.call("DELETE", `sms/${sms_token.id}`);
    expect((await claim(after.code)).status).toBe(401);
  });

  test("has no other use, and no other code works here", async () => {
    const { desk, offer, claim } = await openPhone();
    const { code } = await offer();
    expect((await desk.call("POST", "sign-in", { token: null, body: { code } })).status).toBe(401);
    const account = (await desk.server.services.accounts.findByName("default"))!;
    const { link } = await createSignInLink(desk.server.services, account.id);
    expect((await claim(link.split("=")[1]!)).status).toBe(401);
    expect((await claim("no-such-code")).status).toBe(401);
    expect((await claim(code)).status).toBe(200);
  });

  test("needs the scope and the account of the SMS inbox", async () => {
    const { desk, sms_token } = await openPhone();
    const make = async (scopes: string) =>
      (await desk.call("POST", "agent-tokens/create", { body: { name: "x", scopes } })).body.agent_token.token;
    const path = `sms/${sms_token.id}/pair`;
    expect((await desk.call("POST", path, { token: await make("sms:create") })).status).toBe(403);
    expect((await desk.call("POST", path, { token: await make("sms:read") })).status).toBe(200);
    expect((await desk.call("POST", "sms/nothing/pair")).status).toBe(404);
  });

  test("is one of at most ten; an eleventh replaces the oldest", async () => {
    const { offer, claim } = await openPhone();
    const codes: string[] = [];
    for (let made = 0; made < 11; made++) codes.push((await offer()).code);
    expect((await claim(codes[0]!)).status).toBe(401);
    for (const code of codes.slice(1)) expect((await claim(code)).status).toBe(200);
  });

  test("is not stored in plain text, and is deleted with the SMS inbox", async () => {
    const storage = createStorage();
    const { desk, sms_token, offer, claim } = await openPhone({ storage });
    const rows = async () =>
      (
        await Promise.all(
          (await storage.getKeys()).map(async (key) => `${key} ${JSON.stringify(await storage.getItem(key))}`),
        )
      ).join("\n");
    const { code } = await offer();
    await offer();
    expect(await rows()).toContain("claim");
    expect(await rows()).not.toContain(code);
    await claim(code);
    await desk.call("DELETE", `sms/${sms_token.id}`);
    expect(await rows()).not.toContain("claim");
  });
});

describe("a sign-in code", () => {
  const signIn = (desk: Desk, link: string) =>
    desk.call("POST", "sign-in", { token: null, body: { code: link.split("#sign-in=")[1] } });

  test("creates a key for twelve hours with all scopes, and deletes expired ones", async () => {
    let now = Date.now();
    const desk = await openDesk({ clock: { now: () => now } });
    const account = (await desk.server.services.accounts.findByName("default"))!;
    const link = async () => (await createSignInLink(desk.server.services, account.id)).link;
    const first = await signIn(desk, await link());
    expect(first.body.agent_token).toMatchObject({
      name: "dashboard",
      scopes: null,
      expiry: new Date(now + 12 * 60 * minute).toISOString(),
    });
    const { token } = first.body.agent_token;
    expect((await desk.call("GET", "mailbox/list", { token })).status).toBe(200);
    now += 12 * 60 * minute;
    expect((await desk.call("GET", "mailbox/list", { token })).status).toBe(401);
    const used = await link();
    await signIn(desk, used);
    expect((await signIn(desk, used)).status).toBe(401);
    expect((await desk.call("GET", "agent-tokens/list")).body.agent_tokens).toHaveLength(1);
  });

  test("keeps an expired key that somebody created, whatever its name", async () => {
    let now = Date.now();
    const desk = await openDesk({ clock: { now: () => now } });
    const account = (await desk.server.services.accounts.findByName("default"))!;
    const expiry = new Date(now + minute).toISOString();
    for (const name of ["ci", "dashboard"]) await desk.call("POST", "agent-tokens/create", { body: { name, expiry } });
    now += 2 * minute;
    await signIn(desk, (await createSignInLink(desk.server.services, account.id)).link);
    const { agent_tokens } = (await desk.call("GET", "agent-tokens/list")).body;
    expect(agent_tokens.map(({ name }: { name: string }) => name).sort()).toEqual(["ci", "dashboard", "dashboard"]);
  });

  test("creates a key although the account has all its keys, and an expired one cannot be deleted", async () => {
    let now = Date.now();
    const desk = await openDesk({ clock: { now: () => now }, agentKeysPerAccount: 1 });
    const { accounts, agentKeys } = desk.server.services;
    const account = (await accounts.findByName("default"))!;
    const enter = async () => signIn(desk, (await createSignInLink(desk.server.services, account.id)).link);
    expect((await enter()).status).toBe(200);
    now += 12 * 60 * minute;
    const remove = vi.spyOn(agentKeys, "remove").mockRejectedValueOnce(new Error("disk gone"));
    expect((await enter()).status).toBe(200);
    expect(remove).toHaveBeenCalledOnce();
    expect((await desk.call("GET", "agent-tokens/list")).body.agent_tokens).toHaveLength(2);
  });

  test("is printed by the first start, only on a terminal", async () => {
    const addresses = { url: "http://localhost:8787", smtp: null, admin: null, providers: null };
    const storage = createStorage();
    await using server = await openServer({ storage, smtp: false, log: noLog });
    const words = async (isInteractive: boolean) =>
      (await toWelcomeLines(server, addresses, { options: {}, terminal: { isInteractive } })).join("\n");
    expect(await words(false)).not.toContain("sign-in");
    expect(await words(true)).toMatch(/http:\/\/localhost:8787\/#sign-in=[\w-]{22}$/m);
    await server.confirmKey();
    await using again = await openServer({ storage, smtp: false, log: noLog });
    expect(
      (await toWelcomeLines(again, addresses, { options: {}, terminal: { isInteractive: true } })).join("\n"),
    ).not.toContain("sign-in");
  });
});

test.each([
  ["one server", false],
  ["two servers on one Redis", true],
])("is given to one of twenty concurrent requests: %s", async (_name, shared) => {
  if (shared && !redis) return;
  const storage = shared ? redis!.url : createStorage();
  const { desk, offer } = await openPhone({ storage });
  const servers = [desk.server, ...(shared ? [await openServer({ storage, smtp: false, log: noLog })] : [])];
  const { code } = await offer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      servers[index % servers.length]!.fetch(
        new Request("http://desk.test/svc-api/sms/pair", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ code }),
        }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  for (const server of servers) await server.close();
});

test("a phone's code is exchanged under the lock under which the key can be rotated", async () => {
  let isLocked = false;
  const services = {
    claims: {
      async redeem(_purpose: string, _code: string, exchange: (claim: object) => Promise<unknown>) {
        isLocked = true;
        return exchange({ account: "a1", subject: "s1" }).finally(() => (isLocked = false));
      },
    },
    smsInboxes: {
      async getOwned() {
        expect(isLocked).toBe(true);
        throw new Error("The key was read.");
      },
    },
  };
  const pairing = claimOperations.pair({ body: { code: "c1" } } as never, services as never);
  await expect(pairing).rejects.toThrow("The key was read.");
});
