import { test } from "@frontdesk/testing/vitest";
import { expect } from "vitest";
import { startApp } from "./start-app.ts";

test("signs up with the code that was mailed through Resend", async ({ frontdesk, mailbox }) => {
  await using app = await startApp(await frontdesk.providers.env("resend"));
  const email = mailbox.address;

  const { code, message } = await mailbox.expectCode(() => app.signUp("POST", { email }));

  expect(message.sender).toBe("Shop <hello@shop.example>");
  expect(await app.signUp("PUT", { email, code: "wrong" })).toEqual({ signedUp: false });
  expect(await app.signUp("PUT", { email, code })).toEqual({ signedUp: true });
});

test("shows Resend's own error for a malformed address", async ({ frontdesk }) => {
  await using app = await startApp(await frontdesk.providers.env("resend"));
  expect(await app.signUp("POST", { email: "nobody" })).toEqual({ error: "validation_error" });
});
