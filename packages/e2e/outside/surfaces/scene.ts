import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Secret of the authenticators, and its `otpauth://` URI. */
const secret = "JBSWY3DPEHPK3PXP";
export const otpauthUri = `otpauth://totp/Shop:anna?secret=${secret}&issuer=Shop`;

/** A mail as a mail service pushes it. */
export const toMail = (code: string) =>
  `From: Shop <shop@shop.example>\r\nSubject: Your code\r\n\r\n${code} is your verification code.\r\n`;

/** Runs curl; returns what it prints. Fails for a status from 400. */
export async function curl(...args: string[]): Promise<string> {
  const { stdout } = await run("curl", ["-sS", "--fail-with-body", ...args]);
  return stdout;
}

/** Runs curl with a key; returns the JSON of the response. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at many shapes
export async function curlJson(key: string, url: string, ...args: string[]): Promise<any> {
  return JSON.parse(await curl("-H", `Authorization: Bearer ${key}`, ...args, url));
}

/** Returns the codes that oathtool generates for this moment and the periods around it. */
export async function oathtoolCodes(): Promise<string[]> {
  const moments = ["30 seconds ago", "now", "30 seconds"];
  const codes = moments.map((now) => run("oathtool", ["--totp", "--base32", `--now=${now}`, secret]));
  return (await Promise.all(codes)).map(({ stdout }) => stdout.trim());
}
