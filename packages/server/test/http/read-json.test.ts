import { expect, onTestFinished, test, vi } from "vitest";
import { readJson, readMail } from "../../src/http/body.ts";
import { readChunks } from "../../src/http/read-chunks.ts";
import { signSmsGate } from "../../src/sms/signature.ts";
import { openDesk } from "../api/harness.ts";

const read = (body: string | Uint8Array<ArrayBuffer>, type?: string, headers: Record<string, string> = {}) =>
  readJson(
    new Request("http://desk.test/", {
      method: "POST",
      // Bytes, so that the request gets no type by itself.
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      headers: { ...(type === undefined ? {} : { "content-type": type }), ...headers },
    }),
  );

test.each([
  undefined,
  "application/json",
  "Application/JSON; charset=utf-8",
  "application/json ;x=1",
  "application/cloudevents+json",
])("a body of the type %s is read as JSON", async (type) => expect(await read('{"a":1}', type)).toEqual({ a: 1 }));

test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"])(
  "a body of the type %s is not read as JSON",
  async (type) => {
    await expect(read('{"a":1}', type)).rejects.toMatchObject({ code: "unsupported_media_type" });
    // What is too large is called so, whatever its type.
    const tooLarge = read("x".repeat(2 * 1024 * 1024), type, { "content-length": String(2 * 1024 * 1024) });
    await expect(tooLarge).rejects.toMatchObject({ code: "payload_too_large" });
  },
);

test("a body whose declared length is above the limit is refused before it is read", async () => {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close());
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { "content-type": "application/json", "content-length": String(2 ** 30) };
  const init = { method: "POST", body, headers, duplex: "half" as const };
  await expect(readJson(new Request("http://desk.test/", init))).rejects.toMatchObject({ code: "payload_too_large" });
  expect(pull).not.toHaveBeenCalled();
});

test("a request without a body may name any type", async () => {
  const withoutBody = (body: string | null, headers: Record<string, string>) =>
    readJson(
      new Request("http://desk.test/", { method: "POST", body, headers: { "content-type": "text/csv", ...headers } }),
    );
  expect(await withoutBody(null, {})).toBeUndefined();
  expect(await withoutBody("", { "content-length": "0" })).toBeUndefined();
  await expect(withoutBody("a", {})).rejects.toThrow("The body is declared as text/csv.");
});

test.each(["", " \r\n"])("a body of %j is none", async (body) => expect(await read(body)).toBeUndefined());

test.each(["\\ud83d", "\\uD83D", "\\udbff", "\\udc00", "\\udfff"])(
  "half an emoji, written as %s, is replaced",
  async (half) => expect(await read(`{"a":["x${half}y"]}`, "application/json")).toEqual({ a: ["x\ufffdy"] }),
);

test("a whole emoji, written as two escapes, stays", async () =>
  expect(await read('{"a":"\\ud83d\\ude00"}', "application/json")).toEqual({ a: "😀" }));

test.each([
  ["is no JSON", "{", /not valid JSON/],
  ["is no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /not valid UTF-8/],
])("a body that %s is rejected", async (_what, body, message) =>
  expect(read(body, "application/json")).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringMatching(message),
  }),
);

test("a mail that is too large is called so before its type is looked at, and one without bytes is missing", () => {
  const request = (length: string, type: string) =>
    new Request("http://desk.test/", {
      method: "POST",
      body: "x",
      headers: { "content-length": length, "content-type": type },
    });
  expect(() => readMail(request("11", "text/plain"), 10)).toThrow(
    "The request body is larger than 10 bytes (--smtp-max-size). Send less at a time.",
  );
  expect(() => readMail(request("10", "text/plain"), 10)).toThrow(/message\/rfc822/);
  expect(() => readMail(request("0", "message/rfc822"), 10)).toThrow(/is missing/);
});

test("a body of exactly the limit is read", async () => {
  const body = new Response(new Uint8Array(100)).body!;
  let size = 0;
  for await (const chunk of readChunks(body, { maxBytes: 100, shownLimit: "100 bytes", timeoutMs: 60_000 }))
    size += chunk.byteLength;
  expect(size).toBe(100);
});

test("a request succeeds although the time of its key's use could not be stored", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  vi.spyOn(desk.server.services.agentKeys, "touch").mockRejectedValueOnce(new Error("disk gone"));
  expect((await desk.call("GET", "account")).status).toBe(200);
});

test("a wrong signature does not use up the requests of the SMS inbox", async () => {
  const desk = await openDesk({ requestsPerKey: 1 });
  onTestFinished(() => desk.server.close());
  const account = (await desk.server.services.accounts.findByName("default"))!;
  const inbox = await desk.server.services.smsInboxes.register(account.id, async () => null);
  const body = JSON.stringify({ event: "system:ping", payload: {} });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const push = (signature: string) =>
    desk.call("POST", `sms/${inbox.id}/smsgate?phone=5550100000`, {
      token: null,
      raw: body,
      headers: { "content-type": "application/json", "x-signature": signature, "x-timestamp": timestamp },
    });
  const statuses = [];
  for (const signature of ["0".repeat(64), signSmsGate(inbox.token, body, timestamp)])
    statuses.push((await push(signature)).status);
  expect(statuses).toEqual([401, 200]);
});
