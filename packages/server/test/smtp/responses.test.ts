import { parseMail } from "@frontdesk/mail-reader";
import { expect, onTestFinished, test, vi } from "vitest";
import type { MailEvidence } from "../../src/authentication/evidence.ts";
import { StorageError } from "../../src/problem.ts";
import { isPrivateIp } from "../../src/smtp/capabilities.ts";
import { composeMail, toEnvelopeSender } from "../../src/smtp/compose.ts";
import { createSmtp } from "../../src/smtp/smtp.ts";
import { connectSmtp, type SmtpClient, startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

/** Sends a mail to these recipients and returns the response to its end. */
async function sendTo(client: SmtpClient, body = "Hi"): Promise<string> {
  expect(await client.say("DATA\r\n")).toMatch(/^354 /);
  return client.say(`Subject: Hi\r\n\r\n${body}\r\n.\r\n`);
}

async function startMailTo(port: number, ...recipients: string[]): Promise<SmtpClient> {
  const client = await startMail(port, recipients);
  onTestFinished(() => client.close());
  return client;
}

test.each([
  ["the mailbox was deleted", async () => false, /^550 .*deleted/, ["deleted"]],
  ["the storage is full", () => Promise.reject(new StorageError("x", { fault: "full" })), /^452 .*full/, ["full"]],
  ["the storage fails", () => Promise.reject(new StorageError("x")), /^451 /, ["storage"]],
  ["storing fails otherwise", () => Promise.reject(new Error("disk gone")), /^451 /, ["storage"]],
  ["it is stored", async () => true, /^250 /, []],
])("a mail whose end comes when %s", async (_what, deliver, answer, rejected) => {
  const told: string[] = [];
  await using smtp = await startSmtp({ deliver, onMailRejected: (reason) => void told.push(reason) });
  const client = await startMailTo(smtp.port, "ann@mail.test");
  expect(await sendTo(client)).toMatch(answer);
  expect(told).toEqual(rejected);
  // The connection takes another mail.
  expect(await client.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^250 /);
});

test.each([
  [new StorageError("x", { fault: "full" }), "Mail not stored, the storage is full: x"],
  [new Error("disk gone"), "Mail not stored: disk gone"],
])("the log says why a mail is not stored: %s", async (error, line) => {
  const log = { info() {}, warn: vi.fn(), error() {} };
  await using smtp = await startSmtp({ log, deliver: () => Promise.reject(error) });
  expect(await sendTo(await startMailTo(smtp.port, "ann@mail.test"))).toMatch(/^45\d /);
  expect(log.warn.mock.calls).toEqual([[line]]);
});

test("a mail whose bytes cannot be read is rejected at its end, and the connection takes another", async () => {
  let writes = 0;
  const failing = {
    write() {
      writes++;
      throw new Error("unreadable");
    },
    end: () => null,
  };
  const evidenceOf = vi.fn().mockReturnValueOnce(failing).mockReturnValue(null);
  const told: string[] = [];
  await using smtp = await startSmtp({
    collectEvidence: evidenceOf,
    onMailRejected: (reason) => void told.push(reason),
  });
  const client = await startMailTo(smtp.port, "ann@mail.test");
  expect(await sendTo(client, "x".repeat(300_000))).toMatch(/^451 /);
  expect([writes, told, smtp.delivered]).toEqual([1, ["storage"], []]);
  await client.say("MAIL FROM:<a@client.test>\r\n");
  await client.say("RCPT TO:<ann@mail.test>\r\n");
  expect(await sendTo(client)).toMatch(/^250 /);
});

test("a mail is delivered with the evidence that was collected from its bytes", async () => {
  const evidence = { type: "evidence" } as unknown as MailEvidence;
  const chunks: Buffer[] = [];
  const collector = { write: (chunk: Buffer) => void chunks.push(chunk), end: () => evidence };
  const given: unknown[] = [];
  await using smtp = await startSmtp({
    collectEvidence: () => collector,
    deliver: async (_destinations, _mail, _origin, collected) => given.push(collected) > 0,
  });
  expect(await sendTo(await startMailTo(smtp.port, "ann@mail.test"), "Hello")).toMatch(/^250 /);
  expect(given).toEqual([evidence]);
  expect(Buffer.concat(chunks).toString()).toContain("Subject: Hi\r\n\r\nHello");
});

test("a mail that is also for the postmaster is accepted if the mailbox was deleted", async () => {
  await using smtp = await startSmtp({ deliver: async () => false });
  expect(await sendTo(await startMailTo(smtp.port, "ann@mail.test", "postmaster@mail.test"))).toMatch(/^250 /);
});

test("a mail of exactly the limit is stored; one byte more is rejected and reported", async () => {
  const told: string[] = [];
  await using smtp = await startSmtp({ maxSize: 1_000, onMailRejected: (reason) => void told.push(reason) });
  const head = "Subject: Hi\r\n\r\n\r\n".length;
  const client = await startMailTo(smtp.port, "ann@mail.test");
  expect(await sendTo(client, "x".repeat(1_000 - head))).toMatch(/^250 /);
  await client.say("MAIL FROM:<a@client.test>\r\n");
  await client.say("RCPT TO:<ann@mail.test>\r\n");
  expect(await sendTo(client, "x".repeat(1_001 - head))).toMatch(/^552 /);
  expect([told, smtp.delivered.length]).toEqual([["too_large"], 1]);
});

test("the log says why a recipient could not be looked up, and the client is asked to try again later", async () => {
  const log = { info() {}, warn: vi.fn(), error() {} };
  await using smtp = await startSmtp({ log, resolve: () => Promise.reject(new Error("disk gone")) });
  const client = await startMailTo(smtp.port);
  expect(await client.say("RCPT TO:<Ann+tag@mail.test>\r\n")).toMatch(/^451 .*try again later$/);
  expect(log.warn.mock.calls).toEqual([["Lookup of mailbox ann failed: disk gone"]]);
});

test("rejected recipients are reported with reason and client; failed look-ups are not", async () => {
  const told: string[][] = [];
  await using smtp = await startSmtp({
    resolve: (name) => (name === "broken" ? Promise.reject(new Error("disk gone")) : Promise.resolve(null)),
    onRecipientRejected: (...refused) => void told.push(refused),
    senderLimits: { maxUnknownRecipients: 2 },
  });
  const client = await startMailTo(smtp.port);
  for (let at = 0; at < 5; at++) expect(await client.say("RCPT TO:<broken@mail.test>\r\n")).toMatch(/^451 /);
  expect(await client.say("RCPT TO:<no@mail.test>\r\n")).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<a@other.test>\r\n")).toMatch(/^550 /);
  expect(told).toEqual([
    ["no@mail.test", "unknown_mailbox", "127.0.0.1"],
    ["a@other.test", "other_domain", "127.0.0.1"],
  ]);
});

test("an IP that has used up its bytes gets 450 for its next mail, on any connection", async () => {
  // At the beginning of a minute of the clock by which bytes are counted.
  const clock = vi.spyOn(performance, "now").mockReturnValue(60_000_000);
  onTestFinished(() => clock.mockRestore());
  await using smtp = await startSmtp({ senderLimits: { maxBytesPerMinute: 1_000 } });
  const client = await startMailTo(smtp.port, "ann@mail.test");
  expect(await sendTo(client, "x".repeat(1_000))).toMatch(/^250 /);
  expect(await client.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^450 /);
  const other = await connectSmtp(smtp.port);
  onTestFinished(() => other.close());
  await other.reply();
  await other.say("EHLO client.test\r\n");
  expect(await other.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^450 .*too much/);
});

test.each(["maxSize", "maxClients", "idleTimeoutMs", "dataTimeoutMs", "closeTimeoutMs"])(
  "%s must be above 0, unless 0 means no limit",
  (option) => {
    const parts = { host: "127.0.0.1", port: 0, domain: "a", resolve: async () => null, deliver: async () => false };
    expect(() => createSmtp({ ...parts, [option]: -1 })).toThrow(`SMTP option ${option}`);
    const isNone = option === "maxClients" || option === "idleTimeoutMs";
    if (!isNone) expect(() => createSmtp({ ...parts, [option]: 0 })).toThrow(`SMTP option ${option}`);
  },
);

test("closing again, also by leaving the scope, resolves", async () => {
  const smtp = await startSmtp();
  await smtp[Symbol.asyncDispose]();
  await expect(smtp[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

test.each([
  ["126.255.255.255", false],
  ["127.0.0.0", true],
  ["127.255.255.255", true],
  ["128.0.0.0", false],
  ["9.255.255.255", false],
  ["10.255.255.255", true],
  ["11.0.0.0", false],
  ["172.15.255.255", false],
  ["172.16.0.0", true],
  ["172.31.255.255", true],
  ["172.32.0.0", false],
  ["192.167.255.255", false],
  ["192.168.255.255", true],
  ["192.169.0.0", false],
  ["169.253.255.255", false],
  ["169.254.255.255", true],
  ["169.255.0.0", false],
  ["::1", true],
  ["::2", false],
  ["fbff::1", false],
  ["fdff::1", true],
  ["fe00::1", false],
  ["fe80::1%eth0", true],
  ["febf:ffff::1", true],
  ["fec0::1", false],
  ["::ffff:10.0.0.1", true],
  ["::FFFF:11.0.0.1", false],
])("%s is of the same machine or network: %j", (address, isNear) => expect(isPrivateIp(address)).toBe(isNear));

const head = (mail: Partial<Parameters<typeof composeMail>[0]>) =>
  Buffer.from(composeMail({ to: "a@b.test", from: "x@y.test", ...mail })).toString();

test.each([
  ["hello@shop.test", "hello@shop.test", "From: hello@shop.test"],
  ["A shop <hello@shop.test>", "hello@shop.test", "From: A shop <hello@shop.test>"],
  ['"A <shop>" <hello@shop.test>', "hello@shop.test", 'From: "A <shop>" <hello@shop.test>'],
  ['" <hello@shop.test>', "hello@shop.test", 'From: "\\"" <hello@shop.test>'],
  ["<hello@shop.test>", "hello@shop.test", "From: hello@shop.test"],
  ["a\r\nBcc: all@b.test", "a\r\nBcc: all@b.test", "From: a Bcc: all@b.test"],
])("from %j", (from, sender, line) => {
  expect(toEnvelopeSender(from)).toBe(sender);
  expect(head({ from }).split("\r\n")[0]).toBe(line);
});

test("no line of a composed mail and no encoded word is longer than it may be, and no recipient brings a header", () => {
  const mail = head({ to: ["a@b.test\r\nX: y", "c@d.test"], subject: "🎉".repeat(100), text: "x".repeat(10_000) });
  expect(mail).toContain("\r\nTo: a@b.test X: y,\r\n c@d.test\r\n");
  expect(Math.max(...mail.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  // RFC 2047, section 2.
  expect(Math.max(...mail.match(/=\?.*?\?=/g)!.map((word) => word.length))).toBeLessThanOrEqual(75);
});

test.each(["", "Plain", "=?utf-8?Q?not=20meant?=", "Grüße\r\nX: y", "🎉".repeat(30), "a\tb", `${"x".repeat(11)}🎉`])(
  "the subject %j is read as it was written",
  async (subject) => {
    const text = "Grüße\r\n--frontdesk-alternative--";
    const written = composeMail({ to: "a@b.test", from: "x@y.test", subject, text, html: "<p>Grüße</p>" });
    const mail = await parseMail(written, { sender: "" });
    expect(mail.subject).toBe(subject.replace(/\s+/g, " "));
    expect(mail.body.trim().replace(/\r\n/g, "\n")).toBe(text.replace(/\r\n/g, "\n"));
  },
);

test("a mail without a From header is from the sender that MAIL FROM names", async () => {
  await using smtp = await startSmtp();
  expect(await sendTo(await startMailTo(smtp.port, "ann@mail.test"))).toMatch(/^250 /);
  expect(smtp.delivered.map(({ mail }) => mail.sender)).toEqual(["sender@client.test"]);
});
