import { type Terminal, toTable, UsageError } from "@frontdesk/basics/command-line";
import { connect, createClientCommand } from "../connection.ts";
import { formatTime } from "../format-time.ts";

const defaultLimit = 50;

/** `frontdesk audit`: prints who used which key for what. */
export function audit(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "audit",
    description: "Prints the account's audit log, newest first. The key needs the scope audit:read.",
    examples: ["frontdesk audit", "frontdesk audit --limit 10000 --json"],
  })
    .option("--limit <entries>", `How many entries at most (default ${defaultLimit})`, parseLimit, defaultLimit)
    .action(async ({ limit, ...flags }) => {
      const { frontdesk } = connect(flags, terminal);
      const entries = await frontdesk.audit.list({ limit });
      if (flags.json) return terminal.out(JSON.stringify({ entries }));
      const rows = entries.map(({ at, action, key_id, target, ip }) => ({
        at: formatTime(at),
        action,
        // `null` for the server's own command line, which has no IP address either, and for a sign-in.
        key: key_id ?? "-",
        target,
        ip: ip ?? "-",
      }));
      for (const line of toTable(rows)) terminal.out(line);
    });
}

/** Parses a number of entries. An account keeps 10 000, so more than five digits are a mistake. @throws UsageError */
function parseLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--limit must be a whole number from 1 to 99999, not ${JSON.stringify(text)}`);
}
