import fc from "fast-check";
import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { generateTotp, parseTotpUri, TotpError, toTotpSettings, totpAlgorithms } from "../src/totp.ts";

/** Secrets of RFC 6238 appendix B: the digits 1 to 0, repeated to the length of each hash. */
const secrets = {
  SHA1: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  SHA256: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA",
  SHA512: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA",
} as const;

test.each([
  [59, "94287082", "46119246", "90693936"],
  [1_111_111_109, "07081804", "68084774", "25091201"],
  [1_111_111_111, "14050471", "67062674", "99943326"],
  [1_234_567_890, "89005924", "91819424", "93441116"],
  [2_000_000_000, "69279037", "90698825", "38618901"],
  [20_000_000_000, "65353130", "77737706", "47863826"],
])("the codes at %d s are those of RFC 6238", (seconds, ...codes) => {
  const generated = (["SHA1", "SHA256", "SHA512"] as const).map(
    (algorithm) =>
      generateTotp(toTotpSettings({ secret: secrets[algorithm], digits: 8, algorithm }), seconds * 1000).code,
  );
  expect(generated).toEqual(codes);
});

test("the next code is the code of the moment when this one ends", () => {
  const settings = toTotpSettings({ secret: secrets.SHA1, period: 45 });
  fc.assert(
    fc.property(fc.nat(4_000_000_000), (at) => {
      const { nextCode, validForMs } = generateTotp(settings, at);
      expect(validForMs).toBeGreaterThan(0);
      expect(generateTotp(settings, at + validForMs).code).toBe(nextCode);
      expect(generateTotp(settings, at + validForMs - 1).nextCode).toBe(nextCode);
    }),
  );
});

test("a code is valid to the end of its period", () => {
  const settings = toTotpSettings({ secret: secrets.SHA1, period: 45 });
  const { code, nextCode, validForMs } = generateTotp(settings, 59_000);
  expect(validForMs).toBe(31_000);
  expect(generateTotp(settings, 89_999).code).toBe(code);
  expect(generateTotp(settings, 90_000).code).toBe(nextCode);
  expect(nextCode).not.toBe(code);
});

test("any text is read or rejected with a reason that does not repeat it", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string().map((label) => `otpauth://totp/${label}`),
    fc.tuple(fc.string(), fc.string()).map(([label, query]) => `otpauth://totp/${label}?secret=QQQQQQQQ${query}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        expect(parseTotpUri(text).secret).toMatch(/^[A-Z2-7]+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(TotpError);
        expect((error as Error).message).not.toContain("QQQQ");
      }
    }),
  );
});

test("spaces, dashes, small letters and padding of a secret do not count", () => {
  const plain = toTotpSettings({ secret: "JBSWY3DPEHPK3PXP" });
  expect(toTotpSettings({ secret: "jbsw y3dp-ehpk 3pxp====" })).toEqual(plain);
});

test("10,000 random secrets give the same codes as otplib at random times", () => {
  for (let round = 0; round < 10_000; round++) {
    const random = createRandom(round + 1);
    // otplib accepts 16 to 64 bytes. Eight characters are five bytes.
    const secret = random.base32(8 * (4 + random.below(9)));
    const [digits, period] = [random.pick([6, 7, 8] as const), 10 + random.below(291)];
    const algorithm = random.pick(totpAlgorithms);
    const seconds = random.below(4_000_000_000);
    const expected = generateSync({
      secret,
      digits,
      period,
      algorithm: algorithm.toLowerCase() as Lowercase<typeof algorithm>,
      epoch: seconds,
    });
    const { code } = generateTotp(toTotpSettings({ secret, digits, period, algorithm }), seconds * 1000);
    expect([round, code]).toEqual([round, expected]);
  }
});

/** Creates random numbers that are the same for the same seed (Park and Miller's generator). */
function createRandom(seed: number) {
  let state = seed;
  /** Returns a whole number from 0 to `limit - 1`. */
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    base32: (length: number) => Array.from({ length }, () => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[below(32)]).join(""),
  };
}
