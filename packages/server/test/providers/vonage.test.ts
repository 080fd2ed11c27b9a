import { describe, expect, test } from "vitest";
import { openBed } from "./bed.ts";

const phone = "15550100001";

describe("Vonage's SMS", () => {
  test("is sent by a form too, with the secret in it", async () => {
    const { post, received, key } = await openBed("vonage");
    const form = new URLSearchParams({ api_key: "any", api_secret: key, to: phone, from: "Shop", text: "369385" });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { body } = await post(form.toString(), { key: null, headers });
    expect(body).toMatchObject({ "message-count": "1", messages: [{ to: phone, status: "0" }] });
    expect(await received()).toMatchObject([{ sender: "Shop", body: "369385" }]);
    form.set("api_secret", "wrong");
    expect((await post(form.toString(), { key: null, headers })).body.messages[0].status).toBe("4");
  });

  test.each([
    [{ from: "Shop", text: "x" }, "2"],
    [{ to: phone, text: "x" }, "2"],
    [{ to: phone, from: "Shop" }, "2"],
    [{ to: "12", from: "Shop", text: "x" }, "3"],
    [{ to: phone, from: "Shop", text: "x".repeat(3_201) }, "3"],
  ])("%j gets Vonage's status %s", async (fields, status) => {
    const { post, received } = await openBed("vonage");
    const response = await post(JSON.stringify(fields));
    expect([response.status, response.body.messages[0].status]).toEqual([200, status]);
    expect(await received()).toEqual([]);
  });
});

describe("Vonage Verify v2", () => {
  async function open(options: Parameters<typeof openBed>[1] = {}) {
    const bed = await openBed("vonage", options);
    const post = (path: string, body: object) => bed.post(JSON.stringify(body), { path });
    const start = (fields: object = {}) =>
      post("/v2/verify", { brand: "Shop", workflow: [{ channel: "sms", to: phone }], ...fields });
    const code = async () => (await bed.received())[0]?.codes[0]?.value ?? "";
    return { ...bed, start, check: (id: string, code: string) => post(`/v2/verify/${id}`, { code }), code };
  }

  test("sends a code of the length that the app asks for, and checks it once", async () => {
    const { start, check, code } = await open();
    const { status, body } = await start({ code_length: 8 });
    expect([status, body.request_id]).toEqual([
      202,
      expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    ]);
    expect(body.check_url).toBe(`https://api.nexmo.com/v2/verify/${body.request_id}`);
    const sent = await code();
    expect(sent).toMatch(/^\d{8}$/);
    expect((await start()).status).toBe(409);
    const { request_id } = body;
    expect(await check(request_id, sent)).toMatchObject({ status: 200, body: { request_id, status: "completed" } });
    expect((await check(body.request_id, sent)).status).toBe(404);
  });

  test("blocks a code after three wrong ones, and takes one with letters", async () => {
    const { start, check, received } = await open();
    const { request_id } = (await start({ code: "ab12cd" })).body;
    expect((await received())[0]?.body).toBe("ab12cd is your Shop verification code");
    for (let at = 0; at < 3; at++)
      expect(await check(request_id, "000000")).toMatchObject({ status: 400, body: { title: "Invalid params" } });
    expect((await check(request_id, "ab12cd")).status).toBe(410);
  });

  test.each([
    [{ workflow: [] }, 422],
    [{ workflow: [{ channel: "sms", to: "12" }] }, 422],
    [{ workflow: [{ channel: "email", to: "nobody" }] }, 422],
    [{ workflow: [{ channel: "voice", to: phone }] }, 501],
    [{ brand: "x".repeat(17) }, 422],
    [{ code_length: 3 }, 422],
    [{ code: "1" }, 422],
  ])("rejects the start %j with %i", async (fields, status) => {
    const { start, received } = await open();
    expect(await start(fields)).toMatchObject({
      status,
      body: { title: expect.any(String), detail: expect.any(String) },
    });
    expect(await received()).toEqual([]);
  });

  test("does not take a JWT where a key is needed", async () => {
    const { post } = await open();
    const headers = { authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.x" };
    const response = await post("{}", { path: "/v2/verify", key: null, headers });
    expect([response.status, response.body.title]).toEqual([401, "Unauthorized"]);
  });
});

test("Amazon SNS has Publish to a number alone, with the sender id of the attributes", async () => {
  const { post, received } = await openBed("sns");
  const publish = { Action: "Publish", PhoneNumber: `+${phone}`, Message: "<369385> & more" };
  const attribute = {
    "MessageAttributes.entry.1.Name": "AWS.SNS.SMS.SMSType",
    "MessageAttributes.entry.2.Name": "AWS.SNS.SMS.SenderID",
    "MessageAttributes.entry.2.Value.StringValue": "Shop",
  };
  const send = (fields: Record<string, string>) => post(new URLSearchParams(fields).toString());
  expect(await send({ ...publish, ...attribute })).toMatchObject({
    status: 200,
    body: expect.stringContaining("<MessageId>"),
  });
  const withoutSlash = await post(new URLSearchParams(publish).toString(), { path: "" });
  expect(withoutSlash.headers.get("content-type")).toBe("text/xml");
  expect((await received()).map(({ sender, body }) => [sender, body])).toEqual([
    ["NOTICE", publish.Message],
    ["Shop", publish.Message],
  ]);
  expect((await send({ ...publish, Message: " " })).status).toBe(400);
  for (const fields of [{ Action: "Subscribe" }, { Action: "Publish", TopicArn: "arn:x", Message: "x" }])
    expect((await send(fields as Record<string, string>)).status).toBe(501);
  const wrong = await send({ ...publish, PhoneNumber: "<b>&" });
  expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining("&lt;b&gt;&amp; is not valid")]);
  expect((await send({ ...publish, Message: "x".repeat(1_601) })).status).toBe(400);
});
