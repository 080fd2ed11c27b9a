import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from "node:crypto";
import { escapeKey } from "../key-escape.ts";

/** A key that encrypts records. The storage has it only encrypted by the secret. */
export interface DataKey {
  id: number;
  key: KeyObject;
}

/** Turns records into stored bytes and back. */
export interface RecordCodec {
  /** Returns the stored form of a record: JSON text, encrypted if there are data keys. */
  encode(key: string, value: object): Buffer;
  /** Returns a record from its stored form. @throws UnknownDataKeyError if another server has created a new data key since */
  decode(key: string, bytes: Buffer): object;
  isEncrypted(bytes: Buffer): boolean;
  /** Returns whether these stored bytes should be encrypted and are not. */
  isExposed(key: string, bytes: Buffer): boolean;
  /** Checks that a record may be clear text. @throws Error in an encrypted storage */
  checkClearText(key: string): void;
  /** Encrypts from now on with `current`, and decrypts with all keys. */
  useKeys(keys: readonly DataKey[], current: DataKey): void;
  /** Rejects clear text from now on, so that nobody can replace an encrypted record by one of their own. */
  rejectClearText(): void;
  /** Reads the data keys again. Set by the keyring. */
  reloadKeys: () => Promise<void>;
  /** Called before each encryption, to count. Set by the keyring. */
  onEncrypt: () => void;
}

/** Thrown for a record that was encrypted with a data key that this server has not read yet. */
export class UnknownDataKeyError extends Error {
  override readonly name = "UnknownDataKeyError";
}

const algorithm = "aes-256-gcm";
/** First byte of an encrypted record: the version of this layout. JSON text never begins with it. */
const layoutVersion = 1;
/** Layout: version (1 byte), id of the data key (4 bytes), nonce, encrypted JSON text, tag. Sizes in bytes as in NIST SP 800-38D. */
const keyIdOffset = 1;
const nonceOffset = 5;
const nonceBytes = 12;
const textOffset = nonceOffset + nonceBytes;
const tagBytes = 16;

const clearNames = ["format", "health", "keyring", "restoring"];
/**
 * Records that are needed before the data keys are known. None contains what a person wrote. Drivers that cannot store every key
 * have them under escaped names.
 */
const clearTextKeys = new Set([...clearNames, ...clearNames.map(escapeKey)]);

/** Creates the codec that turns records into stored bytes and back. It writes clear text until it gets data keys. */
export function createRecordCodec(): RecordCodec {
  const keysById = new Map<number, KeyObject>();
  const createNonce = createNonceSource();
  let currentDataKey: DataKey | null = null;
  let isClearTextRejected = false;

  const isEncrypted = (bytes: Buffer) => bytes[0] === layoutVersion;

  /**
   * Encrypts the JSON text of a record. Returns layout version, data key id, nonce, encrypted text and authentication tag. First
   * counts the encryption (`onEncrypt`), because a data key may encrypt a limited number of records only.
   */
  function encrypt({ id, key: dataKey }: DataKey, recordKey: string, text: string): Buffer {
    codec.onEncrypt();
    const nonce = createNonce();
    const cipher = createCipheriv(algorithm, dataKey, nonce);
    // Bound to the key under which it is stored, so that nobody can put a record into the place of another.
    cipher.setAAD(Buffer.from(recordKey));
    const head = Buffer.allocUnsafe(nonceOffset);
    head.writeUInt8(layoutVersion);
    head.writeUInt32BE(id, keyIdOffset);
    const encrypted = cipher.update(text, "utf8");
    return Buffer.concat([head, nonce, encrypted, cipher.final(), cipher.getAuthTag()]);
  }

  /** Decrypts a record to its JSON text. @throws Error if it was changed, or was stored under another key */
  function decrypt(recordKey: string, bytes: Buffer): string {
    const id = bytes.readUInt32BE(keyIdOffset);
    const dataKey = keysById.get(id);
    if (dataKey === undefined)
      throw new UnknownDataKeyError(`The storage has no data key ${id} for the record ${recordKey}`);
    const tagOffset = bytes.length - tagBytes;
    const decipher = createDecipheriv(algorithm, dataKey, bytes.subarray(nonceOffset, textOffset));
    decipher.setAAD(Buffer.from(recordKey));
    decipher.setAuthTag(bytes.subarray(tagOffset));
    try {
      return decipher.update(bytes.subarray(textOffset, tagOffset), undefined, "utf8") + decipher.final("utf8");
    } catch (cause) {
      throw new Error(`The stored record ${recordKey} is damaged, or was moved here from another key`, { cause });
    }
  }

  const codec: RecordCodec = {
    /**
     * Returns the stored form of a record: its JSON text, encrypted. It stays clear text if there are no data keys, and for the few
     * records (`clearTextKeys`) that a server reads before it knows the data keys.
     */
    encode(key, value) {
      const text = JSON.stringify(value);
      if (currentDataKey === null || clearTextKeys.has(key)) return Buffer.from(text);
      return encrypt(currentDataKey, key, text);
    },
    /** Returns the record of stored bytes, decrypted if necessary. @throws Error for clear text in an encrypted storage */
    decode(key, bytes) {
      if (isEncrypted(bytes)) return JSON.parse(decrypt(key, bytes));
      codec.checkClearText(key);
      return JSON.parse(bytes.toString());
    },
    isEncrypted,
    isExposed: (key, bytes) => !isEncrypted(bytes) && !clearTextKeys.has(key),
    /**
     * Rejects a record that is clear text, once all that should be encrypted are: then another program has written it. Accepts the few
     * (`clearTextKeys`) that are needed before the data keys are known, and are never encrypted.
     *
     * @throws Error for a record that may not be clear text
     */
    checkClearText(key) {
      if (isClearTextRejected && !clearTextKeys.has(key))
        throw new Error(`The stored record ${key} is clear text in an encrypted storage. Something else wrote it`);
    },
    /** Adds data keys, and encrypts with `newest` from now on. */
    useKeys(dataKeys, newest) {
      for (const { id, key } of dataKeys) keysById.set(id, key);
      currentDataKey = newest;
    },
    rejectClearText() {
      isClearTextRejected = true;
    },
    // Replaced by the keyring, which can read and count keys.
    reloadKeys: async () => {},
    onEncrypt: () => {},
  };
  return codec;
}

/** Number of nonces generated at a time, because each call of the random generator has a fixed cost. */
const noncesPerCall = 1_000;

/**
 * Returns a function that returns a new random nonce at each call. Random bytes are fetched for a thousand nonces at a
 * time, into one buffer, so a nonce must be used before later calls overwrite it.
 */
function createNonceSource(): () => Buffer {
  const nonces = Buffer.alloc(noncesPerCall * nonceBytes);
  let offset = nonces.length;
  return () => {
    if (offset === nonces.length) {
      randomFillSync(nonces);
      offset = 0;
    }
    offset += nonceBytes;
    return nonces.subarray(offset - nonceBytes, offset);
  };
}
