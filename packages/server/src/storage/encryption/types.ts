import type { Secret } from "./secret.ts";

/** State of a store's encryption. Only moves forward. */
export type EncryptionState =
  /** Records of an older version are being encrypted. Both forms exist. */
  | "encrypting"
  /** Every record is encrypted. Free pages and old logs may still have clear text. */
  | "compacting"
  | "complete";

/** The stored keyring. */
export interface StoredKeyring {
  state: EncryptionState;
  /** Id of the data key for new records. */
  current: number;
  keys: StoredDataKey[];
  /** Id of the secret that is to replace the others; missing unless the secret is being rotated. */
  newest?: string;
}

export interface StoredDataKey {
  id: number;
  /** Writes that servers have reserved with this key. */
  writes: number;
  /** The key as wrapped by each secret that may open the storage, by the secret's id. Two while the secret is rotated. */
  wrapped: Record<string, string>;
}

/** The data keys of a storage. */
export interface Keyring {
  state(): EncryptionState;
  setState(state: EncryptionState): Promise<void>;
  /** Wraps all data keys by another secret too, and creates a new data key for new records. */
  addSecret(secret: Secret): Promise<void>;
  /**
   * Uses this secret from now on, and deletes what others have wrapped. @throws OptionsError if it does not open every data key, or, with
   * `mustBeNewest`, if another secret was added later
   */
  keepOnly(secret: Secret, source: string, options?: { mustBeNewest?: boolean }): Promise<void>;
  /** Returns how many secrets open the storage: more than one while the secret is rotated. */
  secrets(): number;
}

/** A secret, and where it comes from: a variable, or the path of the generated file. */
export interface FoundSecret {
  secret: Secret;
  source: string;
}

/** Result of `startEncryption`. */
export interface StartedEncryption extends FoundSecret {
  keyring: Keyring;
  /** File that this server has generated the secret in; `null` if the operator gave the secret. */
  generatedFile: string | null;
}
