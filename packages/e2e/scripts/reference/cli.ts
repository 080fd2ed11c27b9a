import type { Terminal } from "@frontdesk/basics/command-line";
import { commands as userCommands } from "@frontdesk/cli/commands";
import { createMcpCommand } from "../../../mcp/src/state/settings.ts";
import { allCommands, createFrontdeskCommand } from "../../../server/src/cli/frontdesk.ts";
import { createTunnelCommand } from "../../../tunnel/src/cli/command.ts";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

/** Columns of a terminal for which `--help` is shown. */
const helpColumns = 100;

/** Terminal of commands of which only the help is read. */
const silentTerminal: Terminal = { env: {}, out() {}, err() {}, ask: async () => null };

type AnyCommand =
  | ReturnType<typeof createTunnelCommand>
  | ReturnType<typeof createFrontdeskCommand>["commands"][number];

/** Renders the pages of all commands from their `--help`, by file name: those for users, and those of the server. */
export async function toCliPages(): Promise<Record<string, string>> {
  const program = createFrontdeskCommand(silentTerminal);
  for (const load of Object.values(allCommands)) program.addCommand((await load())(silentTerminal));
  const isForUsers = (command: AnyCommand) => command.name() in userCommands;
  const forUsers = program.commands.filter(isForUsers);
  const ofServer = program.commands.filter((command) => !isForUsers(command));
  return { "cli.md": toUserPage(forUsers), "cli-server.md": toServerPage(ofServer) };
}

function toUserPage(commands: readonly AnyCommand[]): string {
  return `${banner}# Commands

${toOverview(commands)}

These commands need an agent key. They are part of the server and of the package \`@frontdesk/cli\`. In a clone of the repository,
\`npm run -s frontdesk --\` stands for \`frontdesk\`. The server has [commands of its own](cli-server.md). Two programs are below:
[\`frontdesk-tunnel\`](#frontdesk-tunnel) and [\`frontdesk-mcp\`](#frontdesk-mcp).

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

${toSections(commands)}

${toSection(createTunnelCommand(silentTerminal), "", 2)}

Exit codes: 0 ended by a signal; 1 the token was rejected or another client took the name; 2 called wrongly.

${toSection(createMcpCommand(silentTerminal), "", 2)}
`;
}

function toServerPage(commands: readonly AnyCommand[]): string {
  return `${banner}# Commands of the server

${toOverview(commands)}

\`frontdesk\` alone runs \`serve\`. In a clone of the repository, \`npm run -s frontdesk --\` stands for \`frontdesk\`. The
[commands for users](cli.md) need an agent key; that page also has the [exit codes](cli.md#exit-codes).

${toSections(commands)}
`;
}

function toOverview(commands: readonly AnyCommand[]): string {
  const rows = commands.map((command) => [
    `[${toCode(`frontdesk ${command.name()}`)}](#frontdesk-${command.name()})`,
    toProse(command.description()),
  ]);
  return toTable(["command", "purpose"], rows);
}

function toSections(commands: readonly AnyCommand[]): string {
  return commands.map((command) => toSection(command, "frontdesk", 2)).join("\n\n");
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
