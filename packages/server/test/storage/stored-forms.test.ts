import { expect, test } from "vitest";
import { unwrapAll } from "../../src/storage/encryption/keyring.ts";
import { secretOfPassphrase } from "../../src/storage/encryption/passphrase.ts";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { toSecret } from "../../src/storage/encryption/secret.ts";
import { escapeKey } from "../../src/storage/key-escape.ts";

// What an earlier start has stored, which each later version must read.

const secret = toSecret(Buffer.alloc(32, 7));
const wrapped = "VpjDYQ1f/G4aKk3YHMOAE1c/v4AL7v7pwIkMBsFhwiHH1x1KaGH+cJRSEj9v6zTb4fyODPZQRInAa9Ab";
const record = "AQAAAQLbsR6pO6AQorXJN3RMEOsemOfoPGaOwyv0a3Tc8aR6g6uhM2XWyqeDIGa6gEZU";

test("a stored data key is found by its secret's id, and opened", () => {
  expect(secret.id).toBe("31440ce3e77fbb2a");
  const keys = [{ id: 258, writes: 0, wrapped: { [secret.id]: wrapped } }];
  const opened = unwrapAll({ state: "complete", current: 258, keys }, secret, "It");
  expect(opened.map(({ id, key }) => [id, key.export().toString("hex")])).toEqual([[258, "09".repeat(32)]]);
});

test("a stored record is decrypted with the data key that it names", () => {
  const codec = createRecordCodec();
  const keys = [{ id: 258, writes: 0, wrapped: { [secret.id]: wrapped } }];
  const dataKeys = unwrapAll({ state: "complete", current: 258, keys }, secret, "It");
  codec.useKeys(dataKeys, dataKeys[0]!);
  expect(codec.decode("message:1", Buffer.from(record, "base64"))).toEqual({ body: "Grüße" });
  // Version, id of the data key, nonce, text and tag.
  expect(codec.encode("message:1", { body: "Grüße" })).toHaveLength(1 + 4 + 12 + '{"body":"Grüße"}'.length + 2 + 16);
});

test("a passphrase gives the secret that has opened a backup", () => {
  const salt = Buffer.alloc(16, 3).toString("base64");
  const parameters = { salt, cost: 1024, blockSize: 8, parallelization: 1 };
  expect(secretOfPassphrase("correct horse", parameters).id).toBe("f2e877bc221f54df");
});

test.each([
  ["message:1", "message__:1_k"],
  ["Ann@é", "_41nn_40_c3_a9_k"],
  ["k".repeat(300), "_h17b16d8ef494060fefa36a6a41567b8c32d213a17e02b7eeae86158cc4495461_k"],
])("a record with the key %s is found under its name", (key, name) => expect(escapeKey(key)).toBe(name));
