import { expect, test } from "vitest";
import { maskBody, maskHeaders, maskKnown, maskPath } from "../../src/requests/mask.ts";

const MASK = "•••";
const everywhere = ["token", "secret", "password", "passwd", "api_key", "apikey", "authorization"];

test.each([...everywhere.filter((name) => name !== "api_key"), "cookie", "api-key", "session", "signature"])(
  "the value of a header or a parameter whose name holds %j is hidden",
  (word) => {
    for (const name of [`X-${word}-A`, word.toUpperCase()]) {
      expect(maskHeaders([name, "SECRET"])).toEqual([[name, MASK]]);
      expect(maskPath(`/?${name}=SECRET#${name}=SECRET`)).toBe(`/?${name}=${MASK}#${name}=${MASK}`);
    }
  },
);

test.each(["code", "key", "sig", "auth"])(
  "a parameter named %s is masked, one that contains the word is not",
  (name) => {
    expect(maskPath(`/?${name}=SECRET&${name.toUpperCase()}=SECRET`)).not.toContain("SECRET");
    expect(maskPath(`/?my${name}s=shown`)).toBe(`/?my${name}s=shown`);
    expect(maskHeaders([`X-${name}`, "shown"])).toEqual([[`X-${name}`, "shown"]]);
  },
);

test.each(everywhere)("in a body, the value of a name that contains %j is masked", (word) => {
  for (const name of [`my_${word}_a`, word.toUpperCase()]) {
    expect(maskBody(`{"${name}": "SECRET", "b": -1.5e+3}`)).toBe(`{"${name}": "${MASK}", "b": -1.5e+3}`);
    expect(maskBody(`{"${name}":-1.5E+3}`)).toBe(`{"${name}":"${MASK}"}`);
    expect(maskBody(`${name}=SECRET&b=c`)).toBe(`${name}=${MASK}&b=c`);
    expect(maskBody(`b=c&${name}=SECRET`)).toBe(`b=c&${name}=${MASK}`);
    expect(maskBody(`name="${name}"\r\n\r\nSECRET`)).toBe(`name="${name}"\r\n\r\n${MASK}`);
    expect(maskBody(`--end\nname="${name}"\n\nSECRET\n--end`)).toBe(`--end\nname="${name}"\n\n${MASK}\n--end`);
  }
});

test("a name of more than 200 characters is ignored", () => {
  const name = (length: number) => "token".padStart(length, "a");
  expect(maskBody(`{"${name(200)}":"SECRET"}`)).not.toContain("SECRET");
  expect(maskBody(`{"${name(201)}":"shown"}`)).toContain("shown");
  expect(maskPath(`/?${name(200)}=SECRET`)).not.toContain("SECRET");
  expect(maskPath(`/?${name(201)}=shown`)).toContain("shown");
});

test("a name does not go on in the next line", () => {
  expect(maskBody('"the\ntoken": "shown"')).toBe('"the\ntoken": "shown"');
});

test("a part's body is searched within 1,500 characters of its name", () => {
  const part = (length: number) => `name="token"${"; a".repeat(length / 3)}\r\n\r\nSECRET`;
  expect(maskBody(part(1_200))).not.toContain("SECRET");
  expect(maskBody(part(3_000))).toContain("SECRET");
});

test.each(["svc_", "svcagt_", "svcm_", "svcsms_"])(
  "a key that begins with %s is masked wherever it occurs",
  (start) => {
    expect(maskKnown(`a ${start}abcdefghijklmno1 b`)).toBe(`a ${start}${MASK} b`);
    expect(maskKnown(`${start}short`)).toBe(`${start}short`);
    expect(maskHeaders(["X-Plain", `/?a=b ${start}abcdefghijklmno1`])).toEqual([["X-Plain", `/?a=b ${start}${MASK}`]]);
  },
);

test.each(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])(
  "a private key that begins with %j is masked, also if it is truncated",
  (kind) => {
    const begin = `-----BEGIN ${kind}PRIVATE KEY-----`;
    expect(maskKnown(`a ${begin}\nSECRET\n-----END KEY----- b`)).toBe(`a ${begin} ${MASK} -----END KEY----- b`);
    expect(maskKnown(`${begin}\nSECRET`)).toBe(`${begin} ${MASK} `);
  },
);

test("a word that only ends like a signed token is shown", () => {
  const signed = "eyJhbGciOiJI.eyJzdWIiOiIx.abc";
  expect([maskKnown(signed), maskKnown(`x-${signed}`)]).toEqual([MASK, `x-${signed}`]);
});

test("a text that begins within JSON, or has a quote too many on a line, is masked all the same", () => {
  expect(maskBody('end", "password": "SECRET"')).toBe(`end", "password": "${MASK}"`);
  expect(maskBody('five " long\n{"password": "SECRET"}')).toBe(`five " long\n{"password": "${MASK}"}`);
});
