import { CommandError, type Terminal } from "@frontdesk/basics/command-line";
import type { CheckResult } from "../doctor/check-result.ts";
import { runChecks } from "../doctor/doctor.ts";
import { createServerCommand, loadSettings } from "./settings.ts";

/** `frontdesk doctor`: checks what a server with these settings needs. */
export function doctor(terminal: Terminal) {
  return createServerCommand(terminal, {
    name: "doctor",
    description:
      "Checks DNS, ports, certificates, storage, clock, disk and limits. Suggests a fix for each failure. Exits with 1 if a check fails.",
    examples: [
      "frontdesk doctor",
      "frontdesk doctor --public-url https://desk.example.com --mail-domain example.com --tunnel-domain t.example.com",
      "frontdesk doctor --json",
    ],
  })
    .option(
      "--public-address <addresses>",
      "Public IPs of this server, if this machine's interfaces do not have them, comma-separated",
      splitList,
      [],
    )
    .option(
      "--dns-server <addresses>",
      "Name servers to query instead of the system's, comma-separated, such as 1.1.1.1",
      splitList,
      [],
    )
    .action(async ({ dnsServer: dnsServers, publicAddress: publicAddresses, ...flags }) => {
      const { options, json } = loadSettings(flags, terminal);
      const results = await runChecks({ options, dnsServers, publicAddresses });
      const failedCount = results.filter(({ status }) => status === "fail").length;
      if (json) terminal.out(JSON.stringify({ ok: failedCount === 0, findings: results }));
      else for (const line of results.flatMap(toLines)) terminal.out(line);
      if (failedCount > 0) throw new CommandError(`${failedCount} of ${results.length} checks failed.`);
    });
}

/** Splits a comma-separated text, without spaces around its parts. */
function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns the printed lines of a check's result: the message, and below it the advice if there is something to do. */
function toLines({ status, check, message, todo }: CheckResult): string[] {
  // The longest status has 4 letters, and the longest name of a check 8.
  const columns = `${status.padEnd(4)}  ${check.padEnd(8)}  `;
  const line = columns + message;
  const indentation = " ".repeat(columns.length);
  return todo === undefined ? [line] : [line, `${indentation}→ ${todo}`];
}
