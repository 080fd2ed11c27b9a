import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Canonicalization, createBodyHash } from "../../src/authentication/body-hash.ts";

const digest = (text: string) => createHash("sha256").update(text, "latin1").digest("base64");

/** Hashes a body that arrives in chunks of these lengths, then the rest. */
function hashInChunks(canonicalization: Canonicalization, body: string, lengths: readonly number[] = []): string {
  const hash = createBodyHash(canonicalization);
  const bytes = Buffer.from(body, "latin1");
  let start = 0;
  for (const length of lengths) {
    hash.write(bytes.subarray(start, start + length));
    start += length;
  }
  hash.write(bytes.subarray(start));
  return hash.digest();
}

/** The rules of RFC 6376, 3.4.3 and 3.4.4, one after the other on the whole body. */
function canonicalize(canonicalization: Canonicalization, body: string): string {
  const collapsed = body.replace(/[ \t]+(?=\r\n|$(?![\s\S]))/g, "").replace(/[ \t]+/g, " ");
  const trimmed = (canonicalization === "relaxed" ? collapsed : body).replace(/(?:\r\n)*$/, "");
  return trimmed === "" && canonicalization === "relaxed" ? "" : `${trimmed}\r\n`;
}

// RFC 6376, 3.4.4 and 3.4.5.
test.each([
  ["simple", "", "frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY="],
  ["relaxed", "", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="],
] as const)("has the %s hash of an empty body that the RFC has", (canonicalization, body, expected) => {
  expect(hashInChunks(canonicalization, body)).toBe(expected);
});

test.each([
  ["simple", " C \r\nD \t E\r\n\r\n\r\n", " C \r\nD \t E\r\n"],
  ["relaxed", " C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"],
] as const)("canonicalizes the example of the RFC in the %s form", (canonicalization, body, expected) => {
  expect(hashInChunks(canonicalization, body)).toBe(digest(expected));
});

describe.each(["simple", "relaxed"] as const)("the %s hash", (canonicalization) => {
  const body = fc
    .array(fc.constantFrom("\r\n", "\r", "\n", " ", "\t", "a", "é", "--"), { maxLength: 40 })
    .map((parts) => parts.join(""));

  test("does not depend on where the network cuts the body", () => {
    fc.assert(
      fc.property(body, fc.array(fc.nat(5), { maxLength: 20 }), (text, lengths) => {
        expect(hashInChunks(canonicalization, text, lengths)).toBe(digest(canonicalize(canonicalization, text)));
      }),
      { numRuns: 3_000 },
    );
  });

  test("has every empty line before further content", () => {
    const body = `Hello${"\r\n".repeat(10_001)}Bye\r\n`;
    expect(hashInChunks(canonicalization, body, [5, 20_002])).toBe(digest(body));
  });

  test("takes millions of empty lines in little time and memory", () => {
    const hash = createBodyHash(canonicalization);
    const emptyLines = Buffer.alloc(16_384, "\r\n");
    hash.write(Buffer.from("Hello"));
    const before = process.memoryUsage().arrayBuffers;
    for (let chunk = 0; chunk < 1_000; chunk++) hash.write(emptyLines);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
    expect(hash.digest()).toBe(digest("Hello\r\n"));
  });
});
