import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "@frontdesk/basics";
import type { Terminal } from "@frontdesk/basics/command-line";
import { CommandError, UsageError } from "@frontdesk/basics/command-line";
import { type AdminRequest, type AdminResponse, type AdminResults, respondToAdmin } from "../admin/admin.ts";
import { callAdmin, FolderBusyError } from "../admin/admin-socket.ts";
import { Problem } from "../problem.ts";
import { openServer } from "../server.ts";
import { defaultStorage, parseStorage, storageDirectory, storageKinds } from "../storage/backends.ts";
import type { Settings } from "./settings.ts";

/** How long a command waits for other commands that use the folder. */
const busyTimeoutMs = 10_000;

/**
 * Runs a request: by the server that uses this storage, else directly on the storage.
 *
 * @throws Problem or CommandError with the reason
 */
export async function requestAdmin<R extends AdminRequest>(
  request: R,
  { options }: Settings,
  terminal: Terminal,
): Promise<AdminResults[R["do"]]> {
  // A value of unknown scheme counts as `lmdb` here. It is rejected when the storage is opened.
  const kind = storageKinds[parseStorage(options.storage)?.scheme ?? "lmdb"];
  if (!kind.isShared)
    throw new UsageError(
      `--storage ${kind.form} exists only inside a running server, so commands cannot use it. Use another, such as ${defaultStorage}.`,
    );
  const directory = storageDirectory(options.storage);
  const isMissing = directory !== null && !existsSync(directory);
  // Only these two requests make sense on a new storage. Others find nothing to list or change there, so for them a missing storage
  // is a misspelt name.
  const mayCreateStorage = request.do === "account add" || request.do === "key create";
  if (isMissing && !mayCreateStorage)
    throw new CommandError(
      `--storage ${options.storage} does not exist. Create it with \`frontdesk serve\`, or name another storage.`,
    );
  const response = await retryWhileBusy(
    async () => (await requestFromServer(request, directory)) ?? (await requestFromStorage(request, options, terminal)),
  );
  if ("problem" in response) throw new Problem(response.problem.code, response.problem.message);
  return response.result as AdminResults[R["do"]]; // The cast is true: each request returns the result of its name.
}

/** Retries while another command has locked the storage's folder, which each command does for the length of its request. */
async function retryWhileBusy<T>(request: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isFolderBusy(error) || performance.now() > deadline) throw error;
      // 50 to 150 ms at random, so that waiting commands do not all retry at once.
      await delay(50 + Math.random() * 100);
    }
  }
}

/**
 * Sends the request to the server that uses the folder. Resolves with `null` if there is none, or the storage has no folder
 * (`null`).
 */
async function requestFromServer(request: AdminRequest, directory: string | null): Promise<AdminResponse | null> {
  if (directory === null || !existsSync(directory)) return null;
  try {
    const reply = await callAdmin(directory, request);
    // The cast is true: servers respond to these requests with `respondToAdmin`.
    return reply.isRunning ? (reply.response as AdminResponse) : null;
  } catch (error) {
    throw new CommandError(errorMessage(error), { cause: error });
  }
}

/**
 * Opens the storage for the length of one request, because no server uses it. Prints the first agent key, if opening created it.
 */
async function requestFromStorage(
  request: AdminRequest,
  options: Settings["options"],
  terminal: Terminal,
): Promise<AdminResponse> {
  await using server = await openServer(options);
  for (const warning of server.warnings) terminal.err(warning);
  const isKeyGenerated = server.key !== null && options.bootstrapKey === undefined;
  if (isKeyGenerated)
    terminal.err(`First agent key of the account default (save it; it is shown only this once): ${server.key}`);
  // The first key was printed above, so no later start may replace it.
  await server.confirmKey();
  return await respondToAdmin(server.services, request);
}

/** Returns whether the error, or one of its causes, says that another process uses the storage's folder, so that a retry helps. */
function isFolderBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException; // Node's errors have a code.
  // A server that is just closing its socket breaks the connection, which is as temporary.
  const isConnectionBroken = code === "ECONNRESET" || code === "EPIPE";
  return error instanceof FolderBusyError || isConnectionBroken || isFolderBusy(error.cause);
}
