import fc from "fast-check";
import { expect, test } from "vitest";
import { growthAtFourTimes } from "../../../../scripts/growth.ts";
import { maskBody, maskHeaders, maskPath } from "../../src/requests/mask.ts";

test.each([
  ["a field of JSON", '{"access_token":"SECRET","page":1}', '{"access_token":"•••","page":1}'],
  ["one with an escaped quote", '{"password":"a\\"SECRET","ok":true}', '{"password":"•••","ok":true}'],
  ["one that is cut off", '{"ok":true,"clientSecret":"SECR', '{"ok":true,"clientSecret":"•••"'],
  ["a number", '{"token": 123456, "page": 1}', '{"token": "•••", "page": 1}'],
  ["one with blanks around its colon", '{"password" : "SECRET", "ok": true}', '{"password" : "•••", "ok": true}'],
  ["a form", "user=me&password=SECRET&page=1", "user=me&password=•••&page=1"],
  ["the first line of a text", "password=SECRET\npage=1", "password=•••\npage=1"],
  [
    "a form in parts",
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nSECRET\r\nSECRET\r\n--b\r\nContent-Disposition: form-data; name="user"\r\n\r\nme\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n•••\r\n--b\r\nContent-Disposition: form-data; name="user"\r\n\r\nme\r\n--b--',
  ],
  [
    "a part that holds the head of another",
    '--b\nContent-Disposition: form-data; name="password"\n\nSECRET name="token"\n\nSECRET\n--b--',
    '--b\nContent-Disposition: form-data; name="password"\n\n•••\n--b--',
  ],
  [
    "a part with a line that begins as a boundary does",
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nSECRET\r\n--SECRET\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n•••\r\n--b--',
  ],
  [
    "a part with lines that begin as its own delimiter does",
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n--b--SECRET\r\n--b--SECRET\r\n--bSECRET\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n•••\r\n--b--',
  ],
  [
    "a part before a delimiter that ends in blanks",
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nSECRET\r\n--b \t\r\n\r\nshown\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n•••\r\n--b \t\r\n\r\nshown\r\n--b--',
  ],
  ["a part whose boundary is not there", 'name="password"\n\nSECRET\n--SECRET', 'name="password"\n\n•••'],
  ["one of our tokens in a sentence", "use svc_abcdefgh12345678SECRET now", "use svc_••• now"],
  ["a signed token", "see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SECRET!", "see •••!"],
  [
    "a private key",
    "-----BEGIN EC PRIVATE KEY-----\nSECRET\n-----END EC PRIVATE KEY-----",
    "-----BEGIN EC PRIVATE KEY----- ••• -----END EC PRIVATE KEY-----",
  ],
])("in a body, %s is masked and its neighbours are not", (_what, body, shown) => {
  expect(maskBody(body)).toBe(shown);
});

test("text without secrets is unchanged", () => {
  const text = '{"name":"me","tokens_used":{"a":1},"text":"my password is not here","url":"?a=b&c=d"}\na=b&c=d';
  expect(maskBody(text)).toBe(text);
});

test("a body that is slow for every pattern at once is masked quickly", () => {
  const pieces = ['"tokentoken', 'name="token', "\n", "&token=", " ", ":", '"', "-----BEGIN ", "eyJaaaaaaaa.", "\\"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 500, maxLength: 1_000 }), (parts) => {
      maskBody(parts.join(""));
    }),
    { numRuns: 20 },
  );
});

test("a percent-encoded parameter name is recognised", () => {
  expect(maskPath("/?to%6Ben=SECRET&%=1&a=%&c%6Fde=SECRET")).toBe("/?to%6Ben=•••&%=1&a=%&c%6Fde=•••");
});

test("a parameter name with a malformed percent-encoding is compared as it is", () => {
  expect(maskPath("/?token%=SECRET&my%zzpassword=SECRET")).toBe("/?token%=•••&my%zzpassword=•••");
});

test("secret parameters are masked in paths and in URLs in headers", () => {
  expect(maskPath("/cb?code=SECRET&state=1#access_token=SECRET")).toBe("/cb?code=•••&state=1#access_token=•••");
  expect(
    maskHeaders(["Location", "/cb?code=SECRET&page=2", "Referer", "http://a.example/?token=SECRET", "Cookie", "a=b"]),
  ).toEqual([
    ["Location", "/cb?code=•••&page=2"],
    ["Referer", "http://a.example/?token=•••"],
    ["Cookie", "•••"],
  ]);
});

test.each([
  '"token',
  '"',
  'name="token"\r\n',
  "password&",
  "-----BEGIN PRIVATE KEY-----",
  '{"token":"\\',
  '"token"  ',
  'name="token"\n\n',
  "tokentoken",
  "&token",
  '"a":',
  "eyJeyJ-",
  "?token",
  '"token":1',
])("a body of nothing but %j is masked in one pass", async (piece) => {
  const growth = await growthAtFourTimes((size) => {
    maskBody(piece.repeat((size === "whole" ? 65_536 : 16_384) / piece.length));
  });
  expect(growth).toBeLessThan(10);
});

test.each([1, 2, 4])("JSON in a string of JSON, %i deep, is masked, and the rest of it stays as it is", (depth) => {
  const wrap = (text: string) => {
    for (let level = 0; level < depth; level++) text = JSON.stringify({ body: text, "a b": 1 });
    return text;
  };
  const shown = wrap('{"password":"•••","pin":"•••","name":"Ann \\u00e4"}'.replace('"pin"', '"api_key"'));
  expect(maskBody(wrap('{"password":"hunter2","api_key":4711,"name":"Ann \\u00e4"}'))).toBe(shown);
});

test("JSON five strings deep is not searched, so that the work for a body stays limited", () => {
  let text = '{"password":"hunter2"}';
  for (let level = 0; level < 5; level++) text = JSON.stringify({ body: text });
  expect(maskBody(text)).toBe(text);
});

test("JSON in a string that is truncated anywhere shows nothing of a secret before", () => {
  const text = JSON.stringify({ body: JSON.stringify({ password: "hunter2", name: 'Ann "é" \n' }) }).replace(
    "é",
    "\\u00e9",
  );
  for (let length = text.indexOf("hunter2") + 7; length <= text.length; length++)
    expect(maskBody(text.slice(0, length))).not.toContain("hunter2");
});

test("a string with escaped quotes that is no JSON is unchanged", () => {
  const text = '{"a":"she said \\"password\\" and left \\q"}';
  expect(maskBody(text)).toBe(text);
});

test.each(["\\q", "\\u00zz", "\t", "\u0001"])(
  "JSON in a string is masked beside %j, which JSON does not allow there",
  (invalid) => {
    expect(maskBody(`{"a":"${invalid}{\\"password\\":\\"hunter2\\"}"}`)).toMatch(
      /^\{"a":"\\+\w*\{\\"password\\":\\"•••\\"\}"\}$/,
    );
  },
);
