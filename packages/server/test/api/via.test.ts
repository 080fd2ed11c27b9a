import { describe, expect, onTestFinished, test } from "vitest";
import { connectSmtp } from "../smtp/smtp-client.ts";
import { openDesk } from "./harness.ts";

const raw = "From: Shop <shop@shop.example>\r\nSubject: Your code\r\n\r\n369385 is your code.\r\n";
const to = "signup@desk.example.com";

async function open() {
  const desk = await openDesk({ port: 0, smtpPort: 0, smtp: true });
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const { sms_token } = (await desk.call("POST", "sms/register", { body: { phone: "5550100001" } })).body;
  return { desk, mailbox, sms_token };
}
type Bed = Awaited<ReturnType<typeof open>>;

async function sendBySmtp({ desk }: Bed) {
  const { smtp } = await desk.server.listen();
  const client = await connectSmtp(Number(smtp?.split(":").at(-1)));
  onTestFinished(() => client.close());
  await client.reply();
  for (const line of ["EHLO app", "MAIL FROM:<a@b.example>", `RCPT TO:<${to}>`, "DATA"])
    await client.say(`${line}\r\n`);
  expect(await client.say(`${raw}.\r\n`)).toMatch(/^250 /);
}

/** Each way of a mail, and what sends one. */
const mailWays: Record<string, (bed: Bed) => Promise<unknown>> = {
  smtp: sendBySmtp,
  http: ({ desk }) => desk.call("POST", `mail/push?to=${to}`, { raw, headers: { "content-type": "message/rfc822" } }),
  program: ({ desk }) => desk.server.deliver({ to, raw }),
  test: ({ desk, mailbox }) => desk.call("POST", `mailbox/${mailbox.id}/test`),
};

describe("how a message arrived", () => {
  test.each(Object.entries(mailWays))("is %s in every view of a mail", async (via, send) => {
    const bed = await open();
    await send(bed);
    const { token, id } = bed.mailbox;
    const { emails } = (await bed.desk.call("GET", "mail/recent", { token })).body;
    expect(emails).toMatchObject([{ via }]);
    const { email } = (await bed.desk.call("GET", `mail/message/${emails[0].id}`, { token })).body;
    expect(email).toMatchObject({ via });
    expect((await bed.desk.call("GET", `mailbox/${id}/emails`)).body.emails).toMatchObject([{ via }]);
  });

  test("is phone for an SMS that was pushed", async () => {
    const { desk, sms_token } = await open();
    const { token, id } = sms_token;
    await desk.call("POST", "sms/push", { token, body: { phone: "5550100001", sender: "SHOP", body: "369385" } });
    const { messages } = (await desk.call("GET", "sms/recent", { token })).body;
    expect(messages).toMatchObject([{ via: "phone" }]);
    const { message } = (await desk.call("GET", `sms/message/${messages[0].id}`, { token })).body;
    expect(message).toMatchObject({ via: "phone" });
    expect((await desk.call("GET", `sms/${id}/messages`)).body.messages).toMatchObject([{ via: "phone" }]);
  });
});
