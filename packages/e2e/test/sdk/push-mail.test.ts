import { unwrap } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "./harness.ts";

test("the typed client pushes a mail as it is, to several recipients", async () => {
  const { frontdesk, server } = await openDesk();
  onTestFinished(() => server.close());
  const mailbox = await frontdesk.mailboxes.register("signup");
  const to = [mailbox.alias("a").address, mailbox.alias("b").address, "nobody@desk.example.com"];
  const body = "From: shop@shop.example\r\nSubject: Your code\r\n\r\n369385 is your verification code.";
  const pushed = frontdesk.client.POST("/svc-api/mail/push", { params: { query: { to } }, body });
  expect(await unwrap(pushed)).toMatchObject({ stored: 2, rejected: [{ recipient: "nobody@desk.example.com" }] });
  expect((await mailbox.waitForCode()).code).toBe("369385");
});
