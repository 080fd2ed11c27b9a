import { expect, test } from "vitest";
import { readRecipients } from "../src/index.ts";

const recipientsOf = (...lines: string[]) => readRecipients(Buffer.from(lines.join("\r\n")));

test.each([
  [
    "Delivered-To before all others",
    ["To: t@a.test", "X-Original-To: x@a.test", "Delivered-To: d@a.test"],
    ["d@a.test"],
  ],
  ["X-Original-To before the lists", ["To: t@a.test", "Cc: c@a.test", "X-Original-To: x@a.test"], ["x@a.test"]],
  ["To and Cc together", ["Cc: c@a.test", "To: t@a.test"], ["c@a.test", "t@a.test"]],
  ["Cc alone", ["Subject: x", "Cc: c@a.test"], ["c@a.test"]],
  ["each once", ["To: t@a.test, T <t@a.test>", "Cc: t@a.test"], ["t@a.test"]],
  ["the members of a group", ["To: Team: a@a.test, b@a.test;"], ["a@a.test", "b@a.test"]],
  ["no name without an address", ["To: Team, t@a.test"], ["t@a.test"]],
  ["the next field if one has no address", ["Delivered-To: nobody", "To: t@a.test"], ["t@a.test"]],
  ["names beyond ASCII", ["To: tést@a.test"], ["tést@a.test"]],
  ["nothing of the body", ["Subject: x", "", "To: t@a.test"], []],
  ["no sender", ["From: f@a.test", "Reply-To: r@a.test", "Bcc: b@a.test"], []],
])("the recipients of a mail without an envelope are %s", (_what, lines, recipients) => {
  expect(recipientsOf(...lines)).toEqual(recipients);
  expect(readRecipients(Buffer.from(lines.join("\n")))).toEqual(recipients);
});

test("the recipients are those of the first 16 KiB of a field, because reading costs the square of its length", () => {
  const addresses = Array.from({ length: 2000 }, (_, number) => `${1000 + number}@example.com`);
  const recipients = recipientsOf(`To: ${addresses.join(",\r\n ")}`);
  expect(recipients[0]).toBe("1000@example.com");
  expect(recipients.length).toBeGreaterThan(500);
  expect(recipients.join(", ").length).toBeLessThanOrEqual(16 * 1024);
});
