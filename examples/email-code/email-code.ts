/** A program signs up somewhere with an address of its own, and has the code that is mailed to it. */
import assert from "node:assert/strict";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { createTransport } from "nodemailer";

await using server = await createServer({ storage: "memory:", port: 0, smtpPort: 0 });
const { url, smtp } = await server.listen();
const frontdesk = createFrontdesk({ baseUrl: url, key: server.key ?? "" });
await using mailbox = await frontdesk.mailboxes.register("signup");

// The site that mails codes. An older one of the same mailbox must not be taken for the new one.
const [host, port] = smtp?.split(":") ?? [];
const mailer = createTransport({ host, port: Number(port), ignoreTLS: true });
const mail = (text: string) =>
  mailer.sendMail({ from: "hello@site.example", to: mailbox.address, subject: "Hi", text });
await mail("Your code is 111111.");

const { code, message } = await mailbox.expectCode(() => mail("Your code is 481 220. It is good for ten minutes."));
console.log(`${code} from ${message.sender}`);
assert.equal(code, "481220");
