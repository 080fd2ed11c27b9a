import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptySmsIndex, type SmsIndex } from "../../src/inbox/sms-message-store.ts";
import { readPush, toInboxWrite } from "../../src/sms/push.ts";
import { openBed } from "../providers/bed.ts";

const now = Date.UTC(2026, 10, 20, 9, 30);
const key = Buffer.alloc(32, 1);
const text = { phone: "5550123456", sender: "EXAMPLE", body: "481220" };

/** Pushes one after the other into an index, and how many of each were duplicates. */
function pushAll(...pushes: object[]) {
  let index: SmsIndex = emptySmsIndex;
  return pushes.map((push) => {
    const { inboxWrite, duplicates } = toInboxWrite(readPush(push, now), index, { now, via: "phone", key });
    index = { ...index, ...inboxWrite.indexChanges };
    return { duplicates, stored: inboxWrite.messages.length, index };
  });
}

test.each([
  ["the first moment of the second", now, 1],
  ["its last", now + 999, 1],
  ["the next second", now + 1_000, 0],
  ["the second before", now - 1, 0],
])("a repeated message is detected by its second: %s", (_what, received_at, duplicates) => {
  const [, second] = pushAll({ ...text, received_at: now + 500 }, { ...text, received_at });
  expect(second).toMatchObject({ duplicates, stored: 1 - duplicates });
});

test.each([
  ["number", { phone: "5550987654" }],
  ["sender", { sender: "OTHER" }],
  ["text", { body: "481221" }],
])("a message with another %s is not a repeat", (_what, change) => {
  const [, second] = pushAll({ ...text, received_at: now }, { ...text, received_at: now, ...change });
  expect(second).toMatchObject({ duplicates: 0, stored: 1 });
});

test("a push leaves the index that it was given as it was, since its commit may fail", () => {
  const [first] = pushAll({ ...text, received_at: now });
  const before = structuredClone(first!.index);
  const later = readPush({ ...text, received_at: now + 1_000 }, now);
  const { inboxWrite } = toInboxWrite(later, first!.index, { now, via: "phone", key });
  expect(inboxWrite.indexChanges?.phones).not.toEqual(before.phones);
  expect(first!.index).toEqual(before);
});

test("a message whose own number is blank has that of its push", () => {
  const push = { phone: text.phone, messages: [{ ...text, phone: " " }] };
  expect(readPush(push, now)).toMatchObject([{ phone: text.phone }]);
});

test("forty messages are detected, the forty-first latest is not, and no more are remembered", () => {
  const messages = Array.from({ length: 41 }, (_, at) => ({ ...text, body: `text ${at}`, received_at: now }));
  const [first, latest, oldest] = pushAll({ messages }, messages[1]!, messages[0]!);
  expect(first?.index.digests).toHaveLength(40);
  expect(latest).toMatchObject({ duplicates: 1, stored: 0 });
  expect(oldest).toMatchObject({ duplicates: 0, stored: 1 });
  expect(oldest?.index.digests).toHaveLength(40);
});

test("a repeated message changes nothing, not even when its number was last seen", () => {
  const [first, second] = pushAll({ ...text, received_at: now }, { ...text, received_at: now });
  expect(second?.index).toBe(first && second?.index);
  expect(second?.index.phones).toEqual(first?.index.phones);
  const { inboxWrite } = toInboxWrite(readPush({ ...text, received_at: now }, now), first!.index, {
    now: now + 5_000,
    via: "phone",
    key,
  });
  expect(inboxWrite).toEqual({ messages: [] });
});

test("a rejected push leaves the known numbers unchanged", () => {
  const [{ index } = { index: emptySmsIndex }] = pushAll({ ...text, received_at: now });
  const before = JSON.stringify(index);
  const texts = ["5550000001", "5550000002"].map((phone) => ({ ...text, phone }));
  expect(() => toInboxWrite(readPush({ messages: texts }, now), index, { now, via: "phone", key })).toThrow(
    "`messages[1]`",
  );
  expect(JSON.stringify(index)).toBe(before);
});

test("a sender has at most 256 characters", () => {
  expect(readPush({ ...text, sender: "A".repeat(256) }, now)).toHaveLength(1);
  expect(() => readPush({ ...text, sender: "A".repeat(257) }, now)).toThrow("`messages[0].sender`");
});

test.each([
  [{ phone: text.phone }, "`messages` is missing"],
  [{ phone: text.phone, body: "Your code" }, "`messages[0].sender` is missing"],
  [{ phone: text.phone, sender: "SHOP" }, "`messages[0].body` is missing"],
])("the push %j is rejected because %s", (push, reason) => {
  expect(() => readPush(push, now)).toThrow(reason);
});

test("a message cannot be guessed from its digest without the key", () => {
  const [{ index } = { index: emptySmsIndex }] = pushAll({ ...text, received_at: now });
  const [digest] = index.digests;
  const other = toInboxWrite(readPush({ ...text, received_at: now }, now), emptySmsIndex, {
    now,
    via: "phone",
    key: Buffer.alloc(32, 2),
  });
  expect(digest).toMatch(/^\.[\w-]{22}$/);
  expect(other.inboxWrite.indexChanges?.digests).not.toContain(digest);
});

test("a message whose digest an earlier version stored is detected, and its digest gets the key", () => {
  const [{ index } = { index: emptySmsIndex }] = pushAll({ ...text, received_at: now });
  const identity = JSON.stringify([index.phones[0]?.id, text.sender, text.body, Math.floor(now / 1000)]);
  const former = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  const stored = { ...index, digests: [former] };
  const push = (change: object) =>
    toInboxWrite(readPush({ ...text, received_at: now, ...change }, now), stored, { now, via: "phone", key });
  expect(push({})).toMatchObject({ duplicates: 1 });
  const { inboxWrite } = push({ body: "481221" });
  expect(inboxWrite.indexChanges?.digests).toEqual([index.digests[0], expect.stringMatching(/^\./)]);
});

test("a message that is pushed again is recognized although an app sent one through a provider meanwhile", async () => {
  const { desk, send, smsInbox } = await openBed("twilio");
  const body = { phone: "5550100001", sender: "SHOP", body: "Code 903114", received_at: 1_700_000_000 };
  const push = async () => (await desk.call("POST", "sms/push", { token: smsInbox.token, body })).body.duplicates;
  expect(await push()).toBe(0);
  expect((await send("+15550100001")).status).toBe(201);
  expect(await push()).toBe(1);
});
