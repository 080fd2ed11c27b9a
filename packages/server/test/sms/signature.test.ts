import { expect, test } from "vitest";
import { signSmsGate, verifySmsGateSignature } from "../../src/sms/signature.ts";

const now = Date.UTC(2026, 10, 20, 9, 30);
const key = "svcsms_key";
const body = `{"event":"sms:received"}`;

/** The code of the refusal, or null. `shift` is how many milliseconds later than its timestamp the request comes. */
async function refusalOf(shift: number, change: { signature?: string; timestamp?: string; key?: undefined } = {}) {
  const timestamp = change.timestamp ?? String(now / 1000);
  const signature = change.signature ?? signSmsGate(key, body, timestamp);
  const headers = new Headers({ "x-signature": signature, "x-timestamp": timestamp });
  const request = { key: "key" in change ? undefined : key, headers, body: async () => body, now: now + shift };
  return verifySmsGateSignature(request).then(
    () => null,
    (error: { code: string }) => error.code,
  );
}

test.each([
  [300_000, null],
  [300_001, "unauthenticated"],
  [-300_000, null],
  [-300_001, "unauthenticated"],
  [0, null],
])("a signature that is %d ms old: %j", async (shift, refusal) => expect(await refusalOf(shift)).toBe(refusal));

test("a signature may be in upper case, and its timestamp has at most twelve digits", async () => {
  const timestamp = String(now / 1000);
  expect(await refusalOf(0, { signature: signSmsGate(key, body, timestamp).toUpperCase() })).toBeNull();
  for (const wrong of ["1234567890123", "1e9", " ", "-1", "12.5"])
    expect(await refusalOf(0, { timestamp: wrong, signature: signSmsGate(key, body, wrong) })).toBe("unauthenticated");
});

test("a signature for another time, body or key is rejected, and any signature if there is no key", async () => {
  const timestamp = String(now / 1000);
  const wrong = [
    signSmsGate(key, body, "1"),
    signSmsGate(key, `${body} `, timestamp),
    signSmsGate("other", body, timestamp),
    "0".repeat(64),
  ];
  for (const signature of wrong) expect(await refusalOf(0, { signature })).toBe("unauthenticated");
  for (const signature of ["", "0".repeat(63), "0".repeat(65), "g".repeat(64)])
    expect(await refusalOf(0, { signature })).toBe("unauthenticated");
  expect(await refusalOf(0, { key: undefined })).toBe("unauthenticated");
});

test("the body is read only if the headers are well-formed", async () => {
  let reads = 0;
  const read = async () => {
    reads++;
    return body;
  };
  const headers = new Headers({ "x-signature": "short", "x-timestamp": String(now / 1000) });
  await expect(verifySmsGateSignature({ key, headers, body: read, now })).rejects.toMatchObject({
    headers: { "www-authenticate": "HMAC-SHA256" },
  });
  expect(reads).toBe(0);
});
