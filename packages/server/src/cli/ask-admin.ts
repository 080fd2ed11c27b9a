import { existsSync } from "node:fs";
import { type AdminRequest, type AdminResults, handleAdmin } from "../admin.ts";
import { createServer } from "../server.ts";
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
  const [, scheme, directory = ""] = /^([a-z]+):(.*)$/s.exec(options.storage) ?? [];
  if (scheme === "memory")
    throw new UsageError(
      "--storage memory: is kept by one running server alone, so no other command can reach it. Name that server's lmdb: or redis: storage.",
    );
  const isNew = (scheme === "lmdb" || scheme === "fs") && !existsSync(directory);
  if (isNew && request.do !== "account add" && request.do !== "key create")
    throw new CommandError(
      `--storage ${options.storage}: there is nothing there yet. \`frontdesk serve\` makes it; or name another storage.`,
    );
  const result = await askStorage(request, options, terminal);
  return result as AdminResults[R["do"]]; // handleAdmin answers each request with the result of its name.
}

/** Without a server the storage is opened for the length of one request. */
async function askStorage(request: AdminRequest, options: Settings["options"], terminal: Terminal): Promise<unknown> {
  await using server = await createServer(options);
  for (const warning of server.warnings) terminal.err(warning);
  if (server.key !== null && options.bootstrapKey === undefined)
    terminal.err(`First agent key of the account default, shown this once, so keep it: ${server.key}`);
  return await handleAdmin(server.services, request);
}
