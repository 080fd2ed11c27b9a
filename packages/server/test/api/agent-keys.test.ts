import { describe, expect, it } from "vitest";
import { type Desk, firstKey, openDesk } from "./harness.ts";

const register = (desk: Desk, name: string) => desk.call("POST", "mailbox/register", { body: { name } });

describe("agent keys", () => {
  const create = (desk: Desk, body: object, token = firstKey) =>
    desk.call("POST", "agent-tokens/create", { token, body });

  it("grant no more than they have", async () => {
    const desk = await openDesk();
    const { token } = (await create(desk, { name: "a", scopes: "token:write, mailbox:read" })).body.agent_token;
    expect((await create(desk, { name: "b" }, token)).body.code).toBe("missing_scope");
    expect((await create(desk, { name: "b", scopes: "mailbox:delete" }, token)).body.code).toBe("missing_scope");
    const lesser = (await create(desk, { name: "b", scopes: "mailbox:read" }, token)).body.agent_token;
    expect(lesser.scopes).toBe("mailbox:read");
    const raise = (scopes: string | null) => desk.call("PUT", `agent-tokens/${lesser.id}`, { token, body: { scopes } });
    expect((await raise(null)).body.code).toBe("missing_scope");
    expect((await raise("sms:read")).body.code).toBe("missing_scope");
    // What does not change is not given.
    const full = (await create(desk, { name: "c" })).body.agent_token;
    const rename = await desk.call("PUT", `agent-tokens/${full.id}`, { token, body: { name: "renamed" } });
    expect(rename).toMatchObject({ status: 200, body: { agent_token: { name: "renamed", scopes: null } } });
  });

  it("grant nothing that outlasts them", async () => {
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

  it.each([
    "svcagt_TestTestTestTestTestTest1234",
    "ghp_0123456789abcdef",
    "mailbox:read,svcm_abcdefghijklmnopqrst",
    // Claim codes; one in ninety has no digit.
    "wKvblMdCcXyUqPb_pWFrJQ",
    "GRCKOAiWzBMPBzOw-umtTA",
    // Secrets of authenticators, without a digit.
    "JBSWYQDPEHPKQPXP",
    "JBSW YQDP EHPK QPXP",
    "SVCM_ABCDEFGHIJ",
  ])("do not echo a token that was typed into the scopes (%s)", async (scopes) => {
    const { status, body } = await create(await openDesk(), { name: "a", scopes });
    expect(status).toBe(400);
    expect(body.error).not.toMatch(/svcagt_T|ghp_|svcm_a|wKvbl|GRCKO|JBSW|SVCM/);
  });

  it.each([
    ["", "empty"],
    ["mailbox:reed", '"mailbox:reed"'],
    ["nope", '"nope"'],
    ["mailbox:read, Mailbox.Read", '"Mailbox.Read"'],
    ["mailbox:read sms:read", '"mailbox:read sms:read"'],
    ["*", '"*"'],
    ["MAILBOX:READ", '"MAILBOX:READ"'],
    ["mailbox:read,ALL", '"ALL"'],
    ["SMS:*", '"SMS:*"'],
    [",", "empty"],
  ])("reject the scopes %j", async (scopes, part) => {
    const { status, body } = await create(await openDesk(), { name: "a", scopes });
    expect(status).toBe(400);
    expect(body.error).toContain(part);
  });

  it("stop working at their expiry, and accept none in the past", async () => {
    let now = Date.UTC(2026, 0, 1);
    const desk = await openDesk({ clock: { now: () => now } });
    expect((await create(desk, { name: "a", expiry: "2025-12-31T00:00:00Z" })).status).toBe(400);
    expect((await create(desk, { name: "a", expiry: "2026-01-01T00:00:00Z" })).status).toBe(400);
    expect((await create(desk, { name: "a", expiry: "2026-01-01T00:00:00.001Z" })).status).toBe(200);
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
    await create(desk, { name: "b" });
    await desk.call("GET", "account", { token });
    const listed = await desk.call("GET", "agent-tokens/list");
    const used = { id, last_used_at: expect.any(String) };
    expect(listed.body.agent_tokens).toMatchObject([used, { name: "b", last_used_at: null }]);
    const renamed = await desk.call("PUT", `agent-tokens/${id}`, { body: { name: "c" } });
    expect(renamed.body.agent_token).toMatchObject(used);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(JSON.stringify(await desk.server.services.agentKeys.find(id))).not.toContain(token);
  });

  it("work only for the operations of their kind", async () => {
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
