import { CommandError, command } from "@frontdesk/cli/framework";
import type { CheckResult } from "../doctor/check-result.ts";
import { runChecks } from "../doctor/doctor.ts";
import { commonFlags, loadSettings, settingFlags } from "./settings.ts";

/** Splits a comma-separated flag, without spaces around its parts; empty if it is not given. */
const listOf = (value = "") =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** `frontdesk doctor`: checks what a server with these settings needs. */
export const doctor = command({
  name: "frontdesk doctor",
  description:
    "Checks DNS, ports, certificates, storage, clock, disk and limits. Suggests a fix for each failure. Exits with 1 if a check fails.",
  args: {
    "public-address": {
      type: "string",
      valueHint: "addresses",
      description: "Public IPs of this server, if this machine's interfaces do not have them, comma-separated",
    },
    "dns-server": {
      type: "string",
      valueHint: "addresses",
      description: "Name servers to query instead of the system's, comma-separated, such as 1.1.1.1",
    },
    ...settingFlags,
    ...commonFlags,
  },
  examples: [
    "frontdesk doctor",
    "frontdesk doctor --public-url https://desk.example.com --mail-domain example.com --tunnel-domain t.example.com",
    "frontdesk doctor --json",
  ],
  async run(args, terminal) {
    const { options, json } = loadSettings(args, terminal);
    const results = await runChecks({
      options,
      dnsServers: listOf(args["dns-server"]),
      publicAddresses: listOf(args["public-address"]),
    });
    const failedCount = results.filter(({ status }) => status === "fail").length;
    if (json) terminal.out(JSON.stringify({ ok: failedCount === 0, findings: results }));
    else for (const line of results.flatMap(toLines)) terminal.out(line);
    if (failedCount > 0) throw new CommandError(`${failedCount} of ${results.length} checks failed.`);
  },
});

/** Returns the printed lines of a result: its message, and how to fix it if there is something to do. */
function toLines({ status, check, message, todo }: CheckResult): string[] {
  const line = `${status.padEnd(4)}  ${check.padEnd(8)}  ${message}`;
  return todo === undefined ? [line] : [line, `${" ".repeat(16)}→ ${todo}`];
}
