import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { extractCode, extractLink, type FindOptions } from "../src/all.ts";

interface Mail {
  language: string;
  subject: string;
  /** As it may be typed; `none` where there is none. */
  code: string;
  /** The right link, `none` where none may be given, undefined where either will do. */
  link?: string;
  text: string;
}

const folder = new URL("./business/", import.meta.url);
const mails = readdirSync(folder).flatMap((file) => readMails(readFileSync(new URL(file, folder), "utf8")));

it.each(mails)("reads «$subject» ($language): code $code, link $link", ({ subject, code, link, text }) => {
  const format = /<(?:p|table)>/.test(text) ? "html" : "text";
  const options: FindOptions = subject === "sms" ? { channel: "sms" } : { subject, channel: "email", format };
  const found = extractCode(text, options);
  expect(found === null ? "none" : toTyped(found)).toBe(toTyped(code));
  if (link) expect(extractLink(text, options)).toBe(link === "none" ? null : link);
});

it("reads the mails of sixty languages", () => {
  expect(new Set(mails.map(({ language }) => language)).size).toBeGreaterThanOrEqual(60);
});

/** Dashes and blanks are for people; the digits of all scripts are one. */
function toTyped(code: string): string {
  return code.replace(/[ -]/g, "").replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

/** `@@ language | subject | code | link`, and the mail below; a text message has `sms` for its subject. */
function readMails(text: string): Mail[] {
  return text
    .split(/^@@ /m)
    .slice(1)
    .map((block) => {
      const [head = "", ...lines] = block.trim().split("\n");
      const [language = "", subject = "", code = "", link] = head.split(" | ");
      return { language, subject, code, text: lines.join("\n"), ...(link && { link }) };
    });
}
