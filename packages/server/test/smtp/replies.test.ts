import { expect, onTestFinished, test, vi } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { createMailParsing } from "../../src/smtp/mail-parsing.ts";
import type { SmtpOptions } from "../../src/smtp/smtp-options.ts";
import { connectSmtp, type SmtpClient } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

const hello = "EHLO client.test\r\n";
const from = "MAIL FROM:<a@client.test>\r\n";
const to = "RCPT TO:<ann@mail.test>\r\n";
const data = "DATA\r\n";
const mail = "Subject: Hi\r\n\r\nHi\r\n.\r\n";

/** Says the lines, each after the reply to the one before, and returns the reply to the last. */
async function replyTo(options: Partial<SmtpOptions>, lines: readonly string[]): Promise<string> {
  const smtp = await startSmtp(options);
  const client: SmtpClient = await connectSmtp(smtp.port);
  onTestFinished(async () => {
    client.close();
    await smtp[Symbol.asyncDispose]();
  });
  let last = await client.reply();
  for (const line of lines) last = await client.say(line);
  return last;
}

const fail = (error: Error) => ({ deliver: () => Promise.reject(error) });

test.each<[string, Partial<SmtpOptions>, string[], string]>([
  ["that connects", {}, [], "220 mail.test ESMTP Frontdesk"],
  [
    "whose recipient is of another domain",
    {},
    [hello, from, "RCPT TO:<a@other.test>\r\n"],
    "550 Relaying denied: this server takes mail for @mail.test only",
  ],
  [
    "whose recipient has no mailbox",
    {},
    [hello, from, "RCPT TO:<no@mail.test>\r\n"],
    "550 No mailbox no@mail.test here",
  ],
  [
    "whose recipient cannot be looked up",
    { resolve: () => Promise.reject(new Error("disk gone")) },
    [hello, from, to],
    "451 Mailboxes cannot be looked up just now, try again later",
  ],
  [
    "whose recipients are unknown once more than it may be",
    { senderLimits: { maxUnknownRecipients: 1 } },
    [hello, from, "RCPT TO:<no@mail.test>\r\n", "RCPT TO:<no@mail.test>\r\n"],
    "421 Too many unknown recipients",
  ],
  [
    "that says NOOP once more than it may",
    { senderLimits: { maxNonMailCommands: 2 } },
    [hello, "NOOP\r\n", "NOOP\r\n"],
    "421 Too many commands without a mail",
  ],
  [
    "that must use TLS",
    { capabilitiesFor: () => ({ starttls: false, tlsRequired: true, auth: false }) },
    [hello, from],
    "530 Must issue a STARTTLS command first",
  ],
  [
    "that has sent more than it may in a minute",
    { senderLimits: { maxBytesPerMinute: 1 } },
    [hello, from, to, data, mail, from],
    "450 Your address has sent too much within this minute, try again later",
  ],
  [
    "whose mailbox was deleted meanwhile",
    { deliver: async () => false },
    [hello, from, to, data, mail],
    "550 The mailbox was deleted",
  ],
  [
    "whose mail finds the storage full",
    fail(new StorageError("x", { fault: "full" })),
    [hello, from, to, data, mail],
    "452 The server's storage is full, try again later",
  ],
  [
    "whose mail cannot be stored",
    fail(new Error("disk gone")),
    [hello, from, to, data, mail],
    "451 The message could not be stored, try again later",
  ],
  [
    "whose mail is far too large",
    { maxSize: 10 },
    [hello, from, to, data, "x".repeat(60)],
    "552 The message is far too large",
  ],
  ["whose mail takes too long", { dataTimeoutMs: 1 }, [hello, from, to, data, "x"], "421 The message took too long"],
])("a client %s gets a reply that says so", async (_what, options, lines, reply) => {
  // Bytes are counted per minute of this clock, so the test must not cross the end of one.
  const clock = vi.spyOn(performance, "now").mockReturnValue(60_000_000);
  onTestFinished(() => clock.mockRestore());
  expect(await replyTo(options, lines)).toBe(reply);
});

test("a mail parser that a program shares goes on when the listener closes", async () => {
  const parsing = createMailParsing(undefined);
  onTestFinished(() => parsing.close());
  const close = vi.spyOn(parsing, "close");
  const smtp = await startSmtp({ parsing });
  await smtp[Symbol.asyncDispose]();
  expect(close).not.toHaveBeenCalled();
});
