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
  let positionalsLeft = Object.keys(args).length - flags.size;

  for (const token of tokens) {
    if (token.kind === "positional" && positionalsLeft-- <= 0)
      throw new UsageError(`${JSON.stringify(token.value)} is one argument too many.`);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const isBoolean = (flag: string) => flags.get(flag)?.type === "boolean";
    if (rawName.startsWith("--no-") && isBoolean(name.slice(3)) && value === undefined) continue;
    if (!flags.has(name) || !rawName.startsWith("--"))
      throw new UsageError(`Unknown flag ${rawName}.${didYouMean(name, [...flags.keys()], "--")}`);
    if (isBoolean(name)) {
      if (value !== undefined && value !== "true" && value !== "false")
        throw new UsageError(`${rawName} takes no value.`);
    } else if (value === undefined || (!token.inlineValue && value.startsWith("--"))) {
      throw new UsageError(`${rawName} needs a value.`);
    }
  }
}
