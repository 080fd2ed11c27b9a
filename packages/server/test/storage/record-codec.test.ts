import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";

function openCodec() {
  const codec = createRecordCodec();
  const dataKey = { id: 1, key: createSecretKey(randomBytes(32)) };
  codec.useKeys([dataKey], dataKey);
  return codec;
}

test("no two records have the same nonce, of which a second use would reveal the key stream", () => {
  const codec = openCodec();
  const records = Array.from({ length: 2_500 }, () => codec.encode("a", { code: "481220" }));
  // One byte of version and four of the key's id come before it.
  const nonces = records.map((bytes) => bytes.toString("hex", 5, 17));
  expect(new Set(nonces).size).toBe(2_500);
  expect(records.map((bytes) => codec.decode("a", bytes))).toEqual(records.map(() => ({ code: "481220" })));
});

test("a record that was moved to another key, cut or changed is not read", () => {
  const codec = openCodec();
  const bytes = codec.encode("a", { code: "481220" });
  const changed = Buffer.from(bytes);
  changed[20]! ^= 1;
  expect(() => codec.decode("b", bytes)).toThrow("The stored record b is damaged, or was moved here from another key");
  for (const damaged of [changed, bytes.subarray(0, -1)]) expect(() => codec.decode("a", damaged)).toThrow("damaged");
});
