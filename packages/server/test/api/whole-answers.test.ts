import { expect, test } from "vitest";
import { deliver } from "./harness.ts";
import { ask, id, now, open } from "./whole-answer-bed.ts";

// Each answer as a whole, because a program may read any of its fields.

test("an account says what it may have, what it has, and which key asks", async () => {
  const desk = await open({
    freeMailboxes: 21,
    freeSmsInboxes: 22,
    subdomainsPerAccount: 23,
    agentKeysPerAccount: 24,
    webhooksPerAccount: 25,
    authenticatorsPerAccount: 26,
  });
  const add = async (count: number, path: string, toBody: (at: number) => object) => {
    for (let at = 0; at < count; at++) await ask(desk, `POST ${path}`, toBody(at));
  };
  await add(1, "subdomain/register", (at) => ({ name: `n${at}` }));
  await add(2, "mailbox/register", (at) => ({ name: `n${at}` }));
  await add(3, "sms/register", () => ({}));
  await add(3, "agent-tokens/create", (at) => ({ name: `n${at}` }));
  await add(5, "webhooks/register", () => ({ url: "https://app.example.com/" }));
  await add(6, "authenticators/register", () => ({ secret: "JBSWY3DP" }));
  const { account, agent_token } = await ask(desk, "GET account");
  expect(account).toEqual({
    name: "default",
    tier: "normal",
    limits: { subdomains: 23, mailboxes: 21, sms_tokens: 22, agent_keys: 24, webhooks: 25, authenticators: 26 },
    usage: { subdomains: 1, mailboxes: 2, sms_tokens: 3, agent_keys: 4, webhooks: 5, authenticators: 6 },
  });
  const key = { id, name: "first key", scopes: null, expiry: null, created_at: now, last_used_at: now };
  expect(agent_token).toEqual(key);
});

test("a subdomain is shown with its URL, and its new token after a rotation", async () => {
  const desk = await open();
  const { subdomain } = await ask(desk, "POST subdomain/register", { name: "Shop" });
  expect(subdomain).toEqual({
    id,
    name: "shop",
    domain_base: "tunnels.test",
    domain: "shop.tunnels.test",
    url: "https://shop.tunnels.test:8443",
    token: expect.stringMatching(/^svc_\w+$/),
    online: false,
    clients: 0,
    created_at: now,
  });
  desk.server.services.facts.clientsOf = (asked) => (asked === subdomain.id ? 2 : 0);
  const connected = { ...subdomain, online: true, clients: 2 };
  expect(await ask(desk, "GET subdomain/list")).toEqual({ subdomains: [connected] });
  const rotated = (await ask(desk, `POST subdomain/${subdomain.id}/renew-token`)).subdomain;
  expect(rotated).toEqual({ ...connected, token: expect.stringMatching(/^svc_\w+$/) });
  expect(rotated.token).not.toBe(subdomain.token);
  expect(await ask(desk, "GET subdomain/list?limit=1")).toEqual({ subdomains: [rotated], next: null });
  expect(await ask(desk, `DELETE subdomain/${subdomain.id}`)).toEqual({});
  expect(await ask(desk, "GET subdomain/list")).toEqual({ subdomains: [] });
});

test("a mailbox is shown with its address and mails, and each mail with all that is known of it", async () => {
  const desk = await open({ freeMailboxes: 3 });
  const { mailbox } = await ask(desk, "POST mailbox/register", { name: "Ann" });
  const token = expect.stringMatching(/^svcm_\w+$/);
  const shown = { id, name: "ann", address: "ann@mail.test", token, email_count: 0, created_at: now };
  expect(mailbox).toEqual(shown);
  await deliver(desk, "ann", {
    subject: "Your code",
    sender: "Shop <a@shop.test>",
    body: "Your code is 481220.\nhttps://shop.test/verify?t=1",
    recipient: "ann+x@mail.test",
  });
  await ask(desk, "POST mailbox/register", { name: "bob" });
  const withMail = { ...mailbox, email_count: 1 };
  const bob = { ...shown, name: "bob", address: "bob@mail.test" };
  expect(await ask(desk, "GET mailbox/list")).toEqual({ mailboxes: [withMail, bob], limit: 3, used: 2 });
  expect(await ask(desk, "GET mailbox/list?limit=1")).toEqual({
    mailboxes: [withMail],
    limit: 3,
    used: 2,
    next: expect.any(String),
  });
  const { emails, cursor, ...nothingElse } = await ask(desk, "GET mail/recent", undefined, mailbox.token);
  const summary = {
    id: cursor,
    subject: "Your code",
    sender: "Shop <a@shop.test>",
    recipient: "ann+x@mail.test",
    snippet: "Your code is 481220. https://shop.test/verify?t=1",
    received_at: now,
    authenticated: "none",
  };
  const { snippet: _, ...withoutSnippet } = summary;
  const text = {
    body: "Your code is 481220.\nhttps://shop.test/verify?t=1",
    links: [{ url: "https://shop.test/verify?t=1", text: "https://shop.test/verify?t=1" }],
    codes: [{ value: "481220", shown: "481220", kind: "one_time", confidence: expect.any(Number) }],
  };
  expect([emails, nothingElse]).toEqual([[summary], {}]);
  expect(await ask(desk, `GET mailbox/${mailbox.id}/emails`)).toEqual({ emails: [summary] });
  expect(await ask(desk, `GET mail/message/${cursor}`, undefined, mailbox.token)).toEqual({
    email: { ...withoutSnippet, ...text },
  });
  expect(await ask(desk, "GET mail/recent?full=true", undefined, mailbox.token)).toEqual({
    emails: [{ ...summary, ...text }],
    cursor,
  });
  const rotated = (await ask(desk, `POST mailbox/${mailbox.id}/token`)).mailbox;
  expect([rotated, rotated.token === mailbox.token]).toEqual([{ ...withMail, token }, false]);
  expect(await ask(desk, `DELETE mailbox/${mailbox.id}/emails`)).toEqual({});
  expect((await ask(desk, "GET mailbox/list")).mailboxes[0]).toEqual({ ...rotated, email_count: 0 });
});
