import { beforeEach, describe, expect, it } from "vitest";
import { type CallOptions, type Desk, openDesk } from "../api/harness.ts";

const now = Date.UTC(2026, 10, 20, 9, 30, 0);
let desk: Desk;
let sms: { id: string; token: string };

beforeEach(async () => {
  desk = await openDesk({ clock: { now: () => now } });
  sms = (await desk.call("POST", "sms/register")).body.sms_token;
});

const push = (body: unknown, options: CallOptions = {}) =>
  desk.call("POST", "sms/push", { token: sms.token, body, ...options });
const recent = async (query = "") => (await desk.call("GET", `sms/recent${query}`, { token: sms.token })).body;
const text = (body: string, phone = "5550123456") => ({ phone, sender: "EXAMPLE", body });

describe("a push", () => {
  it("keeps its messages in the order of arrival, and returns them newest first", async () => {
    const messages = [
      { ...text("one"), received_at: "2026-11-20T10:29:00+01:00" },
      { ...text("two"), received_at: 1_000_000_000 },
      { ...text("three") },
    ];
    expect((await push({ messages })).body).toMatchObject({ stored: 3, duplicates: 0, token_full: false });
    const { messages: listed, phones } = await recent();
    expect(listed.map(({ snippet }: { snippet: string }) => snippet)).toEqual(["three", "two", "one"]);
    const times = ["2026-11-20T09:30:00.000Z", "2001-09-09T01:46:40.000Z", "2026-11-20T09:29:00.000Z"];
    expect(listed.map(({ received_at }: { received_at: string }) => received_at)).toEqual(times);
    expect(phones).toMatchObject([{ phone: "5550123456", message_count: 3, last_received_at: times[0] }]);
    const whole = await desk.call("GET", `sms/message/${listed[2].id}`, { token: sms.token });
    expect(whole.body.message).toMatchObject({ body: "one", phone: "5550123456", phone_id: phones[0].id });
  });

  it("keeps the time of a number's last SMS when an older one comes late", async () => {
    for (const time of ["09:30", "09:00"]) await push({ ...text(time), received_at: `2026-11-20T${time}:00Z` });
    expect((await recent()).phones).toMatchObject([{ last_received_at: "2026-11-20T09:30:00.000Z" }]);
  });

  it("uses the top-level number for messages without one", async () => {
    const messages = [
      { sender: "A", body: "1" },
      { phone: null, sender: "A", body: "2" },
      { phone: "5550987654", sender: "A", body: "3" },
    ];
    await push({ phone: "+1 555 012 3456", messages });
    expect((await recent()).phones).toMatchObject([
      { phone: "5550123456", message_count: 2 },
      { phone: "5550987654", message_count: 1 },
    ]);
  });

  it("accepts a single message at the top level", async () => {
    expect((await push({ ...text("alone"), received_at: String(now) })).body.stored).toBe(1);
    expect((await push({ messages: [] })).body).toMatchObject({ stored: 0, duplicates: 0 });
  });

  it("identifies a number by its last seven digits and keeps the first spelling", async () => {
    for (const phone of ["+41 79 123 45 67", "0791234567", "1234567", "0041-79-123-45-67"])
      expect((await push(text(phone, phone))).status).toBe(200);
    expect((await recent()).phones).toMatchObject([{ phone: "791234567", message_count: 4 }]);
  });

  it("counts a repeated message instead of storing it, also within one push and after it was evicted", async () => {
    const message = { ...text("once"), received_at: now };
    expect((await push({ messages: [message, message] })).body).toMatchObject({ stored: 1, duplicates: 1 });
    const spelled = { ...message, phone: "+1 555-012-3456", received_at: "2026-11-20T10:30:00.900+01:00" };
    expect((await push(spelled)).body).toMatchObject({ stored: 0, duplicates: 1 });
    expect((await push({ ...message, received_at: now + 1000 })).body.stored).toBe(1);
    expect((await push({ ...message, sender: "OTHER" })).body.stored).toBe(1);
    for (let count = 0; count < 12; count++) await push(text(`fill ${count}`));
    expect((await push(message)).body).toMatchObject({ stored: 0, duplicates: 1 });
  });

  it("detects a repeated message of a phone whose clock is a year ahead", async () => {
    const message = { ...text("early"), received_at: now + 365 * 86_400_000 };
    expect((await push(message)).body.stored).toBe(1);
    expect((await push(message)).body.duplicates).toBe(1);
    expect((await recent()).messages[0].received_at).toBe("2026-11-20T09:30:00.000Z");
  });

  it("keeps the latest ten messages of each number", async () => {
    const many = Array.from({ length: 15 }, (_, count) => [text(`a${count}`), text(`b${count}`, "5550987654")]).flat();
    expect((await push({ messages: many })).body).toMatchObject({ stored: 30, token_full: true });
    const { messages, phones } = await recent();
    expect(messages).toHaveLength(20);
    expect(messages[0].snippet).toBe("b14");
    expect(messages.at(-1).snippet).toBe("a5");
    expect(phones).toMatchObject([{ message_count: 10 }, { message_count: 10 }]);
  });

  it("stores nothing of a push with a third number anywhere in it", async () => {
    await push(text("first"));
    const refused = await push({ messages: [text("x", "5550987654"), text("y", "5550111111")] });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "token_full", use_new_token: true, token_full: true });
    expect(refused.body.error).toContain("messages[1]");
    const after = await recent();
    expect(after.messages).toHaveLength(1);
    expect(after).toMatchObject({ token_full: false, phones: [{ phone: "5550123456" }] });
  });

  it.each([
    ["messages[1].phone", { phone: undefined, sender: "A", body: "x" }],
    ["messages[1].phone", { phone: "call me", sender: "A", body: "x" }],
    ["messages[1].phone", { phone: "123456", sender: "A", body: "x" }],
    ["messages[1].phone", { phone: 5550123456, sender: "A", body: "x" }],
    ["messages[1].sender", { phone: "5550123456", body: "x" }],
    ["messages[1].sender", { phone: "5550123456", sender: " ", body: "x" }],
    ["messages[1].sender", { phone: "5550123456", sender: "A".repeat(257), body: "x" }],
    ["messages[1].sender", { phone: "5550123456", sender: 5, body: "x" }],
    ["messages[1].body", { phone: "5550123456", sender: "A" }],
    ["messages[1].body", { phone: "5550123456", sender: "A", body: "" }],
    ["messages[1].received_at", { phone: "5550123456", sender: "A", body: "x", received_at: "yesterday" }],
    ["messages[1].received_at", { phone: "5550123456", sender: "A", body: "x", received_at: {} }],
    ["messages[1]", "text"],
  ])("is refused as a whole, naming %s", async (field, message) => {
    const answer = await push({ messages: [text("good"), message] });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(`\`${field}\``);
    expect(await recent()).toMatchObject({ messages: [], phones: [] });
  });

  it.each([[{}], [{ phone: "5550123456" }], [{ messages: null }], [{ messages: {} }], [[]]])(
    "is rejected with %j",
    async (body) => {
      expect((await push(body)).status).toBe(400);
    },
  );

  it("accepts chunked bodies, extra fields and extra parameters, and rejects a body that is too large", async () => {
    const stream = (chunks: string[]) =>
      new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(chunk));
        },
      });
    const send = (chunks: string[]) =>
      desk.fetch("http://desk.test/svc-api/sms/push?timestamp=1&x=y", {
        method: "POST",
        headers: { authorization: `Bearer ${sms.token}`, "content-type": "application/json" },
        body: stream(chunks),
        // Node asks for this with a stream, and TypeScript's types don't know it.
        ...({ duplex: "half" } as object),
      });
    const json = JSON.stringify({ device: "x", ...text("Grüße 🎉"), extra: { a: [1] } });
    expect((await send([json.slice(0, 30), json.slice(30)])).status).toBe(200);
    expect((await send([`{"body":"`, ...Array<string>(40).fill("x".repeat(32_768)), `"}`])).status).toBe(413);
    expect((await recent()).messages).toMatchObject([{ snippet: "Grüße 🎉" }]);
  });

  it("of more than a thousand messages is rejected completely", async () => {
    const messages = Array.from({ length: 1001 }, (_, index) => text(`${index}`));
    const { status, body } = await push({ messages });
    expect([status, body.error]).toEqual([400, "`messages` must have at most 1000 entries."]);
    expect((await recent()).messages).toEqual([]);
    expect((await push({ messages: messages.slice(1) })).body).toMatchObject({ stored: 1000 });
    expect((await recent("?n=1")).messages).toMatchObject([{ snippet: "1000" }]);
  });

  it("is rejected with another key before its body is read", async () => {
    const mailbox = (await desk.call("POST", "mailbox/register", { body: { name: "other" } })).body.mailbox;
    const { token } = sms;
    sms = (await desk.call("POST", `sms/${sms.id}/token`)).body.sms_token;
    for (const wrong of [null, "svcsms_nothing", mailbox.token, token, undefined]) {
      const answer = await push(undefined, {
        raw: "not JSON",
        headers: { "content-type": "application/json" },
        ...(wrong === undefined ? {} : { token: wrong }),
      });
      expect(answer.status).toBe(wrong === undefined ? 400 : 401);
    }
  });

  it("attaches two of five numbers when fifty pushes arrive at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, count) => push(text(`text ${count}`, `555000000${count % 5}`))),
    );
    const { messages, phones, token_full } = await recent();
    expect(token_full).toBe(true);
    expect(phones.map(({ message_count }: { message_count: number }) => message_count)).toEqual([10, 10]);
    expect(messages).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(30);
  });
});

describe("a reader of SMS messages", () => {
  it("is woken by a new message, and by nothing older", async () => {
    await push(text("old"));
    const { cursor } = await recent();
    const waiting = recent(`?after=${cursor}&wait=20`);
    await push(text("new"));
    expect((await waiting).messages).toMatchObject([{ snippet: "new" }]);
  });

  it("gets 401 when its token is deleted while it waits", async () => {
    const waiting = desk.call("GET", "sms/recent?wait=20", { token: sms.token });
    await new Promise(setImmediate);
    expect((await desk.call("DELETE", `sms/${sms.id}`)).status).toBe(200);
    expect((await waiting).status).toBe(401);
  });
});

describe("an SMS token", () => {
  it("lists its numbers nested and flat, with counts", async () => {
    await push({ messages: [text("1"), text("2"), text("3", "5550987654")] });
    const { body } = await desk.call("GET", "sms/list");
    expect(body.sms_tokens).toMatchObject([{ id: sms.id, token: sms.token, token_full: true, message_count: 3 }]);
    const [first, second] = body.sms_tokens[0].phones;
    expect(body.phones).toEqual([
      { id: first.id, phone: "5550123456", sms_id: sms.id, message_count: 2 },
      { id: second.id, phone: "5550987654", sms_id: sms.id, message_count: 1 },
    ]);
  });

  it("has a legacy number attached from the start", async () => {
    const { body } = await desk.call("POST", "sms/register", { body: { phone: "+1 (555) 012-3456" } });
    expect(body.sms_token.phones).toMatchObject([{ phone: "5550123456", message_count: 0, last_received_at: null }]);
    const answer = await desk.call("POST", "sms/push", { token: body.sms_token.token, body: text("x", "0123456") });
    expect(answer.body.phones).toHaveLength(1);
    expect((await desk.call("POST", "sms/register", { body: { phone: "nobody" } })).body.error).toContain("`phone`");
    expect((await desk.call("GET", "sms/list")).body.used).toBe(2);
  });

  it("lists its messages by number to the agent key", async () => {
    await push({ messages: [text("1"), text("2", "5550987654"), text("3")] });
    const [, second] = (await recent()).phones;
    const list = (query: string) => desk.call("GET", `sms/${sms.id}/messages${query}`);
    expect((await list("?limit=2")).body.messages).toMatchObject([{ snippet: "3" }, { snippet: "2" }]);
    // The newest of this number, although another has a newer one.
    const ofSecond = (await list(`?limit=1&phone_id=${second.id}`)).body.messages;
    expect(ofSecond).toMatchObject([{ snippet: "2", phone_id: second.id }]);
    expect((await list("?phone_id=nobody")).status).toBe(404);
    expect((await list("?limit=21")).status).toBe(400);
    expect((await desk.call("GET", "sms/nothing/messages?limit=21")).status).toBe(404);
  });

  it("is deleted with its numbers and messages", async () => {
    await push(text("1"));
    await desk.call("DELETE", `sms/${sms.id}`);
    expect((await push(text("2"))).status).toBe(401);
    expect((await desk.call("GET", "sms/list")).body).toMatchObject({ sms_tokens: [], phones: [], used: 0 });
    expect((await desk.call("GET", `sms/${sms.id}/messages`)).status).toBe(404);
  });
});
