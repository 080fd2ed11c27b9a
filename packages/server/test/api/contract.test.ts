import { conform } from "@frontdesk/contract/conform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provokeAuthenticatorResponses } from "./authenticator-responses.ts";
import { documented, fill, testEverywhere } from "./everywhere-suite.ts";
import { type Desk, deliver, openDesk } from "./harness.ts";
import { provokePushMailResponses } from "./push-mail-responses.ts";
import { provokeWebhookAnswers } from "./webhook-answers.ts";

/** One recorder over all servers of this file, so that `missing()` sees every answer provoked here. */
let target: (request: Request) => Promise<Response>;
const fetch = conform((request) => target(request));
const open = (options: Parameters<typeof openDesk>[0] = {}) =>
  openDesk(options, (server) => {
    return Object.assign(
      (input: string | URL | Request, init?: RequestInit) => {
        target = server.fetch;
        return fetch(input, init);
      },
      { missing: fetch.missing },
    );
  });

describe("every documented response can be provoked", () => {
  let desk: Desk;
  let limited: string;
  let mailbox: { id: string; token: string };
  let smsToken: { id: string; token: string };

  beforeAll(async () => {
    desk = await open({ maxWaits: 1 });
    const { body } = await desk.call("POST", "agent-tokens/create", {
      body: { name: "limited", scopes: "token:read" },
    });
    limited = body.agent_token.token;
  });

  it("answers the public operations", async () => {
    expect((await desk.call("GET", "server/version", { token: null })).body.edition).toBe("later");
    expect((await desk.call("GET", "subdomain/check/demo", { token: null })).body.available).toBe(true);
    expect((await desk.call("GET", "subdomain/check/demo?domain_base=other.test", { token: null })).status).toBe(400);
    expect((await desk.call("GET", "mailbox/check?name=signup", { token: null })).body.available).toBe(true);
    expect((await desk.call("GET", "mailbox/check", { token: null })).status).toBe(400);
    expect((await desk.call("GET", "sms/check?phone=5550123456", { token: null })).body.valid).toBe(true);
    expect((await desk.call("GET", "sms/check", { token: null })).status).toBe(400);
    expect((await desk.call("GET", "/downloads/svc-tunnel-skill.md", { token: null })).body).toContain("# Frontdesk");
  });

  it("manages authenticators", () => provokeAuthenticatorResponses(desk));
  it("manages webhooks", () => provokeWebhookAnswers(desk, limited));

  it("manages subdomains", async () => {
    expect((await desk.call("POST", "subdomain/register", { body: {} })).body.error).toBe("`name` is missing.");
    const { body } = await desk.call("POST", "subdomain/register", { body: { name: "demo" } });
    expect(body.subdomain).toMatchObject({ domain: "demo.tunnel.localhost", online: false, clients: 0 });
    expect(body.subdomain.token).toMatch(/^svc_[0-9A-Za-z]{28}$/);
    expect((await desk.call("POST", "subdomain/register", { body: { name: "DEMO" } })).status).toBe(409);
    const vip = await desk.call("POST", "subdomain/register", { body: { name: "demo", domain_base: "vip.localhost" } });
    expect(vip).toMatchObject({ status: 403, body: { code: "vip_required" } });
    expect((await desk.call("GET", "subdomain/list")).body.subdomains).toHaveLength(1);
    expect((await desk.call("GET", "subdomain/list?limit=0")).status).toBe(400);
    const renewed = await desk.call("POST", `subdomain/${body.subdomain.id}/renew-token`);
    expect(renewed.body.subdomain.token).not.toBe(body.subdomain.token);
    expect((await desk.call("DELETE", `subdomain/${body.subdomain.id}`)).body).toEqual({ success: true });
    expect((await desk.call("DELETE", `subdomain/${body.subdomain.id}`)).status).toBe(404);
    expect((await desk.call("POST", `subdomain/${body.subdomain.id}/renew-token`)).status).toBe(404);
  });

  it("manages mailboxes", async () => {
    const { body } = await desk.call("POST", "mailbox/register", { body: { name: "SignUp" } });
    mailbox = body.mailbox;
    expect(body.mailbox).toMatchObject({ name: "signup", address: "signup@desk.example.com", email_count: 0 });
    expect((await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body.code).toBe("already_taken");
    expect((await desk.call("POST", "mailbox/register", { body: { name: "a..b" } })).body.code).toBe("invalid_request");
    for (const name of ["b", "c", "d", "e"]) await desk.call("POST", "mailbox/register", { body: { name } });
    const sixth = await desk.call("POST", "mailbox/register", { body: { name: "f" } });
    expect(sixth).toMatchObject({ status: 403, body: { code: "limit_reached" } });
    expect((await desk.call("GET", "mailbox/list")).body).toMatchObject({ limit: 5, used: 5 });
    await deliver(desk, "signup");
    expect((await desk.call("GET", `mailbox/${mailbox.id}/emails?limit=1`)).body.emails).toHaveLength(1);
    expect((await desk.call("GET", "mailbox/list?limit=2")).body).toMatchObject({ used: 5, next: expect.any(String) });
    expect((await desk.call("GET", "mailbox/list?cursor=junk")).status).toBe(400);
    expect((await desk.call("GET", "audit?cursor=JUNK")).status).toBe(400);
    expect((await desk.call("GET", "audit?limit=1")).body.entries).toHaveLength(1);
    expect((await desk.call("GET", "mailbox/rejected")).body.rejected).toEqual([]);
    expect((await desk.call("GET", `mailbox/${mailbox.id}/emails?limit=11`)).status).toBe(400);
    expect((await desk.call("POST", `mailbox/${mailbox.id}/test`)).body).toMatchObject({
      recipient: "signup@desk.example.com",
      code: expect.stringMatching(/^\d{6}$/),
    });
    expect((await desk.call("POST", "mailbox/nothing/test")).status).toBe(404);
    expect((await desk.call("DELETE", "mailbox/nothing/emails")).status).toBe(404);
    expect((await desk.call("DELETE", `mailbox/${mailbox.id}/emails`)).body).toEqual({ success: true });
    expect((await desk.call("GET", `mailbox/${mailbox.id}/emails`)).body.emails).toEqual([]);
    await deliver(desk, "signup");
    expect((await desk.call("GET", "mailbox/nothing/emails?limit=11")).status).toBe(404);
    const rotated = await desk.call("POST", `mailbox/${mailbox.id}/token`);
    mailbox = rotated.body.mailbox;
    expect((await desk.call("POST", "mailbox/nothing/token")).status).toBe(404);
    expect((await desk.call("DELETE", "mailbox/nothing")).status).toBe(404);
  });

  it("lets a mailbox be read with its own key", async () => {
    const { token } = mailbox;
    const { body } = await desk.call("GET", "mail/recent?n=5", { token });
    expect(body.emails[0]).toMatchObject({ subject: "Hello", snippet: "A text." });
    expect((await desk.call("GET", `mail/message/${body.emails[0].id}`, { token })).body.email.body).toBe("A text.");
    expect((await desk.call("GET", "mail/message/nothing", { token })).status).toBe(404);
    expect((await desk.call("GET", "mail/recent?n=11", { token })).body.error).toBe("`n` must be at most 10.");
    const held = desk.call("GET", `mail/recent?wait=20&after=${body.cursor}`, { token });
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    const refused = await desk.call("GET", `mail/recent?wait=20&after=${body.cursor}`, { token });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    await deliver(desk, "signup");
    expect((await held).body.emails).toHaveLength(1);
    expect((await desk.call("DELETE", `mailbox/${mailbox.id}`)).body).toEqual({ success: true });
    expect((await desk.call("GET", "mail/recent", { token })).status).toBe(401);
  });

  it("manages SMS tokens", async () => {
    const { body } = await desk.call("POST", "sms/register", { body: {} });
    smsToken = body.sms_token;
    expect((await desk.call("POST", "sms/register", { body: { phone: 5 } })).status).toBe(400);
    for (let count = 1; count < 5; count++) await desk.call("POST", "sms/register");
    expect((await desk.call("POST", "sms/register")).body.code).toBe("limit_reached");
    expect((await desk.call("GET", "sms/list")).body).toMatchObject({ limit: 5, used: 5 });
    expect((await desk.call("GET", "sms/list?limit=1001")).status).toBe(400);
    smsToken = (await desk.call("POST", `sms/${smsToken.id}/token`)).body.sms_token;
    expect((await desk.call("POST", "sms/nothing/token")).status).toBe(404);
    expect((await desk.call("GET", `sms/${smsToken.id}/messages`)).body.messages).toEqual([]);
    expect((await desk.call("GET", `sms/${smsToken.id}/messages?limit=0`)).status).toBe(400);
    expect((await desk.call("GET", "sms/nothing/messages")).status).toBe(404);
    expect((await desk.call("GET", `sms/${smsToken.id}/setup?phone=5550123456`)).body.apps.length).toBeGreaterThan(2);
    expect((await desk.call("GET", `sms/${smsToken.id}/setup`)).body.error).toBe("`phone` is missing.");
    expect((await desk.call("GET", "sms/nothing/setup")).status).toBe(404);
    expect((await desk.call("DELETE", "sms/nothing")).status).toBe(404);
  });

  it("receives SMS messages and returns them", async () => {
    const { token } = smsToken;
    const text = (phone: string) => ({ phone, sender: "SHOP", body: "903114 is your code." });
    const pushed = await desk.call("POST", "sms/push", { token, body: { messages: [text("5550123456")] } });
    expect(pushed.body).toMatchObject({ stored: 1, duplicates: 0, token_full: false });
    expect((await desk.call("POST", "sms/push", { token, body: { messages: [{}] } })).status).toBe(400);
    const third = { messages: [text("5550123457"), text("5550123458")] };
    expect((await desk.call("POST", "sms/push", { token, body: third })).body).toMatchObject({
      code: "token_full",
      use_new_token: true,
      token_full: true,
    });
    const { body } = await desk.call("GET", "sms/recent", { token });
    expect(body.messages).toHaveLength(1);
    expect((await desk.call("GET", `sms/message/${body.messages[0].id}`, { token })).body.message.body).toContain(
      "903114",
    );
    expect((await desk.call("GET", "sms/message/nothing", { token })).status).toBe(404);
    expect((await desk.call("GET", "sms/recent?n=21", { token })).status).toBe(400);
    const held = desk.call("GET", `sms/recent?wait=20&after=${body.cursor}`, { token });
    await expect.poll(() => desk.server.services.sms.pending()).toBe(1);
    expect((await desk.call("GET", `sms/recent?wait=20&after=${body.cursor}`, { token })).status).toBe(429);
    expect((await desk.call("DELETE", `sms/${smsToken.id}`)).status).toBe(200);
    expect((await held).status).toBe(401);
  });

  it("exchanges codes for keys", async () => {
    const { sms_token } = (await desk.call("POST", "sms/register")).body;
    const { code } = (await desk.call("POST", `sms/${sms_token.id}/pair`)).body.pairing;
    expect((await desk.call("POST", "sms/nothing/pair")).status).toBe(404);
    const trade = (path: string, body: unknown) => desk.call("POST", path, { token: null, body });
    expect((await trade("sms/pair", { code })).body.sms_token.token).toBe(sms_token.token);
    const account = (await desk.server.services.accounts.findByName("default"))!;
    const signIn = await desk.server.services.claims.issue("sign-in", { account: account.id });
    const { agent_token } = (await trade("sign-in", { code: signIn.code })).body;
    expect(agent_token.name).toBe("dashboard");
    for (const path of ["sms/pair", "sign-in"]) {
      expect((await trade(path, {})).body.error).toBe("`code` is missing.");
      expect((await trade(path, { code })).status).toBe(401);
    }
    expect((await desk.call("DELETE", `sms/${sms_token.id}`)).status).toBe(200);
    expect((await desk.call("DELETE", `agent-tokens/${agent_token.id}`)).status).toBe(200);
  });

  it("takes mails over HTTP", () => provokePushMailResponses(desk));

  it("manages agent keys", async () => {
    expect((await desk.call("GET", "account")).body.account.name).toBe("default");
    expect((await desk.call("GET", "agent-tokens/list")).body.agent_tokens).toHaveLength(1);
    expect((await desk.call("GET", "agent-tokens/list?limit=1")).body).toMatchObject({ next: null });
    expect((await desk.call("GET", "agent-tokens/list?limit=x")).status).toBe(400);
    expect((await desk.call("POST", "agent-tokens/create", { body: { name: "" } })).status).toBe(400);
    const { id } = (await desk.call("POST", "agent-tokens/create", { body: { name: "ci" } })).body.agent_token;
    const update = (body: unknown, target = id) => desk.call("PUT", `agent-tokens/${target}`, { body });
    expect((await update({ name: "ci 2", scopes: "mailbox:read" })).body.agent_token).toMatchObject({ name: "ci 2" });
    expect((await update({ scopes: "" })).status).toBe(400);
    expect((await update({}, "nothing")).status).toBe(404);
    expect((await desk.call("DELETE", `agent-tokens/${id}`)).status).toBe(200);
    expect((await desk.call("DELETE", `agent-tokens/${id}`)).status).toBe(404);
    const own = (await desk.call("GET", "account")).body.agent_token.id;
    expect((await desk.call("DELETE", `agent-tokens/${own}`)).body.code).toBe("own_key");
  });

  it.each(documented.filter(([, { token }]) => token !== "none" && token !== "signature"))(
    "%s refuses a missing credential",
    async (_id, { method, path }) => {
      const { status, body, headers } = await desk.call(method, fill(path), { token: null });
      expect({ status, code: body.code, scheme: headers.get("www-authenticate") }).toEqual({
        status: 401,
        code: "unauthenticated",
        scheme: "Bearer",
      });
    },
  );

  it.each(documented.filter(([, { scope }]) => scope !== null && scope !== "token:read"))(
    "%s refuses a key without its scope, before anything else",
    async (_id, { method, path, scope }) => {
      const { status, body } = await desk.call(method, fill(path), {
        token: limited,
        ...(method === "GET" ? {} : { body: {} }),
      });
      expect(status).toBe(403);
      expect(body.error).toContain(scope);
    },
  );

  it("does not list keys without token:read", async () => {
    const { body } = await desk.call("POST", "agent-tokens/create", { body: { name: "x", scopes: "mailbox:read" } });
    expect((await desk.call("GET", "agent-tokens/list", { token: body.agent_token.token })).status).toBe(403);
  });

  it("rejects a list instead of an object, even if every field is optional", async () => {
    const { status, body } = await desk.call("POST", "sms/register", { body: [] });
    expect({ status, error: body.error }).toEqual({ status: 400, error: "The body must be an object." });
  });

  it.each(["subdomain/check/%ff", "mailbox/%E0%A4%A", "nothing/%"])(
    "reports the path %s as the client's error",
    async (path) => {
      const answer = await desk.server.fetch(new Request(`http://desk.test/svc-api/${path}`));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "invalid_request" });
    },
  );

  testEverywhere(open);

  afterAll(() => {
    // The signed webhook has a test file of its own.
    expect(fetch.missing().filter((answer) => !answer.startsWith("pushFromSmsGate "))).toEqual([]);
  });
});
