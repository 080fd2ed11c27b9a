import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A mail that a provider signed, and what we must say about it. */
export interface RecordedMail {
  title: string;
  file: string;
  verdict: "pass" | "fail";
}

/** Mails in the sources of Apache James jDKIM, with which its tests check signatures of providers. They stay there: they are not ours. */
export const recordedMails: readonly RecordedMail[] = [
  { title: "of Gmail", file: "gamma_gmail.com.eml", verdict: "pass" },
  { title: "of Gmail with a field twice", file: "gamma_gmail.com_duplicateheaders.eml", verdict: "pass" },
  { title: "of Yahoo", file: "s1024_yahoo.com.eml", verdict: "pass" },
  { title: "of a company, with a simple body", file: "multiHeader.eml", verdict: "pass" },
  { title: "of Yahoo whose text was changed", file: "FAIL_BADBH_s1024_yahoo.com.eml", verdict: "fail" },
  { title: "of MySpace, with SHA-1", file: "pmta_myspace.com.eml", verdict: "fail" },
];

const tests = "main/src/test";
const packagePath = "org/apache/james/jdkim";

/** Reads a recorded mail as it goes over the wire, with CRLF and doubled dots. */
export function readRecordedMail(sources: string, { file }: RecordedMail): string {
  const mail = readFileSync(join(sources, tests, "resources", packagePath, "corpus", file), "latin1");
  return mail.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..");
}

/** Reads the keys that the providers published then: texts of TXT records by name. */
export function readRecordedKeys(sources: string): Map<string, string> {
  const java = readFileSync(join(sources, tests, "java", packagePath, "FileBasedTest.java"), "utf8");
  const calls = java.matchAll(/addRecord\(\s*"([^"]+)",\s*"([^"]+)",\s*"([^"]+)"/g);
  return new Map(Array.from(calls, ([, selector, domain, text = ""]) => [`${selector}._domainkey.${domain}`, text]));
}
