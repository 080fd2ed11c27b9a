import { expect, test } from "vitest";
import { parseTotpUri, toTotpSettings } from "../src/totp.ts";

const secret = "JBSWY3DPEHPK3PXP";
const noUri = "This is not an otpauth://totp/ URI, which the QR code of an authenticator contains.";
const steam = "Steam's codes are not RFC 6238's. Only standard authenticators (TOTP) are supported.";
const base32 = (length: number) =>
  `The authenticator's secret must be base32: up to ${length} letters A to Z and digits 2 to 7.`;

test.each([
  ["https://shop.example", noUri],
  ["nothing", noUri],
  [`otpauth://other/a?secret=${secret}`, noUri],
  [
    "otpauth-migration://offline?data=x",
    "This is an export of many authenticators. Give the otpauth://totp/ URI of one.",
  ],
  [
    `otpauth://HOTP/a?secret=${secret}`,
    "This is a counter-based authenticator (HOTP). Only time-based ones (TOTP) are supported.",
  ],
  [`steam://${secret}`, steam],
  [`otpauth://totp/a?secret=${secret}&encoder=steam`, steam],
  [`otpauth://totp/a?secret=${secret}&issuer=Steam`, steam],
  [`otpauth://totp/%E0%A4%A?secret=${secret}`, "The label of the otpauth:// URI is not valid percent-encoding."],
  ["otpauth://totp/a", "The authenticator's secret is missing."],
  ["otpauth://totp/a?secret=A", "The authenticator's secret is too short."],
])("the URI %s is rejected with the reason", (uri, message) => {
  expect(() => parseTotpUri(uri)).toThrow(expect.objectContaining({ name: "TotpError", message }));
});

test("a secret is base32 up to its longest, with any padding, separators and case", () => {
  const length = Number(/up to (\d+) letters/.exec(messageOf("1"))?.[1]);
  expect(messageOf("1")).toBe(base32(length));
  expect(messageOf("A".repeat(length + 1))).toBe(base32(length));
  expect(toTotpSettings({ secret: "a".repeat(length) }).secret).toBe("A".repeat(length));
  expect(toTotpSettings({ secret: "jb sw-y3======" }).secret).toBe("JBSWY3");
  expect(messageOf("JBSWY3=======")).toBe(base32(length));
  expect(messageOf(" -=")).toBe("The authenticator's secret is missing.");
});

function messageOf(text: string): string {
  try {
    toTotpSettings({ secret: text });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
