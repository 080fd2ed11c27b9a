import { storageDirectory } from "../../src/storage/backends.ts";
import { keyringKey, unwrapAll } from "../../src/storage/encryption/keyring.ts";
import { createRecordCodec } from "../../src/storage/encryption/record-codec.ts";
import { readSecret } from "../../src/storage/encryption/start-encryption.ts";
import type { StoredKeyring } from "../../src/storage/encryption/types.ts";
import { readAllRecords } from "../../src/storage/read-all-records.ts";

/** Yields the records of a storage as a server reads them, without the keyring. */
export async function* readDecrypted(storage: string): AsyncGenerator<readonly [key: string, value: object]> {
  const codec = createRecordCodec();
  for await (const [key, bytes] of readAllRecords(storage)) {
    if (key !== keyringKey) {
      yield [key, codec.decode(key, bytes)];
      continue;
    }
    const keyring: StoredKeyring = JSON.parse(bytes.toString());
    const { secret, source } = readSecret("", storageDirectory(storage))!;
    const keys = unwrapAll(keyring, secret, source);
    codec.useKeys(keys, keys[0]!);
  }
}
