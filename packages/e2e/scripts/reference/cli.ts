import type { Terminal } from "@frontdesk/basics/command-line";
import { createMcpCommand } from "../../../mcp/src/state/settings.ts";
import { allCommands, createFrontdesk } from "../../../server/src/cli/frontdesk.ts";
import { createTunnelCommand } from "../../../tunnel/src/cli/command.ts";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

/** Columns of a terminal for which `--help` is shown. */
const helpColumns = 100;

/** Terminal of commands of which only the help is read. */
const silentTerminal: Terminal = { env: {}, out() {}, err() {}, ask: async () => null };

type AnyCommand = ReturnType<typeof createTunnelCommand> | ReturnType<typeof createFrontdesk>["commands"][number];

/** Renders the page of all commands from their `--help`. */
export async function toCliPage(): Promise<string> {
  const program = createFrontdesk(silentTerminal);
  for (const load of Object.values(allCommands)) program.addCommand((await load())(silentTerminal));
  const overview = program.commands.map((command) => [
    `[${toCode(`frontdesk ${command.name()}`)}](#frontdesk-${command.name()})`,
    toProse(command.description()),
  ]);
  const sections = program.commands.map((command) => toSection(command, "frontdesk", 2));
  return `${banner}# Commands

${toTable(["command", "purpose"], overview)}

\`frontdesk\` alone runs \`serve\`. In a clone of the repository, \`npm run -s frontdesk --\` stands for \`frontdesk\`. The package
\`@frontdesk/cli\` has the commands that need an agent key, from \`mailbox\` on.

## Exit codes

${toTable(
  ["code", "meaning"],
  [
    ["0", "done"],
    ["1", "rejected or failed"],
    ["2", "called wrongly"],
    ["3", "nothing came in time"],
    ["4", "no response from the server"],
  ],
)}

${sections.join("\n\n")}

${toSection(createTunnelCommand(silentTerminal), "", 2)}

Exit codes: 0 ended by a signal; 1 the token was rejected or another client took the name; 2 called wrongly.

${toSection(createMcpCommand(silentTerminal), "", 2)}
`;
}

/** Renders the help of a command, then of its subcommands. */
function toSection(command: AnyCommand, parentName: string, level: number): string {
  const name = [parentName, command.name()].filter(Boolean).join(" ");
  const lines: string[] = [];
  command.configureOutput({ writeOut: (text) => void lines.push(text), getOutHelpWidth: () => helpColumns });
  command.outputHelp();
  const help = lines.join("").trimEnd();
  const children = command.commands
    .filter((child) => child.name() !== "help")
    .map((child) => toSection(child, name, level + 1));
  return [`${"#".repeat(level)} ${name}`, `\`\`\`text\n${help}\n\`\`\``, ...children].join("\n\n");
}
