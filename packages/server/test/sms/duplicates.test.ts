import { expect, test } from "vitest";
import { openDesk } from "../api/harness.ts";

test("repeats of the newest messages are detected, however many came before them", async () => {
  const desk = await openDesk();
  const { token } = (await desk.call("POST", "sms/register")).body.sms_token;
  const push = (body: object) => desk.call("POST", "sms/push", { token, body });
  const messages = Array.from({ length: 41 }, (_, index) => ({
    phone: "5550123456",
    sender: "EXAMPLE",
    body: `text ${index}`,
    received_at: "2026-11-20T09:00:00Z",
  }));
  expect((await push({ messages })).body).toMatchObject({ stored: 41 });
  expect((await push({ messages: messages.slice(1) })).body).toMatchObject({ stored: 0, duplicates: 40 });
});
