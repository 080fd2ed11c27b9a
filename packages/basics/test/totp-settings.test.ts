import { describe, expect, test } from "vitest";
import { parseTotpUri, TotpError, type TotpInput, toTotpSettings, totpBounds } from "../src/totp.ts";

const secret = "JBSWY3DPEHPK3PXP";
const uriOf = (query: string, label = "Shop:anna") => `otpauth://totp/${label}?secret=${secret}${query}`;
/** The message of the error that is thrown. */
function reasonOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(TotpError);
    return (error as Error).message;
  }
  throw new Error("Nothing was thrown");
}

describe("settings", () => {
  test("are six digits, 30 seconds and SHA1 where nothing else is given", () => {
    expect(toTotpSettings({ secret })).toEqual({
      ...{ secret, issuer: null, account: null },
      ...{ digits: 6, period: 30, algorithm: "SHA1" },
    });
  });

  test.each([
    ["digits", 6, 8],
    ["period", 10, 300],
  ] as const)("accept %s from %d to %d only", (name, min, max) => {
    for (const value of [min, max]) expect(toTotpSettings({ secret, [name]: value })[name]).toBe(value);
    for (const value of [min - 1, max + 1, min + 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(reasonOf(() => toTotpSettings({ secret, [name]: value }))).toBe(
        `\`${name}\` must be a whole number from ${min} to ${max}.`,
      );
  });

  test.each(["SHA1", "sha256", "SHA-512"])("accept the algorithm %s", (algorithm) => {
    expect(toTotpSettings({ secret, algorithm }).algorithm).toBe(algorithm.toUpperCase().replace("-", ""));
  });

  test.each(["MD5", "SHA", "", "SHA--1"])("reject the algorithm «%s»", (algorithm) => {
    expect(reasonOf(() => toTotpSettings({ secret, algorithm }))).toBe("`algorithm` must be SHA1, SHA256, SHA512.");
  });

  test.each<[string, Partial<TotpInput>]>([
    ["missing", { secret: "" }],
    ["missing", { secret: " -- " }],
    ["too short", { secret: "A" }],
    ["base32", { secret: "JBSWY3DPEHPK3PX1" }],
    ["base32", { secret: "JBSWY3DP=EHPK3PXP" }],
    ["base32", { secret: `${secret}=======` }],
    ["base32", { secret: "A".repeat(totpBounds.secretLength + 1) }],
  ])("reject a secret that is %s: %j", (reason, input) => {
    expect(reasonOf(() => toTotpSettings({ secret, ...input }))).toContain(reason);
  });

  test.each(["AB", "A".repeat(totpBounds.secretLength), `${secret}======`])("accept the secret %s", (text) => {
    expect(toTotpSettings({ secret: text }).secret).toBe(text.replaceAll("=", ""));
  });

  test("reject Steam, whose codes are others", () => {
    for (const issuer of ["Steam", "steam", "STEAM"])
      expect(reasonOf(() => toTotpSettings({ secret, issuer }))).toContain("Steam");
  });
});

describe("a URI", () => {
  test("gives all settings", () => {
    expect(parseTotpUri(` ${uriOf("&digits=8&period=60&algorithm=SHA256&issuer=Shop%20Ltd")}\n`)).toEqual({
      ...{ secret, issuer: "Shop Ltd", account: "anna" },
      ...{ digits: 8, period: 60, algorithm: "SHA256" },
    });
  });

  test.each([
    ["Shop:anna", "Shop", "anna"],
    ["Shop%3A%20anna", "Shop", "anna"],
    ["Shop%20:%20anna", "Shop", "anna"],
    ["anna", null, "anna"],
    ["Shop:", "Shop", null],
    [":anna", null, "anna"],
    ["a:b:c", "a", "b:c"],
    ["", null, null],
  ])("with the label «%s» names issuer %s and account %s", (label, issuer, account) => {
    expect(parseTotpUri(uriOf("", label))).toMatchObject({ issuer, account });
  });

  test("names the issuer of its label if its parameter is empty", () => {
    expect(parseTotpUri(uriOf("&issuer=")).issuer).toBe("Shop");
  });

  test("has the default algorithm if its parameter is empty", () => {
    expect(parseTotpUri(uriOf("&algorithm=")).algorithm).toBe("SHA1");
  });

  test.each([
    ["not an otpauth://totp/ URI", "https://shop.example/totp"],
    ["not an otpauth://totp/ URI", `https://totp/anna?secret=${secret}`],
    ["not an otpauth://totp/ URI", "anna"],
    ["not an otpauth://totp/ URI", `otpauth://yaotp/anna?secret=${secret}`],
    ["not an otpauth://totp/ URI", uriOf(`&x=${"x".repeat(totpBounds.uriLength)}`)],
    ["export of many", "otpauth-migration://offline?data=abc"],
    ["counter-based", `otpauth://HOTP/anna?secret=${secret}&counter=1`],
    ["Steam", `steam://${secret}`],
    ["Steam", uriOf("&encoder=steam")],
    ["percent-encoding", uriOf("", "%zz")],
    ["missing", "otpauth://totp/anna"],
    ["`digits`", uriOf("&digits=six")],
    ["`digits`", uriOf("&digits=")],
    ["`digits`", uriOf("&digits=6.0")],
    ["`period`", uriOf("&period=3e1")],
    ["`period`", uriOf("&period=30000")],
    ["`period`", uriOf("&period=-30")],
    ["`algorithm`", uriOf("&algorithm=MD5")],
  ])("is rejected with «%s»: %s", (reason, uri) => {
    expect(reasonOf(() => parseTotpUri(uri))).toContain(reason);
  });

  test("may be as long as 2,048 characters, spaces around it not counted", () => {
    const start = uriOf("&x=");
    const uri = start + "x".repeat(totpBounds.uriLength - start.length);
    expect(parseTotpUri(` ${uri} `).secret).toBe(secret);
    expect(reasonOf(() => parseTotpUri(`${uri}x`))).toContain("not an otpauth");
  });

  test("says TOTP in any case", () => {
    expect(parseTotpUri(`OTPAUTH://TOTP/anna?secret=${secret}`).secret).toBe(secret);
  });
});
