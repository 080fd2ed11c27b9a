import { parseMail } from "@frontdesk/mail-reader";
import fc from "fast-check";
import { expect, test } from "vitest";
import { composeMail } from "../../src/smtp/compose.ts";

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "x\r\nBcc: a@b.example",
    "x\nX-Injected: yes",
    "x\r\ny\r\nX-Injected: yes",
    "x\r\n\r\nbody",
    "\r",
    '"',
    "=?utf-8?Q?=0D=0A?=",
    "a, b <c@d.example>",
  ),
);
const name = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom("X-Shop", "Content-Type", "bcc", "X:Y", "X\r\nBcc", "To "),
);

/** Names of the header fields of a composed mail, in lower case. */
function fieldNames(bytes: Uint8Array): string[] {
  const [head = ""] = Buffer.from(bytes).toString("latin1").split("\r\n\r\n", 1);
  expect(head.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  return head
    .split("\r\n")
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
}

test("no value adds a header field of its own", () => {
  fc.assert(
    fc.property(
      hostile,
      hostile,
      hostile,
      fc.array(fc.tuple(name, hostile), { maxLength: 4 }),
      (from, to, subject, headers) => {
        const bytes = composeMail({ from, to, cc: [to], replyTo: [to], subject, text: subject, headers });
        const known = [
          "from",
          "to",
          "cc",
          "reply-to",
          "subject",
          "mime-version",
          "content-type",
          "content-transfer-encoding",
        ];
        const names = fieldNames(bytes);
        const further = headers.map(([field]) => field.toLowerCase());
        expect(names.filter((field) => !known.includes(field) && !further.includes(field))).toEqual([]);
        for (const field of known) expect(names.filter((other) => other === field)).toHaveLength(1);
      },
    ),
    { numRuns: 500 },
  );
});

test("names with punctuation, other scripts and quotes are read back", async () => {
  for (const shown of ["Shop, Inc.", 'The "Shop"', "Jörg: the shop", "店 <x>", "plain"]) {
    const from = `${shown} <shop@shop.example>`;
    const { sender } = await parseMail(composeMail({ from, to: "a@b.example" }), { sender: "" });
    expect(sender.replace(/^"(.*)" </, "$1 <").replace(/\\(.)/g, "$1")).toBe(from);
  }
});

test("a mail has no field without a value, such as an empty Cc or Reply-To", () => {
  const names = fieldNames(composeMail({ from: "a@b.example", to: "c@d.example", cc: [], replyTo: [] }));
  expect(names).toEqual(["from", "to", "subject", "mime-version", "content-type", "content-transfer-encoding"]);
});

test("each field of addresses lists all of them", () => {
  const both = ["ann@b.example", "Ben <ben@b.example>"];
  const mail = Buffer.from(composeMail({ from: "a@b.example", to: both, cc: both, replyTo: both })).toString();
  for (const field of ["To", "Cc", "Reply-To"])
    expect(mail).toContain(`\r\n${field}: ann@b.example,\r\n Ben <ben@b.example>\r\n`);
});

test.each([
  "From",
  "TO",
  "Cc",
  "bcc",
  "Reply-To",
  "Subject",
  "MIME-Version",
  "Content-Type",
  "Content-Language",
  "Received",
  "Delivered-To",
  "X-Original-To",
])("the further field %s is left out, because it would be a second one or change how the mail is read", (name) => {
  const mail = { from: "a@b.example", to: "c@d.example" };
  expect(fieldNames(composeMail({ ...mail, headers: [[name, "x"]] }))).toEqual(fieldNames(composeMail(mail)));
});

test("a name that looks like an encoded word is read as it was written", async () => {
  const from = "=?utf-8?Q?Hi?= <a@b.example>";
  const { sender } = await parseMail(composeMail({ from, to: "c@d.example" }), { sender: "" });
  expect(sender).toBe(from);
});

test("a quote and a backslash in a name are escaped", () => {
  const composed = composeMail({ from: '"A \\ "B", shop" <a@b.example>', to: "c@d.example" });
  expect(Buffer.from(composed).toString()).toMatch(/^From: "A \\\\ \\"B\\", shop" <a@b\.example>\r\n/);
});

test("the base64 of a long text is one text in lines of 76 characters, also where its pieces meet", () => {
  const text = "x".repeat(200_000);
  const composed = Buffer.from(composeMail({ from: "a@b.example", to: "c@d.example", text })).toString();
  const lines = composed
    .slice(composed.indexOf("\r\n\r\n") + 4)
    .trimEnd()
    .split("\r\n");
  const last = lines.pop() ?? "";
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([76]));
  expect(lines.join("")).not.toContain("=");
  expect(Buffer.from(lines.join("") + last, "base64").toString()).toBe(text);
});

test("a name of a single quotation mark is a name", () => {
  const mail = Buffer.from(composeMail({ from: '" <a@shop.example>', to: "b@desk.example", text: "x" })).toString();
  expect(mail).toContain('From: "\\"" <a@shop.example>\r\n');
});
