import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseMail } from "../../src/mail/parse-mail.ts";

const golden = new URL("golden/", import.meta.url);
const envelope = { sender: "envelope@client.test" };

/**
 * A golden file holds the mail above and its reading below. `\xHH` stands for a byte that is no printable ASCII; lines end in
 * CRLF unless the line between says otherwise.
 */
function readGolden(name: string) {
  const [mail = "", ends, expected = ""] = readFileSync(new URL(name, golden), "utf8").split(
    /\n======== (?:with (LF|CR) line ends )?is read as\n/,
  );
  const lineEnd = { LF: "\n", CR: "\r" }[ends ?? ""] ?? "\r\n";
  const bytes = mail
    .replaceAll("\n", lineEnd)
    .replace(/\\x([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { raw: Buffer.from(bytes, "latin1"), expected: expected.replace(/\n$/, "") };
}

describe("reads as the golden file says", () => {
  test.each(readdirSync(golden).filter((name) => name.endsWith(".txt")))("%s", async (name) => {
    const { raw, expected } = readGolden(name);
    const { subject, sender, body } = await parseMail(raw, envelope);
    expect(`Subject: ${subject}\nSender: ${sender}\n\n${body}`.trimEnd()).toBe(expected.trimEnd());
  });
});
