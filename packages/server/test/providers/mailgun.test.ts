import { expect, test } from "vitest";
import { providers } from "../../src/providers/index.ts";
import { findRoute } from "../../src/providers/routes.ts";
import { openBed } from "./bed.ts";
import { toMultipart } from "./cases.ts";

const own = (tag: string) => `signup+${tag}@desk.example.com`;
const mail = { from: "Shop <shop@shop.example>", subject: "Your code", text: "369385 is your code." };
const recipientsOf = (mails: { recipient?: string }[]) => mails.map(({ recipient }) => recipient).sort();

test("a form with attachments goes to all recipients, without them", async () => {
  const { post, received } = await openBed("mailgun");
  const fields = { ...mail, to: `${own("a")}, Ann <${own("b")}>`, bcc: own("c"), "h:X-Shop": "1\r\nX-Injected: yes" };
  const { status, body } = await post(toMultipart(fields, { attachment: "x".repeat(500_000), inline: "message" }));
  expect([status, body]).toEqual([
    200,
    { id: expect.stringMatching(/^<[0-9a-f-]{36}@shop\.example>$/), message: "Queued. Thank you." },
  ]);
  expect(recipientsOf(await received())).toEqual(["a", "b", "c"].map(own));
});

test("a URL-encoded form is read too, with repeated fields", async () => {
  const { post, received } = await openBed("mailgun");
  const form = new URLSearchParams({ ...mail, to: own("a") });
  form.append("to", own("b"));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await post(form.toString(), { headers })).status).toBe(200);
  expect(recipientsOf(await received())).toEqual(["a", "b"].map(own));
});

test("a raw mail is delivered as it is, as a file or a field", async () => {
  const { post, received } = await openBed("mailgun");
  const raw = `From: Shop <shop@shop.example>\r\nSubject: Raw ✓ ö\r\n\r\n369385 is your code.\r\n${"x".repeat(200_000)}`;
  const path = "/v3/shop.example/messages.mime";
  expect((await post(toMultipart({ to: own("a") }, { message: raw }), { path })).status).toBe(200);
  expect((await post(toMultipart({ to: own("b"), message: raw }), { path })).status).toBe(200);
  expect((await post(toMultipart({ to: own("b") }), { path })).status).toBe(400);
  expect(await post(toMultipart({ to: "", message: raw }), { path })).toMatchObject({
    status: 400,
    body: { message: "to parameter is missing" },
  });
  const mails = await received();
  expect(mails).toMatchObject([{ subject: "Raw ✓ ö", codes: [{ value: "369385" }] }, { subject: "Raw ✓ ö" }]);
});

test.each(["attachment", "message"])(
  "a body that ends inside the file %s gets an error, and the server goes on",
  async (name) => {
    const { post } = await openBed("mailgun");
    const file = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\nContent-Type: text/plain\r\n\r\nabc`;
    expect(await post(file, { headers: { "content-type": "multipart/form-data; boundary=x" } })).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
    expect((await post(toMultipart({ ...mail, to: own("a") }))).status).toBe(200);
  },
);

test("a body may end anywhere", async () => {
  const { post } = await openBed("mailgun");
  const body = toMultipart({ ...mail, to: own("a") }, { attachment: "abc", message: "def" });
  const statuses = new Set<number>();
  for (let end = 0; end < body.length - "--x--\r\n".length; end++)
    statuses.add((await post(body.slice(0, end))).status);
  expect([...statuses]).toEqual([400]);
});

test("recipients are counted before they are parsed", async () => {
  const { post } = await openBed("mailgun");
  const list = `--x\r\nContent-Disposition: form-data; name="to"\r\n\r\n${",".repeat(10_000)}\r\n`;
  const { status, body } = await post(list.repeat(900) + toMultipart(mail));
  expect([status, body.message]).toEqual([400, "There are more than 1000 recipients."]);
});

test.each([
  [toMultipart({ ...mail }), 400],
  [toMultipart({ ...mail, to: own("a"), from: "" }), 400],
  [toMultipart({ ...mail, to: own("a"), text: "" }), 400],
  [toMultipart({ ...mail, to: own("a"), template: "welcome" }), 501],
  [toMultipart({ ...mail, to: Array(1_001).fill("a@b.example").join(",") }), 400],
  [toMultipart({ ...mail, to: Array(2_000).fill("a@b.example").join(",") }), 413],
  [toMultipart({ ...mail, to: own("a"), html: "x".repeat(2 * 1024 * 1024 + 1) }), 413],
  [toMultipart({ ...mail, to: own("a") }).slice(0, -10), 400],
  ['--x\r\nContent-Disposition: form-data; name="to"\r\n\r\n', 400],
  [`${'--x\r\nContent-Disposition: form-data; name="to"\r\n\r\na@b.example\r\n'.repeat(1_001)}--x--\r\n`, 413],
])("a wrong form gets its error: %#", async (body, status) => {
  const { post, received } = await openBed("mailgun");
  expect(await post(body)).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(await received()).toEqual([]);
});

test("a form without a boundary is an error, and test mode delivers nothing", async () => {
  const { post, received } = await openBed("mailgun");
  const fields = { ...mail, to: own("a"), "o:testmode": "yes" };
  expect((await post(toMultipart(fields), { headers: { "content-type": "multipart/form-data" } })).status).toBe(400);
  expect((await post(toMultipart(fields))).status).toBe(200);
  expect(await received()).toEqual([]);
});

test("a path without a domain is none of its routes", () => {
  expect(findRoute(providers.mailgun, "/v3/desk.example.com/messages")?.path).toEqual({ domain: "desk.example.com" });
  expect(findRoute(providers.mailgun, "/v3//messages")).toBeNull();
});
