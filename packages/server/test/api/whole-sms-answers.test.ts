import { expect, test } from "vitest";
import { ask, id, now, open } from "./whole-answer-bed.ts";

// Each answer as a whole, because a program may read any of its fields.

test("an SMS inbox is shown with its numbers, and each SMS with all that is known of it", async () => {
  const desk = await open({ freeSmsInboxes: 3 });
  const { sms_token: inbox } = await ask(desk, "POST sms/register", { phone: "(555) 010-0001" });
  const token = expect.stringMatching(/^svcsms_\w+$/);
  const first = { id: expect.any(String), phone: "5550100001", message_count: 0, last_received_at: null };
  expect(inbox).toEqual({ id, token, phones: [first], token_full: false, message_count: 0, created_at: now });
  const body = "Your code is 481220.\nhttps://shop.test/verify?t=1";
  const push = { phone: "5550100002", sender: "SHOP", body, received_at: "2026-01-02T02:00:00+01:00" };
  const received_at = "2026-01-02T01:00:00.000Z";
  const second = { id: expect.any(String), phone: "5550100002", message_count: 1, last_received_at: received_at };
  const numbers = { phones: [first, second], token_full: true };
  const pushed = await ask(desk, "POST sms/push", push, inbox.token);
  expect(pushed).toEqual({ stored: 1, duplicates: 0, ...numbers });
  const again = await ask(desk, "POST sms/push", push, inbox.token);
  expect(again).toEqual({ stored: 0, duplicates: 1, ...numbers });
  const { messages, cursor, ...rest } = await ask(desk, "GET sms/recent", undefined, inbox.token);
  const summary = {
    id: cursor,
    sender: "SHOP",
    snippet: "Your code is 481220. https://shop.test/verify?t=1",
    received_at,
    phone_id: pushed.phones[1].id,
    phone: "5550100002",
    via: "phone",
  };
  const { snippet: _, ...withoutSnippet } = summary;
  const text = {
    body,
    links: [{ url: "https://shop.test/verify?t=1", text: "https://shop.test/verify?t=1" }],
    codes: [{ value: "481220", shown: "481220", kind: "one_time", confidence: expect.any(Number) }],
  };
  expect([messages, rest]).toEqual([[summary], numbers]);
  expect(await ask(desk, "GET sms/recent?full=true", undefined, inbox.token)).toEqual({
    messages: [{ ...summary, ...text }],
    cursor,
    ...numbers,
  });
  const whole = await ask(desk, `GET sms/message/${cursor}`, undefined, inbox.token);
  expect(whole).toEqual({ message: { ...withoutSnippet, ...text } });
  expect(await ask(desk, `GET sms/${inbox.id}/messages`)).toEqual({ messages: [summary] });
  const empty = await ask(desk, `GET sms/${inbox.id}/messages?phone_id=${pushed.phones[0].id}`);
  expect(empty).toEqual({ messages: [] });
  const other = (await ask(desk, "POST sms/register", {})).sms_token;
  expect(other).toEqual({ id, token, phones: [], token_full: false, message_count: 0, created_at: now });
  const listed = { ...inbox, ...numbers, message_count: 1 };
  const legacy = pushed.phones.map(({ id, phone, message_count }: Record<string, unknown>) => ({
    id,
    phone,
    sms_id: inbox.id,
    message_count,
  }));
  const counted = { limit: 3, used: 2 };
  expect(await ask(desk, "GET sms/list")).toEqual({ sms_tokens: [listed, other], phones: legacy, ...counted });
  expect(await ask(desk, "GET sms/list?limit=1")).toEqual({
    sms_tokens: [listed],
    phones: legacy,
    ...counted,
    next: expect.any(String),
  });
  const { pairing } = await ask(desk, `POST sms/${inbox.id}/pair`);
  expect(pairing).toEqual({
    code: expect.stringMatching(/^[\w-]{22}$/),
    link: `https://desk.test:8443/pair#${pairing.code}`,
    expires_at: "2026-01-02T03:14:05.000Z",
  });
  expect(await ask(desk, "POST sms/pair", { code: pairing.code })).toEqual({ sms_token: listed });
  const rotated = (await ask(desk, `POST sms/${inbox.id}/token`)).sms_token;
  expect([rotated, rotated.token === inbox.token]).toEqual([{ ...listed, token }, false]);
  expect(await ask(desk, `DELETE sms/${other.id}`)).toEqual({});
});

test("an SMS that is not there is refused with what the inbox keeps, and a number with the inbox's own", async () => {
  const desk = await open();
  const { sms_token: inbox } = await ask(desk, "POST sms/register", {});
  const message = await desk.call("GET", "sms/message/none", { token: inbox.token });
  const number = await desk.call("GET", `sms/${inbox.id}/messages?phone_id=none`);
  expect([message, number].map(({ status, body }) => [status, body.error])).toEqual([
    [404, "There is no SMS with this id in this SMS inbox; it keeps the latest ten of each number."],
    [404, "There is no number with this `phone_id` in this SMS inbox."],
  ]);
});

test("each push of SMS is in the log with its inbox, and how many of its messages were new", async () => {
  const lines: unknown[] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line), warn() {}, error() {} };
  const desk = await open({ log });
  const { sms_token: inbox } = await ask(desk, "POST sms/register", {});
  const [one, two] = ["one", "two"].map((body) => ({ phone: "5550100001", sender: "SHOP", body }));
  lines.length = 0;
  await ask(desk, "POST sms/push", one, inbox.token);
  await ask(desk, "POST sms/push", { messages: [one, two] }, inbox.token);
  expect(lines).toEqual([
    ["SMS received", { sms_token: inbox.id, stored: 1, duplicates: 0 }],
    ["SMS received", { sms_token: inbox.id, stored: 1, duplicates: 1 }],
  ]);
});
