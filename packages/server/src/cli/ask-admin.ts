import { existsSync } from "node:fs";
import { type AdminAnswer, type AdminRequest, type AdminResults, answerAdmin } from "../admin.ts";
import { Problem } from "../problem.ts";
import { createServer } from "../server.ts";
import { callAdmin } from "../storage/admin-channel.ts";
import { storageDirectory } from "../storage/open-storage.ts";
import { CommandError, UsageError } from "./errors.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Has a request done: by the server that runs on this storage, else on the storage itself.
 *
 * @throws Problem or CommandError with what stands in the way.
 */
export async function askAdmin<R extends AdminRequest>(
  request: R,
  { options }: Settings,
  terminal: Terminal,
): Promise<AdminResults[R["do"]]> {
  if (options.storage === "memory:")
    throw new UsageError(
      "--storage memory: is within one running server, where no other command can reach it. Name an lmdb:, fs: or redis: storage.",
    );
  const directory = storageDirectory(options.storage);
  if (directory !== null && !existsSync(directory) && request.do !== "account add" && request.do !== "key create")
    throw new CommandError(
      `--storage ${options.storage}: there is nothing there yet. \`frontdesk serve\` makes it; or name another storage.`,
    );
  const answer = (await askServer(request, directory)) ?? (await askStorage(request, options, terminal));
  if ("problem" in answer) throw new Problem(answer.problem.code, answer.problem.message);
  return answer.result as AdminResults[R["do"]]; // Each request is answered with the result of its name.
}

/** `null` when no server has the folder. */
async function askServer(request: AdminRequest, directory: string | null): Promise<AdminAnswer | null> {
  if (directory === null || !existsSync(directory)) return null;
  try {
    const reply = await callAdmin(directory, request);
    return reply.answered ? (reply.answer as AdminAnswer) : null; // A server answers with answerAdmin.
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Without a server the storage is opened for the length of one request. */
async function askStorage(
  request: AdminRequest,
  options: Settings["options"],
  terminal: Terminal,
): Promise<AdminAnswer> {
  await using server = await createServer(options);
  for (const warning of server.warnings) terminal.err(warning);
  if (server.key !== null && options.bootstrapKey === undefined)
    terminal.err(`First agent key of the account default, shown this once, so keep it: ${server.key}`);
  return await answerAdmin(server.services, request);
}
