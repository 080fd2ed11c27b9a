import type { RecordCodec } from "./record-codec.ts";

/** An encrypted record, as drivers store it that take only JSON. */
interface EncryptedItem {
  /** Bytes of the record codec in base64. */
  encrypted: string;
}

/** Returns the form of a record that a driver for JSON stores: a copy, or its encryption. */
export function toItem(codec: RecordCodec, key: string, value: object): object {
  const bytes = codec.encode(key, value);
  if (!codec.isEncrypted(bytes)) return JSON.parse(bytes.toString());
  return { encrypted: bytes.toString("base64") } satisfies EncryptedItem;
}

/** Returns the record of a stored item. @throws Error like `RecordCodec.decode` */
export function fromItem(codec: RecordCodec, key: string, item: object): object {
  if (isEncryptedItem(item)) return codec.decode(key, Buffer.from(item.encrypted, "base64"));
  codec.checkClearText(key);
  return item;
}

export function isEncryptedItem(item: object): item is EncryptedItem {
  // No record of the server has this as its only field.
  return "encrypted" in item && typeof item.encrypted === "string" && Object.keys(item).length === 1;
}
