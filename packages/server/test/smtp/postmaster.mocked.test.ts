import { createMailParser } from "@frontdesk/mail-reader";
import { expect, onTestFinished, test, vi } from "vitest";
import { startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

vi.mock("@frontdesk/mail-reader", { spy: true });

test("reads nothing of a mail that is for postmaster alone", async () => {
  const smtp = await startSmtp({});
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  for (const [recipients, times] of [
    [["postmaster@mail.test"], 0] as const,
    [["postmaster", "ann@mail.test"], 1] as const,
  ]) {
    const client = await startMail(smtp.port, [...recipients]);
    onTestFinished(() => client.close());
    await client.say("DATA\r\n");
    expect(await client.say("Subject: x\r\n\r\nHello\r\n.\r\n")).toMatch(/^250 /);
    expect(createMailParser).toHaveBeenCalledTimes(times);
  }
});
