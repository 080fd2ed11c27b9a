import { describe, expect, it } from "vitest";
import { createServer } from "../../src/index.ts";
import { type Desk, deliver, openDesk } from "./harness.ts";

const register = (desk: Desk, name: string) => desk.call("POST", "mailbox/register", { body: { name } });

async function otherAccount(desk: Desk, settings = {}) {
  const { accounts, agentKeys } = desk.server.services;
  const account = await accounts.create("other", settings);
  return (await agentKeys.create(account.id, { name: "other's" })).token;
}

describe("limits", () => {
  it("apply however many registrations run concurrently", async () => {
    const desk = await openDesk();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => register(desk, `box${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await desk.call("GET", "mailbox/list")).body.used).toBe(5);
  });

  it("give one name to one of all concurrent requests", async () => {
    const desk = await openDesk();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(desk, "same")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "already_taken")).toHaveLength(19);
  });

  it("treat no letter as another that only looks like it", async () => {
    const desk = await openDesk();
    const kelvin = "\u212Aate";
    expect((await register(desk, kelvin)).body.code).toBe("invalid_request");
    expect((await desk.call("POST", "subdomain/register", { body: { name: kelvin } })).body.code).toBe(
      "invalid_request",
    );
    expect((await desk.call("GET", `mailbox/check?name=${encodeURIComponent(kelvin)}`)).body.reason).toBe("invalid");
  });

  it("free the name and the quota at once when a mailbox is deleted", async () => {
    const desk = await openDesk({ freeMailboxes: 1 });
    const { id } = (await register(desk, "one")).body.mailbox;
    expect((await register(desk, "two")).body.code).toBe("limit_reached");
    await desk.call("DELETE", `mailbox/${id}`);
    expect((await register(desk, "one")).status).toBe(200);
  });

  it("grow when the operator raises them", async () => {
    const desk = await openDesk({ freeMailboxes: 0 });
    const token = await otherAccount(desk, { extra_mailboxes: "unlimited", extra_sms_tokens: 2 });
    expect((await desk.call("GET", "account", { token })).body.account.limits).toMatchObject({
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
  it("cannot see each other", async () => {
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

describe("limits of an account", () => {
  it("apply to subdomains and agent keys, are shown, and are free again at once", async () => {
    const desk = await openDesk({ subdomainsPerAccount: 2, agentKeysPerAccount: 3 });
    const make = (name: string) => desk.call("POST", "subdomain/register", { body: { name } });
    const first = (await make("one")).body.subdomain;
    const answers = await Promise.all(["two", "three", "four"].map(make));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe("limit_reached");
    const keys = await Promise.all(
      ["a", "b", "c"].map((name) => desk.call("POST", "agent-tokens/create", { body: { name } })),
    );
    expect(keys.map(({ status, body }) => [status, body.code])).toContainEqual([403, "limit_reached"]);
    const { limits, usage } = (await desk.call("GET", "account")).body.account;
    expect(limits).toMatchObject({ subdomains: 2, agent_keys: 3 });
    expect(usage).toMatchObject({ subdomains: 2, agent_keys: 3 });
    await desk.call("DELETE", `subdomain/${first.id}`);
    expect((await make("five")).status).toBe(200);
  });

  it("are lifted by 0", async () => {
    const desk = await openDesk({ subdomainsPerAccount: 0, agentKeysPerAccount: 0 });
    const { limits } = (await desk.call("GET", "account")).body.account;
    expect(limits).toMatchObject({ subdomains: null, agent_keys: null });
  });
});

describe("the previous edition", () => {
  it("does not mention SMS", async () => {
    await using server = await createServer({ storage: "memory:", smtp: false, dashboard: false, edition: "earlier" });
    for (const path of ["/", "/llms.txt", "/downloads/svc-tunnel-skill.md", "/.well-known/agent-skills/index.json"]) {
      const text = await (await server.fetch(new Request(`http://desk.test${path}`))).text();
      expect(text).toMatch(/tunnels?|Tunnels/);
      expect(text).not.toMatch(/sms/i);
    }
  });

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
    expect(limits).toMatchObject({ mailboxes: { normal: 5, vip: 10, svip: 50, ssvip: null } });
    expect(retention).toEqual({ emails_per_mailbox: 10, days: 30 });
    const token = await otherAccount(desk, { tier: "vip" });
    expect((await desk.call("GET", "mailbox/list", { token })).body.limit).toBe(10);
    expect((await desk.call("GET", "account", { token })).body.account.limits.mailboxes).toBe(10);
  });
});

describe("invalid requests", () => {
  it("get 404 for an unknown path and 405 with Allow for another method", async () => {
    const desk = await openDesk();
    expect((await desk.call("GET", "nothing/here")).body.code).toBe("not_found");
    const put = await desk.call("PUT", "mailbox/register");
    expect({ status: put.status, allow: put.headers.get("allow") }).toEqual({ status: 405, allow: "POST, OPTIONS" });
  });

  it("are allowed from any origin", async () => {
    const desk = await openDesk();
    const preflight = await desk.call("OPTIONS", "mail/recent", { token: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    expect((await desk.call("GET", "mail/recent", { token: null })).headers.get("access-control-allow-origin")).toBe(
      "*",
    );
  });

  it("with unknown fields and parameters succeed", async () => {
    const desk = await openDesk();
    const { status } = await desk.call("POST", "mailbox/register?x=1", { body: { name: "a", color: "red" } });
    expect(status).toBe(200);
  });

  it("never get a secret in an error", async () => {
    const desk = await openDesk();
    const token = "svcm_SecretSecretSecretSecret12";
    expect(JSON.stringify((await desk.call("GET", "mail/recent", { token })).body)).not.toContain("Secret");
  });
});

describe("mails in a mailbox", () => {
  it("are the latest ten, with ids in order of arrival even if the clock goes back", async () => {
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

  it("have a snippet of 140 characters, white space collapsed", async () => {
    const desk = await openDesk();
    const { token } = (await register(desk, "x")).body.mailbox;
    await deliver(desk, "x", { body: ` a \n\n b ${"😀".repeat(200)}` });
    const { snippet } = (await desk.call("GET", "mail/recent", { token })).body.emails[0];
    expect(snippet).toBe(`a b ${"😀".repeat(136)}`);
  });
});

describe("the first start", () => {
  it("prints a generated key once and accepts the operator's", async () => {
    const server = await createServer({ storage: "memory:", smtp: false });
    expect(server.key).toMatch(/^svcagt_[0-9A-Za-z]{28}$/);
    await expect(createServer({ storage: "memory:", bootstrapKey: "short" })).rejects.toThrow(
      "bootstrapKey must be svcagt_",
    );
  });

  it("names every invalid option", async () => {
    await expect(createServer({ storage: "memory:", port: 70_000, mailDomain: "a b" })).rejects.toThrow(
      /^port must be at most 65535\nmailDomain must be a domain name/,
    );
  });
});
