import { errorMessage } from "@frontdesk/basics";
import { storageDirectory } from "../storage/backends.ts";
import { toFileReason } from "../storage/file-reason.ts";
import { type OpenStorageOptions, openStorage, type StorageTarget } from "../storage/open-storage.ts";
import { ensurePrivateFolder } from "../storage/private-folder.ts";
import type { Backend } from "../storage/types.ts";
import { serveAdmin } from "./admin-socket.ts";

type AdminHandler = (request: unknown) => Promise<unknown>;

/** A storage that is locked for this process and receives the requests of other commands. */
export interface LockedStorage extends Backend {
  /** Sets the handler of other commands' requests. They wait until then. */
  setAdminHandler(handler: AdminHandler): void;
}

/**
 * Locks the storage's folder for this process, accessible to this user only, and opens the storage. Only one process may use a
 * folder, because the locks of records work within one process. Other processes send their commands to this one, where they wait until
 * the caller sets the handler (`setAdminHandler`).
 */
export async function openLockedStorage(
  target: StorageTarget,
  options: OpenStorageOptions = {},
): Promise<LockedStorage> {
  let setAdminHandler: (handler: AdminHandler) => void = () => {};
  const handler = new Promise<AdminHandler>((resolve) => {
    setAdminHandler = resolve;
  });
  const directory = storageDirectory(target);
  if (directory !== null) await ensurePrivate(directory);
  const handleWhenReady = async (request: unknown) => (await handler)(request);
  const adminSocket = directory === null ? null : await serveAdmin(directory, handleWhenReady).catch(throwStorageError);
  try {
    const backend = await openStorage(target, options);
    /** Closes the storage and frees its folder. A storage without a folder has no admin socket. */
    async function close(): Promise<void> {
      // The socket comes last, because it locks the folder: another process must not open the storage before this one closed it.
      await backend.close();
      await adminSocket?.close();
    }
    return { ...backend, setAdminHandler, close };
  } catch (error) {
    await adminSocket?.close();
    throw error;
  }
}

/** Creates the folder, accessible to this user only. @throws Error that names the flag `--storage` and says what to do */
async function ensurePrivate(directory: string): Promise<void> {
  try {
    ensurePrivateFolder(directory);
  } catch (error) {
    // Errors of the file system have `syscall`. Their reason is put into plain words.
    const isFileError = error instanceof Error && "syscall" in error;
    throwStorageError(isFileError ? `the folder ${directory} cannot be used: ${toFileReason(error)}` : error);
  }
}

/** Throws the error with the flag `--storage` before its message. */
function throwStorageError(cause: unknown): never {
  throw new Error(`--storage: ${errorMessage(cause)}`, { cause });
}
