import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Desk, openDesk, openSession, type Session } from "./desk.ts";

let desk: Desk;
let session: Session;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  session = await openSession(desk);
});
afterEach(async () => {
  for (const { mailbox } of (await session.call("mailbox_list")).facts.mailboxes)
    await session.call("mailbox_delete", { mailbox });
  await session.close();
});

test("returns what a new mailbox has received before the first wait", async () => {
  await session.call("mailbox_create", { name: "fresh" });
  await desk.mail("fresh", { body: "Your verification code is 111222." });
  const found = await session.call("mail_wait_code", { mailbox: "fresh", waitSeconds: 5 });
  expect(found.facts).toMatchObject({ status: "found", code: "111222", from: "Ann <ann@shop.test>" });
});

test("never takes an old code of a mailbox that it did not make", async () => {
  await desk.server.fetch(register(desk, "reused"));
  await desk.mail("reused", { body: "Your verification code is 333444." });
  const first = await session.call("mail_wait_code", { mailbox: "reused", waitSeconds: 1 });
  expect(first.facts).toMatchObject({ status: "pending", next: expect.stringContaining("mail_wait_code") });
  await desk.mail("reused", { body: "Your verification code is 555666." });
  const second = await session.call("mail_wait_code", { mailbox: "reused", waitSeconds: 5, since: first.facts.since });
  expect(second.facts).toMatchObject({ status: "found", code: "555666" });
});

test("loses no mail between two rounds, even when the marker is forgotten", async () => {
  await desk.server.fetch(register(desk, "between"));
  await session.call("mail_wait_code", { mailbox: "between", waitSeconds: 1 });
  await desk.mail("between", { body: "Your verification code is 777888." });
  const found = await session.call("mail_wait_code", { mailbox: "between", waitSeconds: 1 });
  expect(found.facts.code).toBe("777888");
});

test("takes the newest of several codes that are there", async () => {
  await session.call("mailbox_create", { name: "resent" });
  await desk.mail("resent", { body: "Your verification code is 100001." });
  await desk.mail("resent", { body: "Your verification code is 100002." });
  expect((await session.call("mail_wait_code", { mailbox: "resent" })).facts.code).toBe("100002");
});

test("returns a confirm link where a site sends no code", async () => {
  await session.call("mailbox_create", { name: "linked" });
  const link = "https://shop.test/verify?token=abcdef123456";
  await desk.mail("linked", {
    subject: "Confirm your address",
    body: `Please confirm your e-mail address:\n${link}\n`,
  });
  const { facts } = await session.call("mail_wait_code", { mailbox: "linked" });
  expect(facts).toMatchObject({ status: "found", link });
  expect(facts).not.toHaveProperty("code");
});

test("points at a mail that came without a code", async () => {
  await session.call("mailbox_create", { name: "chatty" });
  await desk.mail("chatty", { subject: "Welcome", body: "We are glad you are here." });
  const { facts } = await session.call("mail_wait_code", { mailbox: "chatty", waitSeconds: 1 });
  expect(facts).toMatchObject({ status: "pending", next: expect.stringContaining("mail_read") });
});

test("asks for the user's help after three rounds", async () => {
  await session.call("mailbox_create", { name: "silent" });
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push((await session.call("mail_wait_code", { mailbox: "silent", waitSeconds: 1 })).facts.next);
  expect(rounds[0]).toContain("again");
  expect(rounds[2]).toContain("Ask the user");
});

test("never waits longer than 55 seconds", async () => {
  await session.call("mailbox_create", { name: "long" });
  const answer = await session.call("mail_wait_code", { mailbox: "long", waitSeconds: 56 });
  expect(answer).toMatchObject({ isError: true, facts: { code: "bad_argument" } });
  expect(answer.text).toContain("from 1 to 55");
});

test("says what happened when the mailbox goes away under a wait", async () => {
  await session.call("mailbox_create", { name: "gone" });
  const waiting = session.call("mail_wait_code", { mailbox: "gone", waitSeconds: 20 });
  await vi.waitFor(async () => expect((await session.call("mailbox_list")).facts.mailboxes).toHaveLength(1));
  await session.call("mailbox_delete", { mailbox: "gone" });
  expect(await waiting).toMatchObject({ isError: true });
});

test("waits for a text on a phone's number", async () => {
  const made = await session.call("sms_token_create");
  const { smsToken, keyFile } = made.facts;
  const { readFileSync, statSync } = await import("node:fs");
  const key = readFileSync(keyFile, "utf8").trim();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const waiting = session.call("sms_wait_code", { smsToken, waitSeconds: 10 });
  await desk.server.fetch(
    new Request(`${desk.url}/svc-api/sms/push`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ phone: "5550123456", sender: "BANK", body: "Your code is 908172" }),
    }),
  );
  expect((await waiting).facts).toMatchObject({ status: "found", code: "908172", from: "BANK" });
  expect((await session.call("sms_token_cancel", { smsToken })).isError).toBe(false);
});

function register(desk: Desk, name: string): Request {
  return new Request(`${desk.url}/svc-api/mailbox/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${session.state.settings.key}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
}
