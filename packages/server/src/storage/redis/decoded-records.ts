import { LRUCache } from "lru-cache";
import type { RecordCodec } from "../encryption/record-codec.ts";
import { freezeDeep } from "../freeze-deep.ts";

/** Decodes records, and remembers the small ones that were decoded last. */
export interface DecodedRecords {
  /** Returns the record of stored bytes. Small ones are frozen. @throws Error like `RecordCodec.decode` */
  decode(key: string, bytes: Buffer): object;
  /** Remembers a record that was just encoded, if it is frozen. */
  remember(key: string, value: object, bytes: Buffer): void;
}

interface DecodedRecord {
  bytes: Buffer;
  value: object;
}

/**
 * Limits in encoded bytes: of one record, because a large one would displace many small ones, and of all. The index of a full
 * mailbox has some 30 KiB.
 */
const maxRecordBytes = 64 * 1024;
const maxTotalBytes = 16 * 1024 * 1024;
const maxRecords = 4096;

/**
 * Creates a decoder of records that remembers the last ones. Another server may change a record at any time, so a
 * remembered value is used only for the same bytes.
 */
export function createDecodedRecords(codec: RecordCodec): DecodedRecords {
  const remembered = new LRUCache<string, DecodedRecord>({ max: maxRecords, maxSize: maxTotalBytes });

  /** Remembers a record with the bytes that it was decoded from. */
  function remember(key: string, value: object, bytes: Buffer): void {
    remembered.set(key, { bytes, value }, { size: bytes.length });
  }

  return {
    /**
     * Decodes a record. Returns the remembered value if the bytes are the same as last time, frozen, because callers share it.
     * Remembers no large record, which would displace many small ones.
     */
    decode(key, bytes) {
      const known = remembered.get(key);
      if (known?.bytes.equals(bytes)) return known.value;
      const value = codec.decode(key, bytes);
      if (bytes.length > maxRecordBytes) return value;
      // A copy: the bytes are a part of what the connection has read, which they would keep in memory.
      remember(key, freezeDeep(value), Buffer.from(bytes));
      return value;
    },
    /** Remembers a record that was just encoded. Not one that its caller could still change, nor a large one. */
    remember(key, value, bytes) {
      if (Object.isFrozen(value) && bytes.length <= maxRecordBytes) remember(key, value, bytes);
    },
  };
}
