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

  test("rejects a mail without text and HTML, and delivers nothing", async () => {
    await expect(callRoute(provider, path, toBody({}))).rejects.toMatchObject({ fault: "invalid" });
  });
});
