import { describe, expect, test } from "vitest";
import { complete, html, mailCases, text } from "./outgoing-mail-cases.ts";
import { callRoute } from "./route-bed.ts";

describe.each(Object.entries(mailCases))("%s", (_name, { provider, path, toBody, missing = [] }) => {
  const expected = Object.fromEntries(
    Object.entries(complete).filter(([field]) => !(missing as readonly string[]).includes(field)),
  );

  test("delivers every field of a mail", async () => {
    const { mails } = await callRoute(provider, path, toBody({ text, html }));
    expect(mails).toEqual([expected]);
  });

  test.each([{ text }, { html }])("delivers a mail that has only %j", async (texts) => {
    const { mails } = await callRoute(provider, path, toBody(texts));
    expect(mails).toEqual([{ ...expected, text: undefined, html: undefined, ...texts }]);
  });

  test("reads the placeholders of long headers and of a long subject", async () => {
    const readHeader = (value: string) => (value.includes("@") ? value : `long ${value}`);
    const { mails } = await callRoute(provider, path, toBody({ text }), { readHeader });
    const { subject, headers } = complete;
    // A form has no placeholders.
    const isForm = provider.title === "Mailgun";
    const toRead = (value: string) => (isForm ? value : readHeader(value));
    expect(mails).toMatchObject([
      { subject: toRead(subject), headers: headers.map(([name, value]) => [name, toRead(value ?? "")]) },
    ]);
  });

  test("rejects a mail without text and HTML, and delivers nothing", async () => {
    await expect(callRoute(provider, path, toBody({}))).rejects.toMatchObject({ fault: "invalid" });
  });
});
