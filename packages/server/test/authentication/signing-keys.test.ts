import { createPrivateKey, createPublicKey, generatePrimeSync } from "node:crypto";
import { expect, test } from "vitest";
import { compose, judgeMail } from "./mails.ts";

/** Makes an RSA key, also one with an exponent that Node would not choose. */
function createRsaKey(bits: number, exponent: bigint): { signingKey: string; record: string } {
  // Four primes instead of two, because the time to find one grows with the fourth power of its length.
  const primes = Array.from({ length: 4 }, () => toPrime(bits / 4, exponent));
  const [p0, p1, q0, q1] = primes as [bigint, bigint, bigint, bigint];
  const [p, q] = [p0 * p1, q0 * q1];
  if ((p * q).toString(2).length < bits) return createRsaKey(bits, exponent);
  const [totientP, totientQ] = [(p0 - 1n) * (p1 - 1n), (q0 - 1n) * (q1 - 1n)];
  const d = invert(exponent, totientP * totientQ);
  const values = { n: p * q, e: exponent, d, p, q, dp: d % totientP, dq: d % totientQ, qi: invert(q, p) };
  const fields = Object.entries(values).map(([name, value]) => [name, toBase64Url(value)]);
  const privateKey = createPrivateKey({ key: { kty: "RSA", ...Object.fromEntries(fields) }, format: "jwk" });
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { signingKey, record: `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}` };
}

/** Returns a prime whose predecessor shares no factor with the exponent, a prime itself. */
function toPrime(bits: number, exponent: bigint): bigint {
  const prime = generatePrimeSync(bits, { bigint: true });
  return (prime - 1n) % exponent === 0n ? toPrime(bits, exponent) : prime;
}

/** Returns the inverse of `a` modulo `m`, by Euclid's algorithm. */
function invert(a: bigint, m: bigint): bigint {
  let [r0, r1, t0, t1] = [m, a % m, 0n, 1n];
  while (r1 !== 0n) [r0, r1, t0, t1] = [r1, r0 % r1, t1, t0 - (r0 / r1) * t1];
  return ((t0 % m) + m) % m;
}

function toBase64Url(value: bigint): string {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex").toString("base64url");
}

test.each<[string, number, bigint, string]>([
  ["the usual exponent", 1024, 65_537n, "pass"],
  ["the longest exponent that is accepted", 1024, 2n ** 32n - 5n, "pass"],
  ["an exponent that makes each check slow", 1024, 2n ** 32n + 15n, "fail"],
  ["fewer bits than are safe", 1_020, 65_537n, "fail"],
  ["as many bits as verifiers must support", 4_096, 65_537n, "pass"],
  ["more bits than verifiers must support", 4_100, 65_537n, "fail"],
])("a signature by an RSA key with %s", { timeout: 60_000 }, async (_, bits, exponent, verdict) => {
  const { signingKey, record } = createRsaKey(bits, exponent);
  const zone = { "s1._domainkey.shop.example TXT": record };
  expect((await judgeMail(await compose({ signingKey }), { zone })).verdict).toBe(verdict);
});
