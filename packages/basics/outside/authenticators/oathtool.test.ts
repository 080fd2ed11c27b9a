import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { generateTotp, toTotpSettings, totpAlgorithms } from "../../src/totp.ts";

/** `FRONTDESK_TOTP_COUNT=100000 npm run outside -- authenticators` compares as many random secrets. */
const count = Number(process.env.FRONTDESK_TOTP_COUNT ?? 10_000);
const timeout = 60_000 + count * 20;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

test(`${count} random secrets give the codes of oathtool at random times`, { timeout }, () => {
  for (let round = 0; round < count; round++) {
    // Whole bytes: eight characters are five.
    const secret = Array.from(randomBytes(8 * randomInt(1, 9)), (byte) => alphabet[byte % 32]).join("");
    const [digits, period, seconds] = [randomInt(6, 9), randomInt(10, 301), randomInt(0, 4_000_000_000)];
    const algorithm = totpAlgorithms[randomInt(totpAlgorithms.length)]!;
    const words = [
      `--totp=${algorithm}`,
      "--base32",
      `--digits=${digits}`,
      `--time-step-size=${period}s`,
      `--now=@${seconds}`,
    ];
    const expected = execFileSync("oathtool", [...words, secret], { encoding: "utf8" }).trim();
    const { code } = generateTotp(toTotpSettings({ secret, digits, period, algorithm }), seconds * 1000);
    expect([words, code]).toEqual([words, expected]);
  }
});
