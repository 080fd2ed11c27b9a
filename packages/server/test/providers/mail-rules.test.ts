import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/providers/provider-error.ts";
import { a, b, c, d, e, html, mailCases, shop, text, toAddress } from "./outgoing-mail-cases.ts";
import { callRoute } from "./route-bed.ts";

describe("SendGrid", () => {
  const { provider, path, toBody } = mailCases.sendgrid;
  const send = async (changes: object) =>
    callRoute(provider, path, { ...(toBody({ text, html }) as object), ...changes });
  const to = [{ email: a }];

  test("delivers a personalization from its own sender, with its substitutions in subject, text and HTML", async () => {
    const personalizations = [{ to, from: { email: b }, substitutions: { code: "word", "": "-", "369385": "1" } }];
    const { mails } = await send({ personalizations });
    expect(mails).toMatchObject([
      { from: toAddress(b), subject: "Your word", text: "1 is your word.", html: "<p>1</p>" },
    ]);
  });

  test("has the request's subject where a personalization's is empty", async () => {
    const { mails } = await send({ subject: "Hello", personalizations: [{ to, subject: "" }] });
    expect(mails).toMatchObject([{ subject: "Hello" }]);
  });

  test("has both fields of reply addresses", async () => {
    const { mails } = await send({ personalizations: [{ to }], reply_to_list: [{ email: d }] });
    expect(mails).toMatchObject([{ replyTo: [toAddress(e), toAddress(d)] }]);
  });

  test.each([
    ["subject", { subject: "", personalizations: [{ to }] }],
    ["personalizations.1.to", { personalizations: [{ to }, { to: [] }] }],
    ["from.email", { from: { email: "nobody" } }],
    ["personalizations.0.from.email", { personalizations: [{ to, from: { email: "nobody" } }] }],
    ["reply_to.email", { reply_to: { email: "nobody" } }],
    ["personalizations.0.bcc.0.email", { personalizations: [{ to, bcc: [{ email: "nobody" }] }] }],
    ["personalizations", { personalizations: Array(501).fill({ to, cc: to }) }],
    ["personalizations", { personalizations: Array(501).fill({ to, bcc: to }) }],
  ])("rejects a request whose field %s is wrong", async (field, changes) => {
    await expect(send(changes)).rejects.toMatchObject({ fault: "invalid", field });
  });

  test("sends to a thousand recipients", async () => {
    const { mails } = await send({ personalizations: Array(500).fill({ to, cc: to }) });
    expect(mails).toHaveLength(500);
  });
});

describe("Postmark", () => {
  const { provider, path, toBody } = mailCases.postmark;
  const body = toBody({ text, html }) as object;

  test("has the recipients in its result, except fields that were not sent", async () => {
    const { reply } = await callRoute(provider, path, body);
    expect(reply.body).toMatchObject({
      To: `${a}, Bob <${b}>`,
      Cc: c,
      Bcc: d,
      SubmittedAt: "2026-01-01T12:00:00.000Z",
    });
    const { reply: short } = await callRoute(provider, path, { ...body, Cc: "", Bcc: null });
    expect(Object.keys(short.body as object)).not.toContain("Cc");
    expect(Object.keys(short.body as object)).not.toContain("Bcc");
  });

  test("fails a batch if the server cannot store a mail, so that the app sends it again", async () => {
    const failure = new ProviderError("unavailable", "full");
    const batch = callRoute(provider, "/email/batch", [body, body], { failure });
    await expect(batch).rejects.toBe(failure);
  });

  test("takes five hundred mails in a batch, and no more", async () => {
    const send = (count: number) => callRoute(provider, "/email/batch", Array(count).fill(body));
    expect((await send(500)).mails).toHaveLength(500);
    await expect(send(501)).rejects.toMatchObject({ fault: "invalid", message: "At most 500 are allowed here." });
  });

  test.each(["To", "Cc", "Bcc", "ReplyTo"])("takes fifty addresses in %s, and no more", async (field) => {
    const list = (count: number) => ({ ...body, [field]: Array(count).fill(a).join(",") });
    expect((await callRoute(provider, path, list(50))).mails).toHaveLength(1);
    await expect(callRoute(provider, path, list(51))).rejects.toMatchObject({ fault: "invalid" });
  });

  test.each([{ To: a }, { Cc: a }, { Bcc: a }])("needs one recipient, such as %j", async (recipient) => {
    const none = { ...body, To: undefined, Cc: undefined, Bcc: undefined };
    expect((await callRoute(provider, path, { ...none, ...recipient })).mails).toHaveLength(1);
    await expect(callRoute(provider, path, none)).rejects.toThrow("Zero recipients specified");
  });
});

describe("Amazon SES", () => {
  const { provider, path, toBody } = mailCases.ses;
  const body = toBody({ text }) as object;
  const Raw = { Data: "To: header@x.example\r\n\r\n369385" };

  test("delivers a raw mail from its sender to all three lists of its destination", async () => {
    const { rawMails } = await callRoute(provider, path, { ...body, Content: { Raw } });
    expect(rawMails).toEqual([{ sender: shop.email, recipients: [a, b, c, d], raw: Raw.Data }]);
  });

  test("looks for the recipients of a raw mail in its first 256 KiB alone", async () => {
    let chunks = 0;
    async function* readBytes(head: string) {
      for (const text of [head, "", "", "", "", "", "", ""]) {
        chunks++;
        yield Buffer.from(text.padEnd(64 * 1024));
      }
    }
    const { rawMails } = await callRoute(provider, path, { Content: { Raw } }, { readBytes });
    expect(rawMails).toMatchObject([{ recipients: ["header@x.example"] }]);
    // Four for the recipients, then all for the mail.
    expect(chunks).toBe(4 + 8);
  });

  test("reads no recipient of a raw mail beyond its first 256 KiB, even if they arrive in one piece", async () => {
    const filler = "X-Filler: ".padEnd(256 * 1024 - 2 - "To: a@x.example\r\n".length, "x");
    const send = (head: string) =>
      callRoute(provider, path, { Content: { Raw: { Data: `${head}To: a@x.example\r\nCc: late@x.example\r\n\r\n` } } });
    const { rawMails } = await send(`${filler}\r\n`);
    expect(rawMails).toMatchObject([{ recipients: ["a@x.example"] }]);
  });

  test("delivers the raw mail alone where a request has a simple one too", async () => {
    const { Content } = toBody({ text }) as { Content: object };
    const { mails, rawMails } = await callRoute(provider, path, { ...body, Content: { ...Content, Raw } });
    expect([mails.length, rawMails.length]).toEqual([0, 1]);
  });

  test("has every address for replies", async () => {
    const { mails } = await callRoute(provider, path, { ...body, ReplyToAddresses: [d, e] });
    expect(mails).toMatchObject([{ replyTo: [toAddress(d), toAddress(e)] }]);
  });

  test("delivers a raw mail without a sender", async () => {
    const { rawMails } = await callRoute(provider, path, { Content: { Raw } });
    expect(rawMails).toEqual([{ sender: "", recipients: ["header@x.example"], raw: Raw.Data }]);
  });

  test("sends to fifty recipients", async () => {
    const Destination = { BccAddresses: Array(49).fill(a), ToAddresses: [b] };
    expect((await callRoute(provider, path, { ...body, Destination })).mails).toHaveLength(1);
  });

  test.each([
    [{ FromEmailAddress: undefined }, "FromEmailAddress is missing."],
    [{ Destination: undefined }, "There is no recipient."],
    [{ Destination: { BccAddresses: Array(50).fill(a), ToAddresses: [b] } }, "There are more than 50 recipients."],
  ])("rejects a mail with %j", async (changes, message) => {
    await expect(callRoute(provider, path, { ...body, ...changes })).rejects.toThrow(message);
  });
});

describe("Mailgun", () => {
  const { provider, path, toBody } = mailCases.mailgun;
  const body = toBody({ text }) as object;

  test.each(["yes", "true", "Yes", "TRUE"])("delivers no mail in the test mode %j", async (mode) => {
    expect((await callRoute(provider, path, { ...body, "o:testmode": mode })).mails).toEqual([]);
    const mime = { to: a, message: "Subject: x\r\n\r\nx", "o:testmode": mode };
    expect((await callRoute(provider, `${path}.mime`, mime)).rawMails).toEqual([]);
  });

  test("delivers a mail that is said to be no test, and a raw one without a sender", async () => {
    expect((await callRoute(provider, path, { ...body, "o:testmode": "no" })).mails).toHaveLength(1);
    const message = "Subject: x\r\n\r\nx";
    const { rawMails } = await callRoute(provider, `${path}.mime`, { to: [a, b], message });
    expect(rawMails).toEqual([{ sender: "", recipients: [a, b], raw: message }]);
  });

  test("keeps an empty header, and takes none from a field whose prefix is in capitals", async () => {
    const fields = { text, from: shop.email, to: a, "h:X-Empty": "", "H:X-Other": "1" };
    expect((await callRoute(provider, path, fields)).mails).toMatchObject([{ headers: [["X-Empty", ""]] }]);
  });

  test("takes a thousand recipients in all fields together, and no more", async () => {
    const list = Array(500).fill(a);
    expect((await callRoute(provider, path, { ...body, to: list, cc: list, bcc: [] })).mails).toHaveLength(1);
    const tooMany = { ...body, to: list, cc: list, bcc: [a] };
    await expect(callRoute(provider, path, tooMany)).rejects.toThrow("more than 1000 recipients");
  });
});

test.each([{ text: "" }, { html: "" }])("Resend delivers a mail that has only %j", async (texts) => {
  const { provider, path, toBody } = mailCases.resend;
  expect((await callRoute(provider, path, toBody(texts))).mails).toMatchObject([texts]);
});

test.each(["resend", "postmark"] as const)("%s rejects a mail whose sender is no address", async (name) => {
  const { provider, path, toBody } = mailCases[name];
  const body = { ...(toBody({ text }) as object), from: "nobody", From: "nobody" };
  await expect(callRoute(provider, path, body)).rejects.toMatchObject({ fault: "invalid" });
});
