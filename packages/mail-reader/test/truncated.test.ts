import { expect, test } from "vitest";
import { createMailParser, createParserPool, parseMail } from "../src/index.ts";

const envelope = { sender: "" };
const long = "Your code is 4711. ".repeat(120_000);
const multipart = (kind: string) => `Content-Type: multipart/${kind}; boundary=b\r\n\r\n`;
const plain = (text: string) => `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;
const html = (text: string) => `--b\r\nContent-Type: text/html\r\n\r\n<p>${text}</p>\r\n`;
const attachment = `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\n${long}\r\n`;

test.each([
  ["a text beyond 2 MiB", `\r\n${long}`],
  ["a second part beyond 2 MiB", multipart("mixed") + plain("Hello") + plain(long)],
  ["a page beyond 2 MiB", `Content-Type: text/html\r\n\r\n<p>${long}</p>`],
  ["more than two thousand parts", multipart("mixed") + plain("x").repeat(2_100)],
])("marks a truncated text: %s", async (_what, mail) => {
  expect(await parseMail(Buffer.from(mail), envelope)).toMatchObject({ truncated: true });
});

test.each([
  ["a text of 2 MiB", `\r\n${"x".repeat(2 ** 21)}\r\n`],
  ["an attachment beyond 2 MiB", multipart("mixed") + plain("Hello") + attachment],
  ["a page beyond 2 MiB, whose plain text is shown", multipart("alternative") + plain("Code 4711") + html(long)],
  ["a text of many kilobytes", `\r\n${long.slice(0, 100_000)}`],
])("does not mark a complete text: %s", async (_what, mail) => {
  expect(await parseMail(Buffer.from(mail), envelope)).not.toHaveProperty("truncated");
});

test.each([
  ["beyond 32 KiB", `\r\n${long.slice(0, 100_000)}`, true],
  ["of many parts", multipart("mixed") + plain("x").repeat(200), true],
  ["of a page within 32 KiB", `Content-Type: text/html\r\n\r\n${"<p>x</p>".repeat(2_000)}`, undefined],
])("marks a quick parse %s", async (_what, mail, expected) => {
  const reader = createMailParser(envelope, { pool: createParserPool({ maxQueuedBytes: 0 }) });
  reader.write(Buffer.from(mail));
  expect((await reader.end()).truncated).toBe(expected);
});
