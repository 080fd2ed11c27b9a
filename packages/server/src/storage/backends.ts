/** A kind of storage that `--storage` names by its scheme. */
interface StorageKind {
  /** How it is written, for sentences and help. */
  form: string;
  /** Whether what follows the scheme is a folder, which one server at a time may serve. */
  inFolder: boolean;
  /** Whether other processes can open it too. */
  shared: boolean;
}

/** Every scheme that `--storage` knows; how each is opened stands in `open-storage.ts`. */
export const storageKinds = {
  memory: { form: "memory:", inFolder: false, shared: false },
  lmdb: { form: "lmdb:<dir>", inFolder: true, shared: true },
  fs: { form: "fs:<dir>", inFolder: true, shared: true },
  redis: { form: "redis://host:6379", inFolder: false, shared: true },
  rediss: { form: "rediss://host:6379", inFolder: false, shared: true },
} satisfies Record<string, StorageKind>;

export type StorageScheme = keyof typeof storageKinds;

/** Where everything is kept when nobody says otherwise. */
export const defaultStorage = "lmdb:./data";

/** "memory:, lmdb:<dir>, … or rediss://host:6379", for sentences. */
export const storageForms: string = Object.values(storageKinds)
  .map(({ form }) => form)
  .join(", ")
  .replace(/, ([^,]*)$/, " or $1");

/** The scheme of what `--storage` names and what follows it; `null` for one that nobody knows. */
export function parseStorage(target: string): { scheme: StorageScheme; rest: string } | null {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(target) ?? [];
  return isScheme(scheme) ? { scheme, rest } : null;
}

/** The folder of a storage that is one, which one server at a time may serve, or `null`. */
export function storageDirectory(target: unknown): string | null {
  const parsed = typeof target === "string" ? parseStorage(target) : null;
  return parsed && parsed.rest !== "" && storageKinds[parsed.scheme].inFolder ? parsed.rest : null;
}

function isScheme(word: string): word is StorageScheme {
  return Object.hasOwn(storageKinds, word);
}
