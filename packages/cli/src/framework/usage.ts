import type { ArgDef, CommandDef, CommandMeta } from "citty";
import { resolveValue } from "./resolve-value.ts";

const MAX_COLUMNS = 80;
/** Descriptions of longer names start on the next line. */
const MAX_NAME_COLUMNS = 24;

/** Returns what `--help` prints, within 80 columns. Examples are not wrapped, so that one can copy them. */
export async function renderUsage(command: CommandDef, examples: readonly string[]): Promise<string> {
  const { name = "", description = "" }: CommandMeta = await resolveValue(command.meta ?? {});
  const args = Object.entries(await resolveValue(command.args ?? {}));
  const positional = args.filter(([, { type }]) => type === "positional");
  // Flags without a description are hidden: they are parsed only to give a helpful error.
  const options = args.filter(([, { type, description }]) => type !== "positional" && description !== undefined);
  const subCommands = Object.entries(await resolveValue(command.subCommands ?? {}));
  const commands = await Promise.all(
    subCommands.map(async ([subName, subCommand]): Promise<Row> => {
      const meta = await resolveValue((await resolveValue(subCommand)).meta ?? {});
      return [subName, meta.description ?? ""];
    }),
  );
  const toPlaceholder = ([argName, { required }]: [string, ArgDef]) =>
    required === false ? `[${upper(argName)}]` : `<${upper(argName)}>`;
  const synopsis = [
    name,
    ...(options.length > 0 ? ["[OPTIONS]"] : []),
    ...positional.map(toPlaceholder),
    ...(commands.length > 0 ? ["<COMMAND>"] : []),
  ];
  return [
    ...wrap(description, MAX_COLUMNS),
    "",
    `USAGE ${synopsis.join(" ")}`,
    ...section(
      "ARGUMENTS",
      positional.map(([argName, { description }]): Row => [upper(argName), description ?? ""]),
    ),
    ...section("OPTIONS", options.map(toOptionRow)),
    ...section("COMMANDS", commands),
    ...(commands.length > 0 ? ["", `Run \`${name} <command> --help\` for details.`] : []),
    ...(examples.length > 0 ? ["", "EXAMPLES", "", ...examples.map((line) => `  ${line}`)] : []),
    "",
  ].join("\n");
}

type Row = [name: string, description: string];

/** Returns a row such as `--timeout=<seconds>` and `Seconds to wait (default 60)`. */
function toOptionRow([name, arg]: [string, ArgDef]): Row {
  const value = arg.type === "boolean" ? "" : `=<${("valueHint" in arg && arg.valueHint) || name}>`;
  const { description = "", default: defaultValue } = arg;
  const hasNoDefault = defaultValue === undefined || defaultValue === false;
  const isDefaultDescribed = description.includes("default");
  const text = hasNoDefault || isDefaultDescribed ? description : `${description} (default ${defaultValue})`;
  return [`--${name}${value}`, text];
}

/** Returns the lines of a section in two columns, or none if there are no rows. */
function section(title: string, rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const nameWidth = Math.min(MAX_NAME_COLUMNS, Math.max(...rows.map(([name]) => name.length)));
  // Two blanks before and two after the name.
  const indent = " ".repeat(nameWidth + 4);
  const lines = rows.flatMap(([name, description]) => {
    const [first = "", ...others] = wrap(description, MAX_COLUMNS - indent.length);
    const otherLines = others.map((line) => indent + line);
    if (name.length > nameWidth) return [`  ${name}`, `${indent}${first}`, ...otherLines];
    return [`  ${name.padEnd(nameWidth)}  ${first}`.trimEnd(), ...otherLines];
  });
  return ["", title, "", ...lines];
}

/** Wraps text at `width` columns; a longer word gets its own line. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const upper = (word: string) => word.toUpperCase();
