import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { fromItem, isEncryptedItem, toItem } from "../../src/storage/encryption/json-item.ts";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";

test.each<[object, boolean]>([
  [{ encrypted: "AQ==" }, true],
  [{ encrypted: "AQ==", at: 1 }, false],
  [{ encrypted: true }, false],
  [{ encrypted: null }, false],
  [{ at: 1 }, false],
  [{}, false],
  [[], false],
])("the item %j is an encrypted record: %s", (item, isEncrypted) => {
  expect(isEncryptedItem(item)).toBe(isEncrypted);
  if (!isEncrypted) expect(fromItem(createRecordCodec(), "key", item)).toBe(item);
});

test("a record in clear text becomes a copy of itself, and an encrypted one has no other field", () => {
  const codec = createRecordCodec();
  const record = { code: "481220" };
  const clear = toItem(codec, "key", record);
  expect(clear).toEqual(record);
  expect(clear).not.toBe(record);
  const dataKey = { id: 1, key: createSecretKey(Buffer.alloc(32, 1)) };
  codec.useKeys([dataKey], dataKey);
  const encrypted = toItem(codec, "key", record);
  expect(encrypted).toEqual({ encrypted: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) });
  expect(fromItem(codec, "key", encrypted)).toEqual(record);
  codec.rejectClearText();
  expect(() => fromItem(codec, "key", record)).toThrow("is clear text in an encrypted storage");
});
