import { expect, test } from "vitest";
import { firstKey, openDesk } from "../api/harness.ts";
import { callMcp, callTool, resultOf } from "../oauth/oauth-client.ts";

test("a tool that waits for a code ends when the server stops, and says when to call it again", async () => {
  const desk = await openDesk();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const waiting = callMcp(desk, firstKey, callTool("mail_wait_code", { mailbox: mailbox.name }));
  await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
  await desk.server.close();
  expect(resultOf(await waiting)).toMatchObject({
    isError: true,
    structuredContent: { code: "service_down", next: expect.stringContaining("again in 10 seconds") },
  });
});
