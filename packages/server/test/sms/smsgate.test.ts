import { type ConformingFetch, conform } from "@frontdesk/contract/conform";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { signSmsGate } from "../../src/sms/signature.ts";
import { type Desk, fragileStorage, openDesk } from "../api/harness.ts";

const now = Date.UTC(2026, 10, 20, 9, 30, 0);
const seconds = (shift = 0) => String(now / 1000 + shift);
/** One recorder over all servers of this file, so that `missing()` sees every answer provoked here. */
let serve: (request: Request) => Promise<Response>;
const recorder = conform((request) => serve(request));
const open = (options: Parameters<typeof openDesk>[0] = {}) =>
  openDesk({ clock: { now: () => now }, ...options }, (server): ConformingFetch => {
    serve = server.fetch;
    return recorder;
  });

let desk: Desk;
let sms: { id: string; token: string };

beforeEach(async () => {
  desk = await open();
  sms = (await desk.call("POST", "sms/register")).body.sms_token;
});

interface Webhook {
  id?: string;
  query?: string;
  timestamp?: string;
  /** Instead of the right one. */
  signature?: string;
  type?: string;
  key?: string;
}

function send(
  body: unknown,
  {
    id = sms.id,
    query = "",
    timestamp = seconds(),
    key = sms.token,
    signature,
    type = "application/json",
  }: Webhook = {},
) {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    "content-type": type,
    "x-timestamp": timestamp,
    "x-signature": signature ?? signSmsGate(key, raw, timestamp),
  };
  return desk.call("POST", `sms/${id}/smsgate${query}`, { token: null, raw, headers });
}

const event = (payload: object, name = "sms:received") => ({
  id: "e1",
  webhookId: "w",
  deviceId: "d",
  event: name,
  payload,
});
const text = {
  messageId: "m1",
  sender: "EXAMPLE",
  recipient: "+41790000001",
  simNumber: 1,
  message: "481220 is your code",
  receivedAt: "2026-11-20T10:29:59.000+01:00",
  phoneNumber: "EXAMPLE",
};
const recent = async () => (await desk.call("GET", "sms/recent", { token: sms.token })).body;

describe("SMSGate's webhook", () => {
  it("delivers a message, once however often it is sent", async () => {
    expect((await send(event(text))).body).toMatchObject({ stored: 1, duplicates: 0 });
    expect((await send(event(text), { timestamp: seconds(30) })).body).toMatchObject({ stored: 0, duplicates: 1 });
    expect((await recent()).messages).toMatchObject([
      { sender: "EXAMPLE", snippet: text.message, received_at: "2026-11-20T09:29:59.000Z", phone: "790000001" },
    ]);
  });

  it("delivers a batch, and messages of older versions without a sender", async () => {
    const { sender: _, ...older } = text;
    const batch = event({ messages: [text, { ...older, phoneNumber: "+15550100" }] }, "sms:batch:received");
    expect((await send(batch)).body.stored).toBe(2);
    expect((await recent()).messages).toMatchObject([{ sender: "+15550100" }, { sender: "EXAMPLE" }]);
    await send(event({ ...text, sender: "", phoneNumber: "+15550199" }));
    expect((await recent()).messages[0]).toMatchObject({ sender: "+15550199" });
  });

  it("is for the SIM's own number, whatever the URL's is", async () => {
    await send(event(text), { query: "?phone=5550123456" });
    expect((await recent()).messages).toMatchObject([{ phone: "790000001" }]);
  });

  it("falls back to the URL's numbers if the SIM does not know its own", async () => {
    const query = "?phone=5550123456&phone2=5550987654";
    await send(event({ ...text, recipient: null }), { query });
    await send(event({ ...text, recipient: null, simNumber: 2 }), { query });
    expect((await recent()).phones).toMatchObject([{ phone: "5550123456" }, { phone: "5550987654" }]);
    // A second SIM without a number of its own in the URL, and an app that sends an empty text for a missing one.
    await send(event({ ...text, recipient: "", simNumber: 2, message: "three" }), { query: "?phone=5550123456" });
    expect((await recent()).messages[0]).toMatchObject({ phone: "5550123456", snippet: "three" });
    const refused = await send(event({ ...text, recipient: null }));
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("messages[0].phone") } });
  });

  it.each(["system:ping", "sms:sent", "sms:data-received", "mms:received"])(
    "acknowledges and drops %s",
    async (name) => {
      expect((await send(event({}, name))).body).toMatchObject({ stored: 0, duplicates: 0 });
      expect((await send({ event: name })).status).toBe(200);
    },
  );

  it.each<[string, object | undefined, string]>([
    ["without an SMS", undefined, "messages[0].sender"],
    ["without a sender", { message: "481220" }, "messages[0].sender"],
    ["without a text", { sender: "EXAMPLE" }, "messages[0].body"],
  ])("rejects a received message %s, and says what is missing", async (_what, payload, field) => {
    const received = await send({ event: "sms:received", payload }, { query: "?phone=5550123456" });
    expect(received).toMatchObject({ status: 400, body: { error: expect.stringContaining(`\`${field}\``) } });
  });

  it("takes a batch without messages, and dates a message without a time by its arrival", async () => {
    for (const payload of [undefined, {}])
      expect((await send({ event: "sms:batch:received", payload })).body).toMatchObject({ stored: 0, duplicates: 0 });
    await send(event({ ...text, receivedAt: null }));
    const { receivedAt: _, ...undated } = text;
    await send(event({ ...undated, message: "two" }));
    const received_at = new Date(now).toISOString();
    expect((await recent()).messages).toMatchObject([{ received_at }, { received_at }]);
  });

  it("rejects an unknown id, a wrong key, a changed body and a missing signature in the same way", async () => {
    const body = event(text);
    const answers = [
      await send(body, { id: "nothing" }),
      await send(body, { id: "x".repeat(2000) }),
      await send(body, { key: "svcsms_wrong" }),
      await send(JSON.stringify(body), { signature: signSmsGate(sms.token, `${JSON.stringify(body)} `, seconds()) }),
      await send(body, { signature: "0".repeat(64) }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body.error).toBe(answers[0]!.body.error);
      expect(headers.get("www-authenticate")).toBe("HMAC-SHA256");
    }
    for (const signature of ["", "zz", "0".repeat(63)]) expect((await send(body, { signature })).status).toBe(401);
    for (const timestamp of ["", "soon", "-1"]) expect((await send(body, { timestamp })).status).toBe(401);
    expect((await recent()).messages).toEqual([]);
  });

  it("responds 429 after repeated wrong signatures, and accepts a valid one", async () => {
    desk = await open({ authFailuresPerIp: 1 });
    sms = (await desk.call("POST", "sms/register")).body.sms_token;
    expect((await send(event(text), { key: "svcsms_wrong" })).status).toBe(401);
    expect((await send(event(text), { key: "svcsms_wrong" })).status).toBe(429);
    expect((await send(event(text))).status).toBe(200);
  });

  it("rejects a signature that is more than five minutes off", async () => {
    expect((await send(event(text), { timestamp: seconds(-301) })).status).toBe(401);
    expect((await send(event(text), { timestamp: seconds(301) })).status).toBe(401);
    expect((await send(event(text), { timestamp: seconds(-300) })).status).toBe(200);
  });

  it("rejects the old key once it is rotated", async () => {
    const old = sms.token;
    sms = (await desk.call("POST", `sms/${sms.id}/token`)).body.sms_token;
    expect((await send(event(text), { key: old })).status).toBe(401);
    expect((await send(event(text))).status).toBe(200);
  });

  it("responds like a push to an unknown event, a body that is too large, or a third number", async () => {
    expect((await send("not JSON")).status).toBe(400);
    expect((await send({ payload: {} })).status).toBe(400);
    expect((await send(event(text), { type: "text/csv" })).status).toBe(415);
    expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    for (const recipient of ["5550000001", "5550000002"]) await send(event({ ...text, recipient }));
    const full = await send(event({ ...text, recipient: "5550000003" }));
    expect(full).toMatchObject({ status: 403, body: { code: "token_full", use_new_token: true, token_full: true } });
  });

  it("does not exist in the previous edition", async () => {
    desk = await open({ edition: "earlier" });
    expect((await send(event(text))).status).toBe(404);
  });

  it("responds 503 while the storage fails, and accepts the message when it is sent again", async () => {
    const { storage, break: breakStorage, mend } = fragileStorage();
    desk = await open({ storage });
    sms = (await desk.call("POST", "sms/register")).body.sms_token;
    breakStorage();
    expect((await send(event(text))).status).toBe(503);
    mend();
    expect((await send(event(text))).body.stored).toBe(1);
  });

  afterAll(() => {
    expect(recorder.missing().filter((answer) => answer.startsWith("pushFromSmsGate "))).toEqual([]);
  });
});
