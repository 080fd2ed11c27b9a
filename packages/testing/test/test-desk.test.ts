import { conform } from "@frontdesk/contract/conform";
import { openMailbox, openSmsInbox } from "@frontdesk/sdk";
import { beforeEach, expect, it } from "vitest";
import { createTestDesk, type TestDesk } from "../src/index.ts";

let desk: TestDesk;
beforeEach(() => {
  desk = createTestDesk();
});
// The stand-in is held to openapi.yaml as the server is.
const fetch = conform((request) => desk.fetch(request));
const baseUrl = "http://desk.test";
const open = () => openMailbox({ baseUrl, token: "svcm_any", fetch });

it("hands a mail that arrives later to whoever waits", async () => {
  const mailbox = open();
  const { code, message } = await mailbox.expectCode(() => desk.mail({ body: "Your code is 482913." }));
  expect(code).toBe("482913");
  expect(message).toMatchObject({ subject: "Hello", snippet: "Your code is 482913." });
});

it("holds a wait until a mail comes, and returns none twice", async () => {
  const mailbox = open();
  await mailbox.mark();
  const first = mailbox.waitForCode();
  desk.mail({ body: "Your code is 111222." });
  expect((await first).code).toBe("111222");
  const second = mailbox.waitForCode();
  desk.mail({ body: "Your code is 333444." });
  expect((await second).code).toBe("333444");
  await expect(mailbox.waitForCode({ timeout: 20 })).rejects.toMatchObject({ reason: "no_message" });
});

it("keeps the latest ten mails", async () => {
  for (let number = 1; number <= 12; number++) desk.mail({ subject: `${number}`, body: "x" });
  const subjects = (await open().recent()).map(({ subject }) => subject);
  expect(subjects).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);
});

it("gives each alias only its own mail, and a wait is one request", async () => {
  const asked: URLSearchParams[] = [];
  const watched = (request: Request) => {
    asked.push(new URL(request.url).searchParams);
    return fetch(request);
  };
  const mailbox = openMailbox({ baseUrl, token: "svcm_any", address: "test@desk.example.com", fetch: watched });
  const [one, other] = [mailbox.alias("one"), mailbox.alias("other")];
  await Promise.all([one.mark(), other.mark()]);
  const waits = [one, other].map((alias) => alias.waitForCode());
  asked.length = 0;
  desk.mail({ recipient: other.address, body: "Your code is 333444." });
  desk.mail({ recipient: one.address.toUpperCase(), body: "Your code is 111222." });
  expect((await Promise.all(waits)).map(({ code }) => code)).toEqual(["111222", "333444"]);
  expect(asked.map((query) => [query.get("to"), query.get("full")])).toEqual([
    [one.address, "true"],
    [other.address, "true"],
  ]);
});

it("hands on everything behind a place, the oldest first, ten at a time", async () => {
  const mailbox = open();
  const after = await mailbox.mark();
  for (let number = 1; number <= 3; number++) desk.mail({ subject: `${number}`, body: `Your code is 48122${number}.` });
  expect((await mailbox.waitForMessages({ count: 3, after })).map(({ subject }) => subject)).toEqual(["1", "2", "3"]);
  expect((await open().waitForMessage({ back: 60_000 })).subject).toBe("1");
});

it("takes texts on two numbers", async () => {
  const inbox = openSmsInbox({ baseUrl, token: "svcsms_any", fetch });
  await inbox.mark();
  desk.sms({ body: "Code 903114", phone: "5550100001" });
  desk.sms({ body: "Code 555666", phone: "5550100002" });
  expect((await inbox.waitForCode({ phone: "5550100001" })).code).toBe("903114");
  expect(await inbox.recent()).toMatchObject({ token_full: true, phones: [{ message_count: 1 }, {}] });
});

it("refuses as it is told, and frees a wait whose reader goes away", async () => {
  const mailbox = open();
  await mailbox.mark();
  desk.refuse({ status: 401, code: "unauthenticated" });
  await expect(mailbox.recent()).rejects.toMatchObject({ code: "unauthenticated" });
  desk.refuse(null);
  await expect(mailbox.message("none")).rejects.toMatchObject({ code: "not_found" });
  const reader = new AbortController();
  const wait = mailbox.waitForCode({ signal: reader.signal });
  reader.abort(new Error("enough"));
  await expect(wait).rejects.toThrow("enough");
});
