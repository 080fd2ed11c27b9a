/** A kind of storage, selected by the scheme of `--storage`. */
interface StorageKind {
  /** Form of the value, for messages and help. */
  form: string;
  /** Whether the part after the scheme is a folder. Only one server at a time may use it. */
  inFolder: boolean;
  /** Whether other processes can open it too. */
  isShared: boolean;
}

/** All schemes of `--storage`. `open-storage.ts` opens each. */
export const storageKinds = {
  memory: { form: "memory:", inFolder: false, isShared: false },
  lmdb: { form: "lmdb:<dir>", inFolder: true, isShared: true },
  fs: { form: "fs:<dir>", inFolder: true, isShared: true },
  redis: { form: "redis://host:6379", inFolder: false, isShared: true },
  rediss: { form: "rediss://host:6379", inFolder: false, isShared: true },
} satisfies Record<string, StorageKind>;

export type StorageScheme = keyof typeof storageKinds;

export const defaultStorage = "lmdb:./data";

/** "memory:, lmdb:<dir>, … or rediss://host:6379", for messages. */
export const storageForms: string = Object.values(storageKinds)
  .map(({ form }) => form)
  .join(", ")
  .replace(/, ([^,]*)$/, " or $1");

/** Splits a value of `--storage` into its scheme and the rest; returns `null` for an unknown scheme. */
export function parseStorage(target: string): { scheme: StorageScheme; rest: string } | null {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(target) ?? [];
  return isScheme(scheme) ? { scheme, rest } : null;
}

/** Returns the folder in a value of `--storage`; `null` if it names none, or is the storage object of an embedding program. */
export function storageDirectory(target: unknown): string | null {
  const parsed = typeof target === "string" ? parseStorage(target) : null;
  return parsed && parsed.rest !== "" && storageKinds[parsed.scheme].inFolder ? parsed.rest : null;
}

function isScheme(scheme: string): scheme is StorageScheme {
  return Object.hasOwn(storageKinds, scheme);
}
