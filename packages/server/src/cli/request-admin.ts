import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Terminal } from "@frontdesk/cli/framework";
import { CommandError, UsageError } from "@frontdesk/cli/framework";
import { type AdminRequest, type AdminResponse, type AdminResults, respondToAdmin } from "../admin/admin.ts";
import { callAdmin, FolderBusyError } from "../admin/admin-socket.ts";
import { Problem } from "../problem.ts";
import { openServer } from "../server.ts";
import { parseStorage, storageDirectory, storageForms, storageKinds } from "../storage/backends.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds that a command waits for others to leave the folder. */
const busyTimeoutMs = 10_000;

/**
 * Has a request done: by the server that runs on this storage, else on the storage itself.
 *
 * @throws Problem or CommandError with what stands in the way.
 */
export async function requestAdmin<R extends AdminRequest>(
  request: R,
  { options }: Settings,
  terminal: Terminal,
): Promise<AdminResults[R["do"]]> {
  const kind = storageKinds[parseStorage(options.storage)?.scheme ?? "lmdb"];
  if (!kind.shared)
    throw new UsageError(
      `--storage ${kind.form} is within one running server, where no other command can reach it. It takes ${storageForms}.`,
    );
  const directory = storageDirectory(options.storage);
  if (directory !== null && !existsSync(directory) && request.do !== "account add" && request.do !== "key create")
    throw new CommandError(
      `--storage ${options.storage}: there is nothing there yet. \`frontdesk serve\` makes it; or name another storage.`,
    );
  const answer = await retryWhileBusy(
    async () => (await requestFromServer(request, directory)) ?? (await requestFromStorage(request, options, terminal)),
  );
  if ("problem" in answer) throw new Problem(answer.problem.code, answer.problem.message);
  return answer.result as AdminResults[R["do"]]; // Each request is answered with the result of its name.
}

/** Commands that run at the same moment take turns: each has the folder for the length of its request. */
async function retryWhileBusy<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await delay(50 + Math.random() * 100);
    }
  }
}

/** `null` when no server has the folder. */
async function requestFromServer(request: AdminRequest, directory: string | null): Promise<AdminResponse | null> {
  if (directory === null || !existsSync(directory)) return null;
  try {
    const reply = await callAdmin(directory, request);
    return reply.answered ? (reply.answer as AdminResponse) : null; // A server answers with answerAdmin.
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Without a server the storage is opened for the length of one request. */
async function requestFromStorage(
  request: AdminRequest,
  options: Settings["options"],
  terminal: Terminal,
): Promise<AdminResponse> {
  await using server = await openServer(options);
  for (const warning of server.warnings) terminal.err(warning);
  if (server.key !== null && options.bootstrapKey === undefined)
    terminal.err(`First agent key of the account default, shown this once, so keep it: ${server.key}`);
  await server.confirmKey();
  return await respondToAdmin(server.services, request);
}

/** Whether another command or server had the folder just now, whatever was said of that on the way. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException; // Node's own errors tell their kind by a code.
  return error instanceof FolderBusyError || code === "ECONNRESET" || code === "EPIPE" || isBusy(error.cause);
}
