import { describe, expect, it } from "vitest";
import { createServer } from "../../src/index.ts";
import { type Desk, deliver, firstKey, openDesk } from "./harness.ts";

const register = (desk: Desk, name: string) => desk.call("POST", "mailbox/register", { body: { name } });

async function otherAccount(desk: Desk, settings = {}) {
  const { accounts, agentKeys } = desk.server.services;
  const account = await accounts.add("other", settings);
  return (await agentKeys.create(account.id, { name: "other's" })).token;
}

describe("limits", () => {
  it("hold however many registrations run at once", async () => {
    const desk = await openDesk();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => register(desk, `box${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await desk.call("GET", "mailbox/list")).body.used).toBe(5);
  });

  it("give one name to one of all who ask at once", async () => {
    const desk = await openDesk();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(desk, "same")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "already_taken")).toHaveLength(19);
  });

  it("take no letter for another that only looks like it", async () => {
    const desk = await openDesk();
    const kelvin = "\u212Aate";
    expect((await register(desk, kelvin)).body.code).toBe("invalid_request");
    expect((await desk.call("POST", "subdomain/register", { body: { name: kelvin } })).body.code).toBe(
      "invalid_request",
    );
    expect((await desk.call("GET", `mailbox/check?name=${encodeURIComponent(kelvin)}`)).body.reason).toBe("invalid");
  });

  it("free the name and the place at once when a mailbox is deleted", async () => {
    const desk = await openDesk({ freeMailboxes: 1 });
    const { id } = (await register(desk, "one")).body.mailbox;
    expect((await register(desk, "two")).body.code).toBe("limit_reached");
    await desk.call("DELETE", `mailbox/${id}`);
    expect((await register(desk, "one")).status).toBe(200);
  });

  it("grow by what the operator adds", async () => {
    const desk = await openDesk({ freeMailboxes: 0 });
    const token = await otherAccount(desk, { extra_mailboxes: "unlimited", extra_sms_tokens: 2 });
    expect((await desk.call("GET", "account", { token })).body.account.limits).toEqual({
      mailboxes: null,
      sms_tokens: 7,
    });
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        desk.call("POST", "mailbox/register", { token, body: { name: `n${index}` } }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { mailboxes, limit, used } = (await desk.call("GET", "mailbox/list", { token })).body;
    expect({ length: mailboxes.length, limit, used }).toEqual({ length: 600, limit: null, used: 600 });
    await Promise.all(
      mailboxes.slice(100, 500).map(({ id }: { id: string }) => desk.call("DELETE", `mailbox/${id}`, { token })),
    );
    expect((await desk.call("GET", "mailbox/list", { token })).body.mailboxes).toHaveLength(200);
  });

  it("open the base domain to vip accounts", async () => {
    const desk = await openDesk();
    const token = await otherAccount(desk, { tier: "vip" });
    const body = { name: "shop", domain_base: "vip.localhost" };
    expect((await desk.call("POST", "subdomain/register", { token, body })).body.subdomain.domain).toBe(
      "shop.vip.localhost",
    );
  });
});

describe("accounts", () => {
  it("see nothing of each other", async () => {
    const desk = await openDesk();
    const token = await otherAccount(desk);
    const { id } = (await register(desk, "mine")).body.mailbox;
    const subdomain = (await desk.call("POST", "subdomain/register", { body: { name: "mine" } })).body.subdomain.id;
    const key = (await desk.call("POST", "agent-tokens/create", { body: { name: "mine" } })).body.agent_token.id;
    for (const [method, path] of [
      ["GET", `mailbox/${id}/emails`],
      ["POST", `mailbox/${id}/token`],
      ["DELETE", `mailbox/${id}`],
      ["POST", `subdomain/${subdomain}/renew-token`],
      ["DELETE", `subdomain/${subdomain}`],
      ["DELETE", `agent-tokens/${key}`],
    ] as const)
      expect((await desk.call(method, path, { token })).status).toBe(404);
    expect((await desk.call("PUT", `agent-tokens/${key}`, { token, body: { name: 5 } })).status).toBe(404);
    expect((await desk.call("GET", "mailbox/list", { token })).body.mailboxes).toEqual([]);
  });
});

describe("agent keys", () => {
  const create = (desk: Desk, body: object, token = firstKey) =>
    desk.call("POST", "agent-tokens/create", { token, body });

  it("give away no more than they hold", async () => {
    const desk = await openDesk();
    const { token } = (await create(desk, { name: "a", scopes: "token:write, mailbox:read" })).body.agent_token;
    expect((await create(desk, { name: "b" }, token)).body.code).toBe("missing_scope");
    expect((await create(desk, { name: "b", scopes: "mailbox:delete" }, token)).body.code).toBe("missing_scope");
    const lesser = (await create(desk, { name: "b", scopes: "mailbox:read" }, token)).body.agent_token;
    expect(lesser.scopes).toBe("mailbox:read");
    const raise = (scopes: string | null) => desk.call("PUT", `agent-tokens/${lesser.id}`, { token, body: { scopes } });
    expect((await raise(null)).body.code).toBe("missing_scope");
    expect((await raise("sms:read")).body.code).toBe("missing_scope");
  });

  it("give away nothing that outlasts them", async () => {
    const desk = await openDesk();
    const expiry = "2090-06-01T00:00:00.000Z";
    const { token, id } = (await create(desk, { name: "a", expiry })).body.agent_token;
    expect((await create(desk, { name: "b" }, token)).body.agent_token.expiry).toBe(expiry);
    const earlier = (await create(desk, { name: "b", expiry: "2090-05-01T00:00:00Z" }, token)).body.agent_token;
    expect(earlier.expiry).toBe("2090-05-01T00:00:00.000Z");
    for (const later of [null, "2090-06-01T00:00:01Z"]) {
      expect((await create(desk, { name: "b", expiry: later }, token)).body.code).toBe("missing_scope");
      for (const key of [id, earlier.id]) {
        const { body } = await desk.call("PUT", `agent-tokens/${key}`, { token, body: { expiry: later } });
        expect(body.code).toBe("missing_scope");
      }
    }
    const put = (key: string, body: object) => desk.call("PUT", `agent-tokens/${key}`, { token, body });
    expect((await put(earlier.id, { expiry })).status).toBe(200);
    // What does not change is not given.
    const lasting = (await create(desk, { name: "c" })).body.agent_token;
    expect((await put(lasting.id, { name: "renamed" })).status).toBe(200);
  });

  it.each(["svcagt_TestTestTestTestTestTest1234", "ghp_0123456789abcdef", "mailbox:read,svcm_abcdefghijklmnopqrst"])(
    "repeat nothing of a token that was typed into the scopes (%s)",
    async (scopes) => {
      const { status, body } = await create(await openDesk(), { name: "a", scopes });
      expect(status).toBe(400);
      expect(body.error).not.toMatch(/svcagt_T|ghp_|svcm_a/);
    },
  );

  it.each([
    ["", "empty"],
    ["mailbox:reed", "mailbox:reed"],
    [",", "empty"],
  ])("refuse the scopes %j", async (scopes, part) => {
    const { status, body } = await create(await openDesk(), { name: "a", scopes });
    expect(status).toBe(400);
    expect(body.error).toContain(part);
  });

  it("stop working at their expiry, and keep no past one", async () => {
    let now = Date.UTC(2026, 0, 1);
    const desk = await openDesk({ clock: { now: () => now } });
    expect((await create(desk, { name: "a", expiry: "2025-12-31T00:00:00Z" })).status).toBe(400);
    expect((await create(desk, { name: "a", expiry: "tomorrow" })).status).toBe(400);
    const { id, token, expiry } = (await create(desk, { name: "a", expiry: "2026-01-01T02:00:00+01:00" })).body
      .agent_token;
    expect(expiry).toBe("2026-01-01T01:00:00.000Z");
    expect((await desk.call("GET", "account", { token })).status).toBe(200);
    now += 3_600_000;
    expect((await desk.call("GET", "account", { token })).status).toBe(401);
    await desk.call("PUT", `agent-tokens/${id}`, { body: { expiry: null } });
    expect((await desk.call("GET", "account", { token })).status).toBe(200);
  });

  it("are shown once, stored as a hash, and listed with their last use", async () => {
    const desk = await openDesk();
    const { token, id } = (await create(desk, { name: "a" })).body.agent_token;
    await desk.call("GET", "account", { token });
    const listed = await desk.call("GET", "agent-tokens/list");
    expect(listed.body.agent_tokens).toMatchObject([{ id, last_used_at: expect.any(String) }]);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(JSON.stringify(await desk.server.services.agentKeys.find(id))).not.toContain(token);
  });

  it("work only for what their kind is for", async () => {
    const desk = await openDesk();
    const box = (await register(desk, "x")).body.mailbox;
    expect((await desk.call("GET", "mailbox/list", { token: box.token })).status).toBe(401);
    expect((await desk.call("GET", "mail/recent")).status).toBe(401);
    expect((await desk.call("GET", "mail/recent", { token: `${box.token}x` })).status).toBe(401);
    expect((await desk.call("GET", "mail/recent", { token: null, headers: { authorization: box.token } })).status).toBe(
      401,
    );
  });
});

describe("the earlier edition", () => {
  it("has no SMS, no key updates, no sms scopes, and limits by tier", async () => {
    const desk = await openDesk({ edition: "earlier" });
    for (const path of ["sms/list", "sms/recent", "sms/check?phone=5550123456"])
      expect((await desk.call("GET", path)).status).toBe(404);
    expect((await desk.call("POST", "sms/push", { body: {} })).status).toBe(404);
    const put = await desk.call("PUT", "agent-tokens/some-id", { body: {} });
    expect({ status: put.status, allow: put.headers.get("allow") }).toEqual({ status: 405, allow: "DELETE, OPTIONS" });
    const scopes = await desk.call("POST", "agent-tokens/create", { body: { name: "a", scopes: "sms:read" } });
    expect(scopes.status).toBe(400);
    const { limits, retention } = (await desk.call("GET", "server/version")).body;
    expect(limits).toEqual({ mailboxes: { normal: 5, vip: 10, svip: 50, ssvip: null } });
    expect(retention).toEqual({ emails_per_mailbox: 10, days: 30 });
    const token = await otherAccount(desk, { tier: "vip" });
    expect((await desk.call("GET", "mailbox/list", { token })).body.limit).toBe(10);
  });
});

describe("requests that make no sense", () => {
  it("get 404 for an unknown path and 405 with Allow for another method", async () => {
    const desk = await openDesk();
    expect((await desk.call("GET", "nothing/here")).body.code).toBe("not_found");
    const put = await desk.call("PUT", "mailbox/register");
    expect({ status: put.status, allow: put.headers.get("allow") }).toEqual({ status: 405, allow: "POST, OPTIONS" });
  });

  it("may ask from any origin", async () => {
    const desk = await openDesk();
    const preflight = await desk.call("OPTIONS", "mail/recent", { token: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    expect((await desk.call("GET", "mail/recent", { token: null })).headers.get("access-control-allow-origin")).toBe(
      "*",
    );
  });

  it("have unknown fields and parameters ignored", async () => {
    const desk = await openDesk();
    const { status } = await desk.call("POST", "mailbox/register?x=1", { body: { name: "a", color: "red" } });
    expect(status).toBe(200);
  });

  it("never see a secret in an error", async () => {
    const desk = await openDesk();
    const token = "svcm_SecretSecretSecretSecret12";
    expect(JSON.stringify((await desk.call("GET", "mail/recent", { token })).body)).not.toContain("Secret");
  });
});

describe("mails in a mailbox", () => {
  it("are the latest ten, with ids in order of arrival even when the clock steps back", async () => {
    let now = Date.UTC(2026, 0, 1);
    const desk = await openDesk({ clock: { now: () => (now -= 1000) } });
    const { token } = (await register(desk, "x")).body.mailbox;
    await Promise.all(Array.from({ length: 25 }, (_, index) => deliver(desk, "x", { subject: `${index}` })));
    const { emails } = (await desk.call("GET", "mail/recent", { token })).body;
    expect(emails.map((mail: { subject: string }) => Number(mail.subject))).toEqual([
      24, 23, 22, 21, 20, 19, 18, 17, 16, 15,
    ]);
    const ids = emails.map((mail: { id: string }) => mail.id);
    expect(ids.toSorted().toReversed()).toEqual(ids);
  });

  it("are gone after the retention time", async () => {
    let now = Date.UTC(2026, 0, 1);
    const desk = await openDesk({ clock: { now: () => now }, retentionDays: 2 });
    const { token } = (await register(desk, "x")).body.mailbox;
    await deliver(desk, "x");
    const { id } = (await desk.call("GET", "mail/recent", { token })).body.emails[0];
    now += 2 * 86_400_000 + 1;
    expect((await desk.call("GET", "mail/recent", { token })).body.emails).toEqual([]);
    expect((await desk.call("GET", `mail/message/${id}`, { token })).status).toBe(404);
  });

  it("show 140 characters of their text, white space collapsed", async () => {
    const desk = await openDesk();
    const { token } = (await register(desk, "x")).body.mailbox;
    await deliver(desk, "x", { body: ` a \n\n b ${"😀".repeat(200)}` });
    const { snippet } = (await desk.call("GET", "mail/recent", { token })).body.emails[0];
    expect(snippet).toBe(`a b ${"😀".repeat(136)}`);
  });
});

describe("the first start", () => {
  it("prints a key once and takes the operator's", async () => {
    const server = await createServer({ storage: "memory:", smtp: false });
    expect(server.key).toMatch(/^svcagt_[0-9A-Za-z]{28}$/);
    await expect(createServer({ storage: "memory:", bootstrapKey: "short" })).rejects.toThrow(
      "FRONTDESK_BOOTSTRAP_KEY",
    );
  });

  it("names every flag that is wrong", async () => {
    await expect(createServer({ storage: "memory:", port: 70_000, mailDomain: "a b" })).rejects.toThrow(
      /--port must be at most 65535\n--mail-domain must be a domain name/,
    );
  });
});
