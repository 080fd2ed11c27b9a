import type { Terminal } from "@frontdesk/basics/command-line";
import type { AdminRequest, AdminResults } from "../admin/admin.ts";
import { requestAdmin } from "./request-admin.ts";
import type { Settings } from "./settings.ts";

/** Runs a request and prints the result: as JSON, or the lines that `toLines` returns. */
export async function printAdmin<R extends AdminRequest>(
  request: R,
  settings: Settings,
  terminal: Terminal,
  toLines: (result: AdminResults[R["do"]]) => string[],
): Promise<void> {
  const result = await requestAdmin(request, settings, terminal);
  for (const line of settings.json ? [JSON.stringify(result)] : toLines(result)) terminal.out(line);
}
