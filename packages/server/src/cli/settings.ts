import { readFileSync } from "node:fs";
import { type Terminal, UsageError } from "@frontdesk/cli/framework";
import type { ArgsDef } from "citty";
import * as v from "valibot";
import { toFlag } from "../options/option-kinds.ts";
import { type CreateServerOptions, optionsSchema, parseOptions } from "../options/options.ts";
import { OptionsError } from "../problem.ts";
import { defaultStorage, storageForms } from "../storage/backends.ts";
import { toUnknownVariableWarnings } from "./unknown-variables.ts";

type Env = Record<string, string | undefined>;
type OptionName = keyof typeof optionsSchema.entries;

// Object.keys forgets what the keys are.
const optionNames = Object.keys(optionsSchema.entries) as OptionName[];

/** Settings that a flag would show in process lists: only variables give them. */
const secrets: readonly OptionName[] = ["clusterSecret"];

const toVariable = (name: string) => `FRONTDESK_${toFlag(name).replaceAll("-", "_").toUpperCase()}`;

/** Every variable of the server; the first agent key has no flag. */
const variables = [...optionNames, "storage", "json", "bootstrapKey"].map(toVariable);

/** Flags that every command has. */
export const commonFlags = {
  storage: {
    type: "string",
    valueHint: "url",
    description: describeSetting(
      "storage",
      `Where everything is kept: ${storageForms} (memory: keeps nothing)`,
      defaultStorage,
    ),
  },
  json: { type: "boolean", description: describeSetting("json", "Answer in JSON, for programs") },
} as const satisfies ArgsDef;

/** Every setting of the server as a flag (contract section 10), taken from the schema that checks it. */
export const settingFlags: ArgsDef = Object.fromEntries(
  optionNames.map((name) => {
    // Without a description --help leaves it out. It is known only so that its use is refused with the reason.
    if (secrets.includes(name)) return [toFlag(name), { type: "string", valueHint: "value" }];
    const schema = optionsSchema.entries[name];
    const fallback = String(v.getDefault(schema) ?? "");
    const description = describeSetting(name, v.getDescription(schema) ?? "", fallback);
    // What is on unless it is switched off is switched off by `--no-…`.
    if (v.getDefault(schema) === true) return [toFlag(name), { type: "boolean", description }];
    return [toFlag(name), { type: "string", valueHint: "value", description }];
  }),
);

function describeSetting(name: string, description: string, fallback = ""): string {
  const shown = fallback.length > 40 ? `${fallback.slice(0, 40)}…` : fallback;
  return `${description} [${toVariable(name)}${shown && `, default ${shown}`}]`;
}

/** What `createServer` is to be given, and how to answer. */
export interface Settings {
  options: CreateServerOptions & { storage: string };
  json: boolean;
  /** Variables that look like settings and are none. */
  warnings: string[];
}

/**
 * Takes each setting from its flag, else from its environment variable, else leaves it to its default.
 *
 * @throws OptionsError whose lines name the flag or the variable that is wrong.
 */
export function readSettings(args: Record<string, unknown>, env: Env): Settings {
  rejectSecretFlags(args);
  const given = (name: string) => args[toFlag(name)] ?? readVariable(toVariable(name), env);
  const values = optionNames.map((name) => [name, given(name)] as const).filter(([, value]) => value !== undefined);
  const bootstrapKey = readVariable("FRONTDESK_BOOTSTRAP_KEY", env);
  return {
    options: {
      ...parseWithVariableNames(Object.fromEntries(values), args),
      storage: String(given("storage") ?? defaultStorage),
      ...(bootstrapKey === undefined ? {} : { bootstrapKey }),
    },
    json: toBoolean(given("json")),
    warnings: toUnknownVariableWarnings(env, variables),
  };
}

/** The same for a command that prints to a terminal: there the warnings go at once. */
export function loadSettings(args: Record<string, unknown>, { env, err }: Pick<Terminal, "env" | "err">): Settings {
  const settings = readSettings(args, env);
  for (const warning of settings.warnings) err(warning);
  return settings;
}

/** A variable, or the first line of the file that `<variable>_FILE` names. */
function readVariable(variable: string, env: Env): string | undefined {
  const file = env[`${variable}_FILE`];
  if (env[variable] || !file) return env[variable] || undefined;
  try {
    return readFileSync(file, "utf8").split(/\r?\n/, 1)[0] || undefined;
  } catch {
    throw new OptionsError(`${variable}_FILE: ${file} cannot be read`);
  }
}

/** @throws OptionsError for a secret on the command line, where every user of the machine can read it. */
function rejectSecretFlags(args: Record<string, unknown>): void {
  const hint = (name: string) => `Give it in ${toVariable(name)}, or in a file that ${toVariable(name)}_FILE names.`;
  for (const name of secrets)
    if (args[toFlag(name)] !== undefined && args[toFlag(name)] !== "")
      throw new OptionsError(`--${toFlag(name)} would show in process lists. ${hint(name)}`);
  if (/^rediss?:\/\/[^/?#]*:[^/?#@]+@/.test(String(args.storage ?? "")))
    throw new OptionsError(`--storage holds a password, which would show in process lists. ${hint("storage")}`);
}

/** Messages name flags; a value that came from the environment is named by its variable. */
function parseWithVariableNames(values: Record<string, unknown>, args: Record<string, unknown>) {
  try {
    return parseOptions(values);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    const named = error.message.replace(/^--([a-z-]+)/gm, (flag, name: string) =>
      args[name] === undefined ? `FRONTDESK_${name.replaceAll("-", "_").toUpperCase()}` : flag,
    );
    throw new OptionsError(named);
  }
}

function toBoolean(value: unknown): boolean {
  if (value === undefined || value === false || value === "0" || value === "false") return false;
  if (value === true || value === "1" || value === "true") return true;
  throw new UsageError("FRONTDESK_JSON must be 1 or 0");
}
