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
  // A flag without a description is only accepted to explain why it does not work.
  const options = args.filter(([, { type, description }]) => type !== "positional" && description !== undefined);
  const commands = await Promise.all(
    Object.entries(await resolveValue(command.subCommands ?? {})).map(async ([word, sub]): Promise<Row> => {
      const meta = await resolveValue((await resolveValue(sub)).meta ?? {});
      return [word, meta.description ?? ""];
    }),
  );
  const synopsis = [
    name,
    ...(options.length > 0 ? ["[OPTIONS]"] : []),
    ...positional.map(([word, { required }]) => (required === false ? `[${upper(word)}]` : `<${upper(word)}>`)),
    ...(commands.length > 0 ? ["<COMMAND>"] : []),
  ];
  return [
    ...wrap(description, MAX_COLUMNS),
    "",
    `USAGE ${synopsis.join(" ")}`,
    ...section(
      "ARGUMENTS",
      positional.map(([word, arg]): Row => [upper(word), arg.description ?? ""]),
    ),
    ...section("OPTIONS", options.map(toOptionRow)),
    ...section("COMMANDS", commands),
    ...(commands.length > 0 ? ["", `Run \`${name} <command> --help\` for details.`] : []),
    ...(examples.length > 0 ? ["", "EXAMPLES", "", ...examples.map((line) => `  ${line}`)] : []),
    "",
  ].join("\n");
}

type Row = [name: string, description: string];

function toOptionRow([name, arg]: [string, ArgDef]): Row {
  const value = arg.type === "boolean" ? "" : `=<${("valueHint" in arg && arg.valueHint) || name}>`;
  const { description = "" } = arg;
  const defaultValue = arg.default;
  const showsDefault = defaultValue === undefined || defaultValue === false || description.includes("default");
  return [`--${name}${value}`, showsDefault ? description : `${description} (default ${defaultValue})`];
}

function section(title: string, rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(MAX_NAME_COLUMNS, Math.max(...rows.map(([name]) => name.length)));
  const lines = rows.flatMap(([name, description]) => {
    const [first = "", ...rest] = wrap(description, MAX_COLUMNS - width - 4);
    const indent = " ".repeat(width + 4);
    if (name.length > width) return [`  ${name}`, `${indent}${first}`, ...rest.map((line) => indent + line)];
    return [`  ${name.padEnd(width)}  ${first}`.trimEnd(), ...rest.map((line) => indent + line)];
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
