import { expect, test } from "vitest";
import { ask, id, now, open } from "./whole-answer-bed.ts";

// Each answer as a whole, because a program may read any of its fields.

test("an agent key is shown with its token once, then without, and as it is after a change", async () => {
  const desk = await open();
  const settings = { name: "ci", scopes: "sms:read, mailbox:read", expiry: "2026-02-01T01:00:00+01:00" };
  const { agent_token: created } = await ask(desk, "POST agent-tokens/create", settings);
  const { token, ...shown } = created;
  expect(token).toMatch(/^svcagt_\w+$/);
  expect(shown).toEqual({
    id,
    name: "ci",
    scopes: "mailbox:read,sms:read",
    expiry: "2026-02-01T00:00:00.000Z",
    created_at: now,
    last_used_at: null,
  });
  expect(await ask(desk, "GET agent-tokens/list")).toEqual({ agent_tokens: [shown] });
  await ask(desk, "GET account", undefined, token);
  const changed = { ...shown, name: "renamed", scopes: null, expiry: null, last_used_at: now };
  const change = { name: "renamed", scopes: null, expiry: null };
  expect(await ask(desk, `PUT agent-tokens/${created.id}`, change)).toEqual({ agent_token: changed });
  expect(await ask(desk, "GET agent-tokens/list?limit=1")).toEqual({ agent_tokens: [changed], next: null });
  expect(await ask(desk, `DELETE agent-tokens/${created.id}`)).toEqual({});
  expect(await ask(desk, "GET agent-tokens/list")).toEqual({ agent_tokens: [] });
});

test("an authenticator is shown without its secret, and its code with the next one", async () => {
  const desk = await open();
  const uri = "otpauth://totp/Shop:ann?secret=JBSWY3DPEHPK3PXP&issuer=Shop&digits=8&period=60&algorithm=SHA256";
  const { authenticator } = await ask(desk, "POST authenticators/register", { name: "Shop", uri });
  expect(authenticator).toEqual({
    id,
    name: "shop",
    issuer: "Shop",
    account: "ann",
    digits: 8,
    period: 60,
    algorithm: "SHA256",
    created_at: now,
  });
  const secret = { secret: "JBSWY3DPEHPK3PXP" };
  const plain = (await ask(desk, "POST authenticators/register", secret)).authenticator;
  expect(plain).toEqual({
    id,
    name: expect.stringMatching(/^authenticator-[0-9a-z]{16}$/),
    issuer: null,
    account: null,
    digits: 6,
    period: 30,
    algorithm: "SHA1",
    created_at: now,
  });
  expect(await ask(desk, "GET authenticators/list")).toEqual({ authenticators: [authenticator, plain] });
  expect(await ask(desk, "GET authenticators/list?limit=1")).toEqual({
    authenticators: [authenticator],
    next: expect.any(String),
  });
  expect(await ask(desk, `GET authenticators/${plain.id}/code`)).toEqual({
    code: expect.stringMatching(/^\d{6}$/),
    valid_for: 25,
    next_code: expect.stringMatching(/^\d{6}$/),
  });
  expect(await ask(desk, `DELETE authenticators/${plain.id}`)).toEqual({});
  expect(await ask(desk, "GET authenticators/list")).toEqual({ authenticators: [authenticator] });
});

test("a webhook is shown with its secret once, and with the events of its inbox", async () => {
  const desk = await open();
  const { mailbox } = await ask(desk, "POST mailbox/register", { name: "ann" });
  const url = "https://app.example.com/hook?a=1#part";
  const { webhook, secret } = await ask(desk, "POST webhooks/register", { url, mailbox_id: mailbox.id });
  const shown = { id, url: "https://app.example.com/hook?a=1", created_at: now, deliveries: [] };
  expect(secret).toMatch(/^whsec_[\w+/=]+$/);
  expect(webhook).toEqual({ ...shown, events: ["mail"], mailbox_id: mailbox.id, sms_id: null });
  const { webhook: ofAll } = await ask(desk, "POST webhooks/register", { url });
  expect(ofAll).toEqual({ ...shown, events: ["mail", "sms"], mailbox_id: null, sms_id: null });
  expect(await ask(desk, "GET webhooks/list")).toEqual({ webhooks: [webhook, ofAll] });
  expect(await ask(desk, `DELETE webhooks/${webhook.id}`)).toEqual({});
  expect(await ask(desk, "GET webhooks/list?limit=1")).toEqual({ webhooks: [ofAll], next: null });
});

test.each([
  [
    "later",
    {
      limits: { mailboxes: { free: 7 }, sms_tokens: 8, phones_per_sms_token: 2 },
      retention: { emails_per_mailbox: 10, sms_per_phone: 10, days: 9 },
      providers: { port: null },
    },
  ],
  [
    "earlier",
    {
      limits: { mailboxes: { normal: 5, vip: 10, svip: 50, ssvip: null } },
      retention: { emails_per_mailbox: 10, days: 9 },
    },
  ],
] as const)("a server of the %s edition says what it is and what it allows", async (edition, ofEdition) => {
  const options = { freeMailboxes: 7, freeSmsInboxes: 8, retentionDays: 9, baseDomain: "vip.test" };
  const desk = await open({ ...options, edition });
  expect(await ask(desk, "GET server/version")).toEqual({
    name: "frontdesk",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    edition,
    mail_domain: "mail.test",
    tunnel_domain: "tunnels.test",
    base_domain: "vip.test",
    smtp: { port: null, starttls: false },
    ...ofEdition,
  });
});

test.each([
  ["subdomain/check/Shop", { available: true, name: "shop", domain: "shop.tunnels.test" }],
  ["subdomain/check/Taken", { available: false, name: "taken", domain: "taken.tunnels.test", reason: "taken" }],
  ["subdomain/check/www", { available: false, name: "www", domain: "www.tunnels.test", reason: "reserved" }],
  ["subdomain/check/a_b", { available: false, name: "a_b", domain: "a_b.tunnels.test", reason: "invalid" }],
  ["subdomain/check/taken?domain_base=vip.test", { available: true, name: "taken", domain: "taken.vip.test" }],
  ["mailbox/check?name=Shop", { available: true, name: "shop", address: "shop@mail.test" }],
  ["mailbox/check?name=Taken", { available: false, name: "taken", address: "taken@mail.test", reason: "taken" }],
  ["mailbox/check?name=admin", { available: false, name: "admin", address: "admin@mail.test", reason: "reserved" }],
  ["mailbox/check?name=a..b", { available: false, name: "a..b", address: "a..b@mail.test", reason: "invalid" }],
  ["sms/check?phone=5550123456", { valid: true, phone: "5550123456" }],
  ["sms/check?phone=123", { valid: false, phone: "123", reason: "invalid" }],
])("%s says whether the name may be had, and why not", async (path, answer) => {
  const desk = await open({ baseDomain: "vip.test" });
  await ask(desk, "POST subdomain/register", { name: "taken" });
  await ask(desk, "POST mailbox/register", { name: "taken" });
  expect(await ask(desk, `GET ${path}`)).toEqual(answer);
});
