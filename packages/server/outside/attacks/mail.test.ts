import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstReply, inBatches, openBed } from "./bed.ts";
import { beginMail, endMail } from "./smtp-sender.ts";

let bed: Awaited<ReturnType<typeof openBed>>;
let token = "";
beforeAll(async () => {
  bed = await openBed();
  const { body } = await bed.api("POST", "mailbox/register", { name: "ann" });
  ({ token } = (body as { mailbox: { token: string } }).mailbox);
});

afterEach(() => bed.clear());
afterAll(() => bed?.close());

test("2,000 idle SMTP connections from one address exclude nobody else", async () => {
  await bed.endure("2,000 idle, one address", async () => {
    const greetings: string[] = [];
    await inBatches(2_000, 100, async () => greetings.push(await firstReply(await bed.dial(bed.smtpPort))));
    expect(greetings.filter((line) => line.startsWith("220"))).toHaveLength(200);
    expect(await firstReply(await bed.dial(bed.smtpPort, "127.0.0.2"))).toMatch(/^220 /);
  });
});

test("12 addresses that open every SMTP connection do not exclude a thirteenth", async () => {
  await bed.endure("2,400 idle, 12 addresses", async () => {
    await inBatches(2_400, 100, async (at) => firstReply(await bed.dial(bed.smtpPort, `127.0.1.${1 + (at % 12)}`)));
    const late = await bed.dial(bed.smtpPort, "127.0.2.1");
    expect(await firstReply(late)).toMatch(/^220 /);
    await send(late, "Subject: Late\r\n\r\nYour code is 482913.");
  });
});

test("mails made to be slow to parse delay nobody", async () => {
  await bed.endure("mails made to be slow", async () => {
    const styles = [`opacity:${"0".repeat(60_000)}x`, "url(".repeat(15_000), `width:${"0".repeat(60_000)}`];
    const pages = styles.map((style) => `<p style="overflow:hidden;${style}">Your code is 482913.</p>`);
    const parts = [...pages, `<!--${"<".repeat(60_000)}`, `<a href="${"=".repeat(60_000)}`];
    // Often enough for a thousandth of the time to be more than a moment.
    for (const part of Array.from({ length: 100 }, () => parts).flat()) {
      const sender = await bed.dial(bed.smtpPort, "127.0.3.1");
      await firstReply(sender);
      const lines = part.replace(/.{900}/g, "$&\r\n");
      await send(sender, `Subject: Page\r\nContent-Type: text/html\r\n\r\n${part.includes("000") ? part : lines}`);
      const { body } = await bed.api("GET", "mail/recent?full=true", undefined, token);
      expect((body as { emails: unknown[] }).emails.length).toBeGreaterThan(0);
      sender.destroy();
    }
  });
});

async function send(sender: Socket, mail: string): Promise<void> {
  await beginMail(sender);
  await endMail(sender, mail);
}
