import type { ArgDef, CommandDef, CommandMeta } from "citty";
import { resolve } from "./resolve.ts";

const WIDTH = 80;
/** Names longer than this have their words in the next line. */
const NAME_WIDTH = 24;

/** What `--help` prints, within eighty columns; examples are to be copied and stay whole. */
export async function renderUsage(made: CommandDef, examples: readonly string[]): Promise<string> {
  const { name = "", description = "" }: CommandMeta = await resolve(made.meta ?? {});
  const args = Object.entries(await resolve(made.args ?? {}));
  const positional = args.filter(([, { type }]) => type === "positional");
  // A flag that is only known so that its use can be refused has no description.
  const options = args.filter(([, { type, description }]) => type !== "positional" && description !== undefined);
  const commands = await Promise.all(
    Object.entries(await resolve(made.subCommands ?? {})).map(async ([word, sub]): Promise<Row> => {
      const meta = await resolve((await resolve(sub)).meta ?? {});
      return [word, meta.description ?? ""];
    }),
  );
  const words = [
    name,
    ...(options.length > 0 ? ["[OPTIONS]"] : []),
    ...positional.map(([word, { required }]) => (required === false ? `[${upper(word)}]` : `<${upper(word)}>`)),
    ...(commands.length > 0 ? ["<COMMAND>"] : []),
  ];
  return [
    ...wrap(description, WIDTH),
    "",
    `USAGE ${words.join(" ")}`,
    ...section(
      "ARGUMENTS",
      positional.map(([word, arg]): Row => [upper(word), arg.description ?? ""]),
    ),
    ...section("OPTIONS", options.map(toOptionRow)),
    ...section("COMMANDS", commands),
    ...(commands.length > 0 ? ["", `\`${name} <command> --help\` tells more of each.`] : []),
    ...(examples.length > 0 ? ["", "EXAMPLES", "", ...examples.map((line) => `  ${line}`)] : []),
    "",
  ].join("\n");
}

type Row = [name: string, words: string];

function toOptionRow([name, arg]: [string, ArgDef]): Row {
  const value = arg.type === "boolean" ? "" : `=<${("valueHint" in arg && arg.valueHint) || name}>`;
  const { description = "" } = arg;
  const fallback = arg.default;
  const said = fallback === undefined || fallback === false || description.includes("default");
  return [`--${name}${value}`, said ? description : `${description} (default ${fallback})`];
}

function section(title: string, rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(NAME_WIDTH, Math.max(...rows.map(([name]) => name.length)));
  const lines = rows.flatMap(([name, words]) => {
    const [first = "", ...rest] = wrap(words, WIDTH - width - 4);
    const indent = " ".repeat(width + 4);
    if (name.length > width) return [`  ${name}`, `${indent}${first}`, ...rest.map((line) => indent + line)];
    return [`  ${name.padEnd(width)}  ${first}`.trimEnd(), ...rest.map((line) => indent + line)];
  });
  return ["", title, "", ...lines];
}

/** Lines of at most so many columns; a longer word has a line of its own. */
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
