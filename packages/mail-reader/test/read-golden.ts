import { readdirSync, readFileSync } from "node:fs";

const golden = new URL("golden/", import.meta.url);

export interface GoldenMail {
  raw: Buffer;
  expected: string;
}

export const goldenNames = readdirSync(golden).filter((name) => name.endsWith(".txt"));

/**
 * A golden file holds the mail above and its reading below. `\xHH` stands for a byte that is no printable ASCII; lines end in
 * CRLF unless the line between says otherwise.
 */
export function readGolden(name: string): GoldenMail {
  const text = readFileSync(new URL(name, golden), "utf8");
  const [mail = "", ends, expected = ""] = text.split(/\n======== (?:with (LF|CR) line ends )?is read as\n/);
  const lineEnd = { LF: "\n", CR: "\r" }[ends ?? ""] ?? "\r\n";
  const bytes = mail
    .replaceAll("\n", lineEnd)
    .replace(/\\x([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { raw: Buffer.from(bytes, "latin1"), expected: expected.trimEnd() };
}
