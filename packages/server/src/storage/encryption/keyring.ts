import { createSecretKey, randomBytes } from "node:crypto";
import { OptionsError } from "../../problem.ts";
import type { Kv, Locks, Write } from "../types.ts";
import type { DataKey, RecordCodec } from "./record-codec.ts";
import type { Secret } from "./secret.ts";
import type { EncryptionState, Keyring, StoredDataKey, StoredKeyring } from "./types.ts";

/** Key of the record that holds the wrapped data keys. The record itself is clear text. */
export const keyringKey = "keyring";
/** Bus topic for changes of the keyring. */
export const keyringTopic = "keyring";
const dataKeyBytes = 32;
/** Records that one data key may encrypt: with random nonces, NIST SP 800-38D section 8.3 allows 2^32. */
const maxWritesPerKey = 2 ** 32;
/** Writes that a server reserves at a time, so that it need not count each of them in the storage. */
const reservedWrites = 2 ** 24;
/** A server reserves more when this many are left. */
const minRemainingWrites = 2 ** 20;

export interface KeyringOptions {
  kv: Kv;
  locks: Locks;
  codec: RecordCodec;
  secret: Secret;
  /** Where the secret comes from, for messages. */
  source: string;
  onDataKeyAdded?(): Promise<void>;
}

/** Reads the keyring of a storage; creates it with one data key if there is none. @throws OptionsError for a wrong secret */
export async function openKeyring(options: KeyringOptions, initialState: EncryptionState): Promise<Keyring> {
  const { kv, locks, codec } = options;
  let { secret, source } = options;
  let currentKeyring: StoredKeyring;
  /** Writes that this server may still encrypt before it must reserve more. */
  let remainingWrites = 0;
  let isReserving = false;

  /** Changes the stored keyring, which other servers may change too, and applies it. `edit` gets `null` if there is none yet. */
  function change(edit: (keyring: StoredKeyring | null) => StoredKeyring): Promise<void> {
    return locks.with([keyringKey], async () => {
      // A copy, because a stored value may be shared and frozen.
      const next = edit(structuredClone(await kv.get<StoredKeyring>(keyringKey)));
      await kv.commit([[keyringKey, next] satisfies Write]);
      applyKeyring(next);
    });
  }

  /** Changes the stored keyring, which exists once it was opened. */
  const changeExisting = (edit: (keyring: StoredKeyring) => StoredKeyring) => change((keyring) => edit(keyring!));

  /**
   * Decrypts the keyring's data keys with the secret, and gives them to the codec, which encrypts records. Lets the codec reject
   * clear text, unless the records of an older version are still being encrypted.
   */
  function applyKeyring(keyring: StoredKeyring): void {
    currentKeyring = keyring;
    const keys = unwrapAll(keyring, secret, source);
    // The current key is always in the keyring.
    codec.useKeys(keys, keys.find(({ id }) => id === keyring.current)!);
    if (keyring.state !== "encrypting") codec.rejectClearText();
  }

  /**
   * Reserves many writes with the current data key for this server, so that it need not count each in the storage. AES-GCM
   * with random nonces allows 2^32 per key; when they are used up, creates a new data key.
   */
  async function reserveWrites(): Promise<void> {
    await change((keyring) => {
      // If there is no keyring yet, creates one. Its state comes from the caller of `openKeyring`, which knows whether
      // the storage has records that must be encrypted first. 0 is no key yet.
      const next = keyring ?? { state: initialState, current: 0, keys: [] };
      const current = next.keys.find(({ id }) => id === next.current);
      const isUsedUp = current === undefined || current.writes + reservedWrites > maxWritesPerKey;
      const dataKey = isUsedUp ? addDataKey(next, [secret]) : current;
      dataKey.writes += reservedWrites;
      return next;
    });
    remainingWrites += reservedWrites;
  }

  codec.onEncrypt = () => {
    remainingWrites--;
    // Early, because an encryption does not wait: without reserved writes it fails. Commits of the keyring are not encrypted, so
    // this does not recurse. A failure is tried again at the next write.
    if (remainingWrites < minRemainingWrites && !isReserving) {
      isReserving = true;
      const release = () => {
        isReserving = false;
      };
      reserveWrites().then(release, release);
    }
    if (remainingWrites < 0) throw new Error("The storage could not reserve writes with its data key");
  };
  codec.reloadKeys = async () => {
    const keyring = await kv.get<StoredKeyring>(keyringKey);
    if (keyring !== null) applyKeyring(keyring);
  };
  await reserveWrites();

  return {
    state: () => currentKeyring.state,
    // Each data key is encrypted with every secret that opens the storage.
    secrets: () => new Set(currentKeyring.keys.flatMap(({ wrapped }) => Object.keys(wrapped))).size,
    setState: (state) => changeExisting((keyring) => ({ ...keyring, state })),
    /**
     * Encrypts ("wraps") all data keys with one more secret, which then opens the storage too. Adds a data key for new records,
     * so that older keys, which someone may have copied with the old secret, do not open them. Tells the other servers of the data key
     * (`onDataKeyAdded`). `newest` is the new secret's id: the rotation's last step (`keepOnly`) refuses to keep an older secret.
     */
    async addSecret(added) {
      await changeExisting((keyring) => {
        // In the order of `keyring.keys`.
        const dataKeys = unwrapAll(keyring, secret, source);
        for (const [index, { key, id }] of dataKeys.entries())
          keyring.keys[index]!.wrapped[added.id] = added.wrap(dataKeyNameOf(id), key.export());
        addDataKey(keyring, [secret, added]);
        return { ...keyring, newest: added.id };
      });
      await options.onDataKeyAdded?.();
    },
    /** Removes all secrets except `kept`, with which this server opens the storage from now on too. */
    keepOnly: (kept, keptSource, { mustBeNewest = false } = {}) =>
      changeExisting((keyring) => {
        // Throws if `kept` cannot open every data key, because the other secrets are then still needed.
        unwrapAll(keyring, kept, keptSource);
        const { newest = kept.id, ...rest } = keyring;
        // The operator may delete the former secret now, and expects that the new one opens the storage.
        if (mustBeNewest && newest !== kept.id)
          throw new OptionsError(
            `${keptSource} is the former secret on this server. Set the new one on every server and restart each, then finish.`,
          );
        [secret, source] = [kept, keptSource];
        for (const key of rest.keys) key.wrapped = { [kept.id]: key.wrapped[kept.id]! };
        return rest;
      }),
  };
}

/**
 * Adds a data key to a keyring, encrypted by each of these secrets, and makes it the current one. By default, the data key is a new
 * random one with the next id. Returns the keyring's entry for it.
 */
export function addDataKey(
  keyring: StoredKeyring,
  secrets: readonly Secret[],
  {
    id = Math.max(0, ...keyring.keys.map((key) => key.id)) + 1,
    bytes = randomBytes(dataKeyBytes),
  }: { id?: number; bytes?: Buffer } = {},
): StoredDataKey {
  const wrapped = Object.fromEntries(secrets.map((secret) => [secret.id, secret.wrap(dataKeyNameOf(id), bytes)]));
  // `writes` counts encryptions with the key, of which AES-GCM allows a limited number.
  const key: StoredDataKey = { id, writes: 0, wrapped };
  keyring.keys.push(key);
  keyring.current = id;
  return key;
}

/**
 * Decrypts all data keys of a keyring, in order. `source` says where the secret comes from, for messages.
 *
 * @throws OptionsError if one was not encrypted with this secret
 */
export function unwrapAll({ keys }: StoredKeyring, secret: Secret, source: string): DataKey[] {
  return keys.map(({ id, wrapped }) => {
    const text = wrapped[secret.id];
    if (text === undefined)
      throw new OptionsError(
        `${source} is not the secret that the storage was encrypted with. Give that one, or restore a backup into an empty storage.`,
      );
    try {
      // Fails if the text was encrypted under another name, such as that of another data key.
      return { id, key: createSecretKey(secret.unwrap(dataKeyNameOf(id), text)) };
    } catch (cause) {
      throw new Error(`The keyring of the storage is damaged at data key ${id}. Restore a backup.`, { cause });
    }
  });
}

/** Name that a data key is wrapped under, so that one cannot be put into another's place. */
const dataKeyNameOf = (id: number) => `data key ${id}`;
