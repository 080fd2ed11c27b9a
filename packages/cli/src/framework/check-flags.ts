import { parseArgs } from "node:util";
import { didYouMean } from "@frontdesk/basics";
import type { ArgsDef } from "citty";
import { UsageError } from "./errors.ts";

/**
 * Rejects unknown flags and surplus arguments, which citty ignores.
 *
 * @throws UsageError
 */
export function checkFlags(rawArgs: string[], args: ArgsDef): void {
  const flags = new Map(Object.entries(args).filter(([, { type }]) => type !== "positional"));
  const options = Object.fromEntries(
    [...flags].map(([name, { type }]) => [name, { type: type === "boolean" ? "boolean" : "string" } as const]),
  );
  const { tokens } = parseArgs({ args: rawArgs, options, strict: false, allowPositionals: true, tokens: true });
  const maxPositionals = Object.keys(args).length - flags.size;
  const surplus = tokens.filter(({ kind }) => kind === "positional")[maxPositionals];
  const isBoolean = (flag: string) => flags.get(flag)?.type === "boolean";

  for (const token of tokens) {
    if (token.kind === "positional" && token === surplus)
      throw new UsageError(`${JSON.stringify(token.value)} is one argument too many.`);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    // `--no-json` for `--json`.
    const isNegation = rawName.startsWith("--no-") && isBoolean(name.slice("no-".length)) && value === undefined;
    if (isNegation) continue;
    if (!flags.has(name) || !rawName.startsWith("--"))
      throw new UsageError(`Unknown flag ${rawName}.${didYouMean(name, [...flags.keys()], "--")}`);
    if (isBoolean(name)) {
      if (value !== undefined && value !== "true" && value !== "false")
        throw new UsageError(`${rawName} takes no value.`);
      continue;
    }
    // In `--url --json` the value is missing; `--url=--json` is one.
    const isNextFlag = value !== undefined && !inlineValue && value.startsWith("--");
    if (value === undefined || isNextFlag) throw new UsageError(`${rawName} needs a value.`);
  }
}
