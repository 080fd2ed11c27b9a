import { CommandError, command } from "@frontdesk/cli/framework";
import type { CheckResult } from "../doctor/check-result.ts";
import { runChecks } from "../doctor/doctor.ts";
import { commonFlags, loadSettings, settingFlags } from "./settings.ts";

const listOf = (value: string | undefined) => (value ?? "").split(",").filter((part) => part.trim() !== "");

/** `frontdesk doctor`: what a server with these settings needs, looked at one by one. */
export const doctor = command({
  name: "frontdesk doctor",
  description:
    "Looks at DNS, ports, certificates, storage, clock, disk and limits for a server with these settings, running or not. Each line that is not ok says what to do; the exit code is 1 where something fails.",
  args: {
    "public-address": {
      type: "string",
      valueHint: "addresses",
      description: "Where this server is reached, where that is no address of this machine, comma-separated",
    },
    "dns-server": {
      type: "string",
      valueHint: "addresses",
      description: "Name servers to ask instead of the system's, comma-separated, such as 1.1.1.1",
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
    const found = await runChecks({
      options,
      dnsServers: listOf(args["dns-server"]),
      publicAddresses: listOf(args["public-address"]),
    });
    const failed = found.filter(({ status }) => status === "fail").length;
    if (json) terminal.out(JSON.stringify({ ok: failed === 0, findings: found }));
    else for (const line of found.flatMap(toLines)) terminal.out(line);
    if (failed > 0) throw new CommandError(`${failed} of ${found.length} checks failed.`);
  },
});

function toLines({ status, check, message, todo }: CheckResult): string[] {
  const line = `${status.padEnd(4)}  ${check.padEnd(8)}  ${message}`;
  return todo === undefined ? [line] : [line, `${" ".repeat(16)}→ ${todo}`];
}
