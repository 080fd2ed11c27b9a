import type { RecordCodec } from "./record-codec.ts";

/** An encrypted record, as drivers store it that take only JSON. */
interface EncryptedItem {
  /** Bytes of the record codec in base64. */
  encrypted: string;
}

/** Returns the form of a record for a driver that stores JSON objects: a copy, or an object with the encrypted bytes. */
export function toItem(codec: RecordCodec, key: string, value: object): object {
  const bytes = codec.encode(key, value);
  if (!codec.isEncrypted(bytes)) return JSON.parse(bytes.toString());
  return { encrypted: bytes.toString("base64") } satisfies EncryptedItem;
}

/** Returns the record of a stored item, decrypted if necessary. @throws Error if it is damaged, or clear text by mistake */
export function fromItem(codec: RecordCodec, key: string, item: object): object {
  if (isEncryptedItem(item)) return codec.decode(key, Buffer.from(item.encrypted, "base64"));
  codec.checkClearText(key);
  return item;
}

export function isEncryptedItem(item: object): item is EncryptedItem {
  // No record of the server has this as its only field.
  return "encrypted" in item && typeof item.encrypted === "string" && Object.keys(item).length === 1;
}
