import { describe, expect, test } from "vitest";
import { openBed } from "./bed.ts";

const own = (tag: string) => `signup+${tag}@desk.example.com`;
const recipientsOf = (mails: { recipient?: string }[]) => mails.map(({ recipient }) => recipient).sort();

describe("Resend", () => {
  test("delivers to to, cc and bcc, and reads HTML, names and headers", async () => {
    const { post, received } = await openBed("resend");
    const { status, body } = await post(
      JSON.stringify({
        from: "Jörg, at the shop <shop@shop.example>",
        to: [own("a"), `Ann <${own("b")}>`],
        cc: own("c"),
        bcc: [own("d"), "stranger@elsewhere.example"],
        reply_to: "support@shop.example",
        subject: "Zürich\r\nX-Injected: yes",
        html: "<p>Your code is <b>369385</b></p>",
        headers: { "X-Shop": "1\r\nX-Injected: yes", "Bad Name": "x", "Content-Type": "text/plain" },
        attachments: [{ filename: "a.txt", content: "aGVsbG8=" }],
        tags: [{ name: "kind", value: "code" }],
      }),
    );
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    const mails = await received();
    expect(recipientsOf(mails)).toEqual(["a", "b", "c", "d"].map(own));
    expect(mails[0]).toMatchObject({ sender: "Jörg, at the shop <shop@shop.example>", codes: [{ value: "369385" }] });
    expect(mails[0]?.subject).toContain("Zürich");
  });

  test("sends a batch, or nothing of it if one mail is wrong", async () => {
    const { post, received } = await openBed("resend");
    const mail = (to: string) => ({ from: "shop@shop.example", to, subject: "Hello", text: "Hello" });
    const sendBatch = (...to: string[]) => post(JSON.stringify(to.map(mail)), { path: "/emails/batch" });
    expect(await sendBatch(own("a"), "nobody")).toMatchObject({ status: 422, body: { name: "validation_error" } });
    expect(await received()).toEqual([]);
    expect((await sendBatch(own("a"), own("b"))).body.data).toHaveLength(2);
    expect(recipientsOf(await received())).toEqual(["a", "b"].map(own));
    expect((await sendBatch(...Array(101).fill(own("a")))).status).toBe(422);
  });

  test("names what is wrong, and says that templates are elsewhere", async () => {
    const { post } = await openBed("resend");
    const mail = { from: "shop@shop.example", to: own("a"), subject: "Hello", text: "Hello" };
    const sendWith = (fields: object) => post(JSON.stringify({ ...mail, ...fields }));
    expect((await sendWith({ subject: undefined })).body.message).toBe("Missing `subject` field.");
    expect((await sendWith({ text: undefined })).body.name).toBe("missing_required_field");
    expect((await sendWith({ from: "nobody" })).body.message).toMatch(/^Invalid `from` field\./);
    expect((await sendWith({ to: Array(51).fill(own("a")) })).status).toBe(422);
    expect((await sendWith({ template: { id: "x" } })).status).toBe(501);
  });
});

describe("SendGrid", () => {
  const mail = {
    from: { email: "shop@shop.example", name: "Shop" },
    subject: "Hello -name-",
    content: [
      { type: "text/plain", value: "Hi -name-, 369385 is your code" },
      { type: "text/html", value: "<p>Hi</p>" },
    ],
  };

  test("sends one mail for each personalization, with its own subject and substitutions", async () => {
    const { post, received } = await openBed("sendgrid");
    const { status, body, headers } = await post(
      JSON.stringify({
        ...mail,
        personalizations: [
          { to: [{ email: own("a") }], substitutions: { "-name-": "Ann" } },
          { to: [{ email: own("b") }], cc: [{ email: own("c") }], subject: "For Bob" },
        ],
      }),
    );
    expect([status, body, headers.get("x-message-id")]).toEqual([202, null, expect.stringMatching(/^[\w-]{22}$/)]);
    const mails = await received();
    expect(recipientsOf(mails)).toEqual(["a", "b", "c"].map(own));
    const first = mails.find(({ recipient }) => recipient === own("a"));
    expect(first).toMatchObject({ subject: "Hello Ann", body: expect.stringContaining("Hi Ann, 369385") });
    expect(mails.filter(({ subject }) => subject === "For Bob")).toHaveLength(2);
  });

  test("delivers nothing in sandbox mode, and nothing if one recipient is wrong", async () => {
    const { post, received } = await openBed("sendgrid");
    const to = [{ email: own("a") }];
    const sandbox = { mail_settings: { sandbox_mode: { enable: true } } };
    expect((await post(JSON.stringify({ ...mail, ...sandbox, personalizations: [{ to }] }))).status).toBe(200);
    const personalizations = [{ to }, { to: [{ email: "nobody" }] }];
    expect((await post(JSON.stringify({ ...mail, ...sandbox, personalizations }))).status).toBe(400);
    const wrong = await post(JSON.stringify({ ...mail, personalizations }));
    expect(wrong.body.errors[0]).toEqual({
      message: "Does not contain a valid address.",
      field: "personalizations.1.to.0.email",
      help: null,
    });
    expect(await received()).toEqual([]);
  });

  test.each([
    ["content", { content: undefined }],
    ["content", { content: [] }],
    ["personalizations", { personalizations: [] }],
  ])("rejects a mail without %s: %j", async (field, changes) => {
    const { post, received } = await openBed("sendgrid");
    const request = { ...mail, personalizations: [{ to: [{ email: own("a") }] }], ...changes };
    expect(await post(JSON.stringify(request))).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await received()).toEqual([]);
  });

  test("limits what one request composes", async () => {
    const { post } = await openBed("sendgrid");
    const content = [{ type: "text/plain", value: "-a-".repeat(100_000) }];
    const to = [{ email: own("a") }];
    const sendWith = (personalizations: object[]) => post(JSON.stringify({ ...mail, content, personalizations }));
    expect((await sendWith(Array(100).fill({ to }))).status).toBe(413);
    expect((await sendWith([{ to, substitutions: { "-a-": "x".repeat(1_000) } }])).status).toBe(413);
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`-${at}-`, ""]));
    expect((await sendWith([{ to, substitutions: keys }])).status).toBe(413);
    expect((await sendWith(Array(1_001).fill({ to }))).status).toBe(400);
    expect((await post(JSON.stringify({ ...mail, template_id: "d-1", personalizations: [{ to }] }))).status).toBe(501);
  });

  test.each([
    ["a subject", { subject: "s".repeat(100_000) }, {}],
    ["a header", { headers: { "X-Shop": "s".repeat(100_000) } }, {}],
    ["a value of substitutions", {}, { substitutions: { x: "s".repeat(50_000) } }],
  ])("counts %s for each personalization", async (_, shared, own) => {
    const { post, received } = await openBed("sendgrid");
    const content = [{ type: "text/plain", value: "x x x" }];
    const personalizations = Array(120).fill({ to: [{ email: "signup@desk.example.com" }], ...own });
    const { status } = await post(JSON.stringify({ ...mail, content, ...shared, personalizations }));
    expect(status).toBe(413);
    expect(await received()).toEqual([]);
  });

  test("counts the placeholders of a personalization's own subject", async () => {
    const { post } = await openBed("sendgrid");
    const substitutions = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`-${at}-`, ""]));
    const personalization = { to: [{ email: own("a") }], subject: "s".repeat(100_000), substitutions };
    expect((await post(JSON.stringify({ ...mail, personalizations: [personalization] }))).status).toBe(413);
  });
});

describe("Postmark", () => {
  const mail = { From: "shop@shop.example", Subject: "Hello", TextBody: "Hello" };

  test("reads lists of recipients with names, and returns its result", async () => {
    const { post, received } = await openBed("postmark");
    const To = `${own("a")}, "Bob, B." <${own("b")}>, ${own("a")}${" ".repeat(2_000)}`;
    const { body } = await post(
      JSON.stringify({
        ...mail,
        To,
        Bcc: own("c"),
        Headers: [{ Name: "X-Shop", Value: "1" }],
        MessageStream: "outbound",
      }),
    );
    expect(body).toMatchObject({ To, ErrorCode: 0, Message: "OK", MessageID: expect.any(String) });
    expect(recipientsOf(await received())).toEqual(["a", "b", "c"].map(own));
  });

  test("sends a mail without a subject", async () => {
    const { post, received } = await openBed("postmark");
    const { Subject: _, ...untitled } = mail;
    expect((await post(JSON.stringify({ ...untitled, To: own("a") }))).status).toBe(200);
    expect(await received()).toMatchObject([{ subject: "", body: "Hello" }]);
  });

  test("sends the valid mails of a batch, with a result for each", async () => {
    const { post, received } = await openBed("postmark");
    const { status, body } = await post(
      JSON.stringify([{ ...mail, To: own("a") }, { ...mail, To: "nobody" }, { To: 1 }]),
      {
        path: "/email/batch",
      },
    );
    expect([status, body.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode)]).toEqual([200, [0, 300, 300]]);
    expect(body[1].Message).toBe("Invalid 'To' address: 'nobody'.");
    expect(recipientsOf(await received())).toEqual([own("a")]);
  });

  test.each(["/email/withTemplate", "/email/batchWithTemplates"])(
    "has no %s, because templates are stored at Postmark",
    async (path) => {
      const { post } = await openBed("postmark");
      const { status, body } = await post("{}", { path });
      expect([status, body.Message]).toEqual([501, expect.stringContaining("POST /email")]);
    },
  );
});

describe("Amazon SES", () => {
  const mime = (to: string) =>
    `From: Shop <shop@shop.example>\r\nTo: ${to}\r\nSubject: Raw\r\n\r\n369385 is your code.\r\n`;
  const toBase64 = (text: string) => Buffer.from(text).toString("base64");

  test("delivers raw mail to its destination, or else to those that its header names", async () => {
    const { post, received } = await openBed("ses");
    const Content = { Raw: { Data: toBase64(mime(own("header"))) } };
    const Destination = { ToAddresses: [`Ann <${own("envelope")}>`] };
    expect((await post(JSON.stringify({ Content, Destination }))).body.MessageId).toMatch(/^[0-9a-f-]+-000000$/);
    expect((await post(JSON.stringify({ Content }))).status).toBe(200);
    expect(recipientsOf(await received())).toEqual([own("envelope"), own("header")]);
    expect((await received())[0]).toMatchObject({ subject: "Raw", codes: [{ value: "369385" }] });
  });

  test("reads a raw mail with a large attachment, however its base64 is escaped", async () => {
    const { post, received } = await openBed("ses");
    const attachment = `--x\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${"QUJD".repeat(100_000)}\r\n--x--`;
    const head = `To: ${own("a")}\r\nSubject: Large\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n`;
    const Data = toBase64(`${head}--x\r\n\r\n369385 is your code, ??>>~~.\r\n${attachment}\r\n`);
    const escaped = JSON.stringify({ Content: { Raw: { Data } } })
      .replaceAll("/", "\\/")
      .replaceAll("+", "\\u002b");
    expect((await post(escaped)).status).toBe(200);
    expect((await received())[0]).toMatchObject({ subject: "Large", codes: [{ value: "369385" }] });
  });

  test.each([
    [{ Content: { Raw: { Data: "no base64!" } }, Destination: { ToAddresses: [own("a")] } }, 400],
    [{ Content: { Raw: { Data: toBase64("Subject: nobody\r\n\r\nHello") } } }, 400],
    [{ Content: { Template: { TemplateName: "x" } } }, 501],
    [
      {
        FromEmailAddress: "shop@shop.example",
        Destination: { ToAddresses: [own("a")] },
        Content: { Simple: { Subject: { Data: "Hello" }, Body: {} } },
      },
      400,
    ],
    [
      { Content: { Raw: { Data: toBase64(mime(own("a"))) } }, Destination: { ToAddresses: Array(51).fill(own("a")) } },
      400,
    ],
  ])("rejects %j", async (request, expected) => {
    const { post, received } = await openBed("ses");
    const { status, headers } = await post(JSON.stringify(request));
    expect([status, headers.get("x-amzn-errortype")]).toEqual([expected, expect.stringMatching(/Exception$/)]);
    expect(await received()).toEqual([]);
  });

  test("limits a raw mail to --smtp-max-size", async () => {
    const { post } = await openBed("ses", { smtpMaxSize: 2_000 });
    const Data = toBase64(mime(own("a")) + "x".repeat(1_950));
    expect((await post(JSON.stringify({ Content: { Raw: { Data } } }))).status).toBe(413);
  });
});
