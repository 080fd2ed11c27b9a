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

// The cast is true: Object.keys loses the keys' types.
const optionNames = Object.keys(optionsSchema.entries) as OptionName[];

/** Settings without a flag, because process lists would show it. They are set by variables. */
const secretOptions: readonly OptionName[] = ["clusterSecret"];

/** Converts `smtpPort` or `smtp-port` to `FRONTDESK_SMTP_PORT`. */
const toVariable = (name: string) => `FRONTDESK_${toFlag(name).replaceAll("-", "_").toUpperCase()}`;

/** Environment variables of the server. */
const variables = [...optionNames, "storage", "json", "bootstrapKey"].map(toVariable);

/** Flags of every command. */
export const commonFlags = {
  storage: {
    type: "string",
    valueHint: "url",
    description: describeSetting("storage", `Storage: ${storageForms} (memory: is lost at exit)`, defaultStorage),
  },
  json: { type: "boolean", description: describeSetting("json", "Print JSON, for programs") },
} as const satisfies ArgsDef;

/** Flags of the server's settings (contract section 10), generated from their schema. */
export const settingFlags: ArgsDef = Object.fromEntries(
  optionNames.map((name) => {
    // Hidden from --help by the missing description. Known only so that its use is rejected with a reason.
    if (secretOptions.includes(name)) return [toFlag(name), { type: "string", valueHint: "value" }];
    const schema = optionsSchema.entries[name];
    const defaultText = String(v.getDefault(schema) ?? "");
    const description = describeSetting(name, v.getDescription(schema) ?? "", defaultText);
    // A setting that is on by default is switched off by `--no-…`.
    if (v.getDefault(schema) === true) return [toFlag(name), { type: "boolean", description }];
    return [toFlag(name), { type: "string", valueHint: "value", description }];
  }),
);

/** Returns the text for `--help`: the description, then the variable and the default, shortened to 40 characters. */
function describeSetting(name: string, description: string, defaultText = ""): string {
  const shown = defaultText.length > 40 ? `${defaultText.slice(0, 40)}…` : defaultText;
  return `${description} [${toVariable(name)}${shown === "" ? "" : `, default ${shown}`}]`;
}

/** Options for `createServer`, and how to print results. */
export interface Settings {
  options: CreateServerOptions & { storage: string };
  json: boolean;
  /** Warnings about variables that look like settings but are unknown. */
  warnings: string[];
}

/**
 * Reads each setting from its flag, else from its environment variable. The others keep their defaults.
 *
 * @throws OptionsError that names each invalid flag or variable
 */
export function readSettings(args: Record<string, unknown>, env: Env): Settings {
  rejectSecretFlags(args);
  const read = (name: string) => args[toFlag(name)] ?? readVariable(toVariable(name), env);
  const values = optionNames.map((name) => [name, read(name)] as const).filter(([, value]) => value !== undefined);
  const bootstrapKey = readVariable("FRONTDESK_BOOTSTRAP_KEY", env);
  return {
    options: {
      ...parseWithVariableNames(Object.fromEntries(values), args),
      storage: String(read("storage") ?? defaultStorage),
      ...(bootstrapKey === undefined ? {} : { bootstrapKey }),
    },
    json: toBoolean(read("json")),
    warnings: toUnknownVariableWarnings(env, variables),
  };
}

/** Reads the settings like `readSettings`, and prints the warnings. */
export function loadSettings(args: Record<string, unknown>, { env, err }: Pick<Terminal, "env" | "err">): Settings {
  const settings = readSettings(args, env);
  for (const warning of settings.warnings) err(warning);
  return settings;
}

/**
 * Returns the value of a variable, or the first line of the file that `<variable>_FILE` names. Returns `undefined` if both are
 * missing or empty.
 */
function readVariable(variable: string, env: Env): string | undefined {
  const file = env[`${variable}_FILE`];
  if (env[variable] || !file) return env[variable] || undefined;
  try {
    return readFileSync(file, "utf8").split(/\r?\n/, 1)[0] || undefined;
  } catch {
    throw new OptionsError(`${variable}_FILE: ${file} cannot be read`);
  }
}

/** Rejects secrets on the command line, where every user of the machine can read them. @throws OptionsError */
function rejectSecretFlags(args: Record<string, unknown>): void {
  const hint = (name: string) => `Give it in ${toVariable(name)}, or in a file that ${toVariable(name)}_FILE names.`;
  for (const name of secretOptions)
    if (args[toFlag(name)] !== undefined && args[toFlag(name)] !== "")
      throw new OptionsError(`--${toFlag(name)} would show in process lists. ${hint(name)}`);
  // The password of `redis://user:password@host`.
  if (/^rediss?:\/\/[^/?#]*:[^/?#@]+@/.test(String(args.storage ?? "")))
    throw new OptionsError(`--storage holds a password, which would show in process lists. ${hint("storage")}`);
}

/** Parses options. Error messages name the variable instead of the flag for values from the environment. */
function parseWithVariableNames(values: Record<string, unknown>, args: Record<string, unknown>) {
  try {
    return parseOptions(values);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    const message = error.message.replace(/^--([a-z-]+)/gm, (flag, name: string) =>
      args[name] === undefined ? toVariable(name) : flag,
    );
    throw new OptionsError(message);
  }
}

/** Parses the flag or variable for JSON output; `undefined` is false. @throws UsageError */
function toBoolean(value: unknown): boolean {
  if (value === undefined || value === false || value === "0" || value === "false") return false;
  if (value === true || value === "1" || value === "true") return true;
  throw new UsageError("FRONTDESK_JSON must be 1 or 0");
}
