import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readClaims } from "../../src/authentication/claims.ts";
import { splitHeader } from "../../src/authentication/header-fields.ts";
import { normalizeDomain } from "../../src/authentication/normalized-domain.ts";
import { selectSignatures } from "../../src/authentication/signatures.ts";
import { toSignedData } from "../../src/authentication/signed-data.ts";
import { verifySignature } from "../../src/authentication/verify-signature.ts";

const tags = {
  v: "1",
  a: "rsa-sha256",
  c: "relaxed/relaxed",
  d: "shop.example",
  s: "k1",
  h: "from",
  bh: "YQ==",
  b: "YQ==",
};
const toField = (changes: Record<string, string | null> = {}) => {
  const entries = Object.entries({ ...tags, ...changes }).filter(([, value]) => value !== null);
  return `DKIM-Signature: ${entries.map(([name, value]) => `${name}=${value}`).join("; ")}\r\n`;
};
const from = "From: a@shop.example\r\n";
const select = (header: string) => selectSignatures(splitHeader(header), "shop.example");

describe("of a field that should occur once, a signature covers every copy:", () => {
  test.each([
    "Subject",
    "Date",
    "To",
    "Cc",
    "Reply-To",
    "Message-ID",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
  ])("%s", (name) => {
    const copies = `${name}: one\r\n${name}: two\r\n`;
    expect(select(toField({ h: `from:${name}` }) + from + copies)).toEqual([]);
    expect(select(toField({ h: `from:${name}:${name}` }) + from + copies)).toHaveLength(1);
    // A single one need not be signed.
    expect(select(`${toField({ h: "from" })}${from}${name}: one\r\n`)).toHaveLength(1);
  });

  test("other fields may be repeated", () => {
    expect(select(`${toField({ h: "from:received" })}${from}Received: one\r\nReceived: two\r\n`)).toHaveLength(1);
  });
});

test("the hash of the body is read without the white space of its folded lines", () => {
  expect(select(toField({ bh: "YW\r\n Jj\r\n ZA==" }) + from)).toMatchObject([{ bodyHash: "YWJjZA==" }]);
});

test.each<[what: string, changes: Record<string, string | null>, isSelected: boolean]>([
  ["is complete", {}, true],
  ["is of another version", { v: "2" }, false],
  ["names an identity with an @ in its quoted local part", { i: '"a@b.example"@shop.example' }, true],
  ["names an identity that only has the domain in its quoted local part", { i: '"a@shop.example"@b.example' }, false],
  ["signs only the beginning of the body", { l: "10" }, false],
  ["uses SHA-1", { a: "rsa-sha1" }, false],
  ["uses Ed25519", { a: "Ed25519-SHA256" }, true],
  ["has another canonical form of the header", { c: "nowsp/simple" }, false],
  ["has another canonical form of the body", { c: "simple/nowsp" }, false],
  ["names its canonical forms in capital letters", { c: "Relaxed/SIMPLE" }, true],
  ["has no canonical form, which is the simple one", { c: null }, true],
  ["is of a domain below", { d: "mail.shop.example" }, true],
  ["is of a foreign domain", { d: "shop.test" }, false],
  ["has no domain", { d: null }, false],
  ["has no selector", { s: null }, false],
  ["has a selector that is no name", { s: "k 1" }, false],
  ["has a selector in capital letters", { s: "K1" }, true],
  ["has the shortest selector", { s: "k" }, true],
  ["has the longest selector", { s: "k".repeat(253) }, true],
  ["has a longer selector", { s: "k".repeat(254) }, false],
  ["has a selector that begins with a hyphen", { s: "-k" }, false],
  ["has a selector that ends with a hyphen", { s: "k-" }, false],
  ["has an identity of the domain", { i: "@shop.example" }, true],
  ["has an identity below the domain", { i: "ann@mail.shop.example" }, true],
  ["has an identity in other letters", { i: "Ann@Mail.Shop.Example" }, true],
  ["has an identity outside the domain", { i: "@evilshop.example" }, false],
  ["does not say what it signs", { h: null }, false],
  ["does not sign From", { h: "subject" }, false],
  ["names the most fields", { h: `from${":x".repeat(199)}` }, true],
  ["names too many fields", { h: `from${":x".repeat(200)}` }, false],
  ["has no body hash", { bh: null }, false],
  ["has an empty value", { b: "" }, false],
  ["has no value", { b: null }, false],
])("a signature that %s, with %j, is used: %s", (_what, changes, isSelected) =>
  expect(select(toField(changes) + from)).toHaveLength(isSelected ? 1 : 0),
);

test("a signature of eight kilobytes is used, and no longer one", () => {
  const toFieldOf = (length: number) => {
    const rest = toField({ z: "" }).trimEnd().slice("DKIM-Signature:".length);
    return toField({ z: "x".repeat(length - rest.length) });
  };
  expect(select(toFieldOf(8192) + from)).toHaveLength(1);
  expect(select(toFieldOf(8193) + from)).toEqual([]);
});

test("a signature is used that follows no more than 49 others", () => {
  const selected = (others: number) => select(toField({ d: "shop.test" }).repeat(others) + toField() + from).length;
  expect([selected(49), selected(50)]).toEqual([1, 0]);
});

test("five signatures of a mail are used", () => expect(select(toField().repeat(6) + from)).toHaveLength(5));

test("a body hash counts only for the canonical form that its signature names", () => {
  const bodyHashes = { simple: "YQ==", relaxed: "Yg==" };
  const claim = (c: string) => readClaims({ helo: "", header: toField({ c }) + from, bodyHashes }).signatures;
  expect(claim("relaxed/simple")).toHaveLength(1);
  expect(claim("simple/relaxed")).toEqual([]);
  // Without a form for the body, that is the simple one, whatever the header's is (RFC 6376, 3.5).
  expect(claim("relaxed")).toHaveLength(1);
});

test("a line that begins with a blank or a tab continues the field before it", () => {
  const header = " odd\r\nSubject: a\r\n b\r\n\tc\nTo: d\r\n\r\n";
  expect(splitHeader(header).map(({ name, text }) => [name, text])).toEqual([
    ["", " odd"],
    ["subject", "Subject: a\r\n b\r\n\tc"],
    ["to", "To: d"],
  ]);
});

test.each([
  ["Shop.Example", "shop.example"],
  ["shop.example.", "shop.example"],
  [" shop.example ", "shop.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["xn--zzzzzzzzz.example", ""],
  ["a b.example", ""],
])("the domain %j is compared as %j", (domain, normalized) => expect(normalizeDomain(domain)).toBe(normalized));

describe("a signature signs", () => {
  const sign = (tagList: string, header = from) => {
    const fields = splitHeader(`DKIM-Signature: ${tagList}\r\n${header}`);
    const [signature] = selectSignatures(fields, "shop.example");
    return toSignedData(signature!, fields).toString("latin1");
  };
  const common = "v=1; a=rsa-sha256; d=shop.example; s=k1; bh=YQ==";

  test.each([
    [`${common}; h=from; b=Yg==`, `${common}; h=from; b=`],
    [`b=Yg==; h=from; ${common}`, `b=; h=from; ${common}`],
    [`${common}; h=from; b = Yg==\r\n Yg== ; t=1`, `${common}; h=from; b =; t=1`],
    [`ab=c; ${common}; i=b=c@shop.example; h=from; b=Yg==`, `ab=c; ${common}; i=b=c@shop.example; h=from; b=`],
  ])("itself without the value of its tag b: %j", (tagList, signed) =>
    expect(sign(tagList)).toBe(`${from}DKIM-Signature: ${signed}`),
  );

  test("the lowest copy of a field first, and nothing for a name that is left over", () => {
    const header = `${from}X-Step: one\r\nX-Step: two\r\n`;
    const tagList = `${common}; h=x-step:from:x-step:x-step; b=`;
    expect(sign(`${tagList}Yg==`, header)).toBe(`X-Step: two\r\n${from}X-Step: one\r\nDKIM-Signature: ${tagList}`);
  });

  test.each([" one\ttwo", " one  two", "one two"])(
    "the value %j in the relaxed form, with single blanks inside",
    (value) => {
      const tagList = `${common}; c=relaxed; h=x-step:from; b=`;
      expect(sign(`${tagList}Yg==`, `X-Step:${value}\r\n${from}`)).toMatch(/^x-step:one two\r\n/);
    },
  );

  test("the values of the relaxed form without the blanks around them, but with every other byte", () => {
    const tagList = `${common}; c=relaxed; h=x-step:from; b=`;
    expect(sign(`${tagList}Yg==`, `X-Step: \t\xa0one \t\r\n two\xa0 \r\n${from}`)).toBe(
      `x-step:\xa0one two\xa0\r\nfrom:a@shop.example\r\ndkim-signature:${tagList}`,
    );
  });
});

describe("a key", () => {
  const data = Buffer.from("x");
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const p = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const b = sign("sha256", data, privateKey).toString("base64");
  const below = "ann@mail.shop.example";

  test.each([
    ["", null, "pass"],
    ["t=s; ", null, "pass"],
    ["t=s; ", "ann@shop.example", "pass"],
    ["t=s; ", below, "fail"],
    ["t=y:s; ", below, "fail"],
    ["t=y; ", below, "pass"],
    ["k=RSA; ", null, "pass"],
    ["s=email; ", null, "pass"],
    ["s=web:*; ", null, "pass"],
    ["s=web; ", null, "fail"],
    ["h=sha1:sha256; ", null, "pass"],
    ["h=sha1; ", null, "fail"],
  ])("whose record has %j, for the identity %s: %s", async (restrictions, identity, result) => {
    const [signature] = select(toField({ i: identity, b }) + from);
    const resolveDns = async () => [[`v=DKIM1; ${restrictions}p=${p}`]];
    expect(await verifySignature(signature!, data, { resolveDns, now: 0 })).toBe(result);
  });
});

test.each([
  ["1000", 999_999, "pass"],
  ["1000", 1_000_000, "fail"],
  ["soon", 0, "fail"],
])("a signature that expires at %j, at %i ms: %s", async (x, now, result) => {
  const data = Buffer.from("x");
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const b = sign(null, createHash("sha256").update(data).digest(), privateKey).toString("base64");
  const p = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");
  const [signature] = select(toField({ a: "ed25519-sha256", x, b }) + from);
  const resolveDns = async () => [[`v=DKIM1; k=ed25519; p=${p}`]];
  expect(await verifySignature(signature!, data, { resolveDns, now })).toBe(result);
});

describe("a key record", () => {
  const pem = (bits: number) => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
    return publicKey.export({ type: "spki", format: "der" }).toString("base64");
  };
  const [signature] = select(toField() + from);
  const verify = (resolveDns: () => Promise<unknown>) =>
    verifySignature(signature!, Buffer.from("x"), { resolveDns, now: 0 });

  test.each([
    ["is of another version", `v=DKIM2; p=${pem(1024)}`],
    ["is of an unknown kind", `v=DKIM1; k=dsa; p=${pem(1024)}`],
    ["was revoked", "v=DKIM1; p="],
    ["is one bit too short", `v=DKIM1; p=${pem(1023)}`],
    ["is of Ed25519, as its tags do not say", `v=DKIM1; p=${Buffer.alloc(32, 1).toString("base64")}`],
    ["is no key", "v=DKIM1; p=YQ=="],
  ])("that %s fails the signature, because asking again would not help", async (_what, record) =>
    expect(await verify(async () => [[record]])).toBe("fail"),
  );

  test.each([
    ["ENOTFOUND", "fail"],
    ["ENODATA", "fail"],
    ["ETIMEOUT", "unknown"],
    ["ESERVFAIL", "unknown"],
  ])("for which DNS says %s makes the signature %s", async (code, result) =>
    expect(await verify(() => Promise.reject(Object.assign(new Error(code), { code })))).toBe(result),
  );
});
