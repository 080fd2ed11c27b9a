import { test } from "@frontdesk/testing/vitest";
import { expect } from "vitest";
import { startApp } from "./start-app.ts";

const phone = "+15550100100";

test("checks a phone number with the code of Twilio Verify", async ({ frontdesk }) => {
  const smsInbox = await frontdesk.smsInboxes.register({ phone: "5550100100" });
  await using app = await startApp(await frontdesk.providers.env("twilio"));

  const { code } = await smsInbox.expectCode(() => app.post("/start", { phone }));

  const wrong = code === "000000" ? "000001" : "000000";
  expect(await app.post("/check", { phone, code: wrong })).toEqual({ status: "pending" });
  expect(await app.post("/check", { phone, code })).toEqual({ status: "approved" });
  // As at Twilio, an approved verification is gone.
  expect(await app.post("/check", { phone, code })).toMatchObject({ code: 20404 });
});

test("shows Twilio's own error for a malformed number", async ({ frontdesk }) => {
  await using app = await startApp(await frontdesk.providers.env("twilio"));
  expect(await app.post("/start", { phone: "none" })).toMatchObject({ code: 60200 });
});
