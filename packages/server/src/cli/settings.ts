import { readFileSync } from "node:fs";
import { type CommandParts, createCommand, Option, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import * as v from "valibot";
import { limitSettings } from "../options/limit-settings.ts";
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
export const secretOptions: readonly OptionName[] = ["secret", "clusterSecret"];

/** Converts `smtpPort` or `smtp-port` to `FRONTDESK_SMTP_PORT`. */
export const toVariable = (name: string) => `FRONTDESK_${toFlag(name).replaceAll("-", "_").toUpperCase()}`;

/** Environment variables of the server. */
const serverVariables = [...optionNames, "storage", "json", "bootstrapKey"].map(toVariable);

/** Creates a command that opens the storage, with its flags. */
export function createStorageCommand(terminal: Terminal, parts: CommandParts) {
  return createCommand(terminal, parts)
    .option(
      "--storage <url>",
      describeSetting("storage", `Storage: ${storageForms} (memory: is lost at exit)`, defaultStorage),
    )
    .option("--json", describeSetting("json", "Print JSON, for programs"));
}

/**
 * Creates a command with the flags of the server's settings (contract section 10), which are generated from their schema. A setting
 * that is on by default is a switch, turned off by `--no-<flag>`; `--help` lists only its plain name. Any other takes a value.
 */
export function createServerCommand(terminal: Terminal, parts: CommandParts) {
  const command = createStorageCommand(terminal, parts);
  for (const name of optionNames) {
    const schema = optionsSchema.entries[name];
    const defaultValue = v.getDefault(schema);
    const description = describeSetting(name, v.getDescription(schema) ?? "", String(defaultValue ?? ""));
    const flag = toFlag(name);
    const isSwitch = defaultValue === true;
    const placeholder = typeof defaultValue === "number" ? "n" : "value";
    const usage = isSwitch ? `--${flag}` : `--${flag} <${placeholder}>`;
    // A secret's flag is known only so that its use is rejected with a reason.
    const isHidden = secretOptions.includes(name);
    command.addOption(new Option(usage, description).helpGroup(toHelpGroup(name)).hideHelp(isHidden));
    if (isSwitch) command.addOption(new Option(`--no-${flag}`).hideHelp());
  }
  return command;
}

/** Returns the heading in `--help` under which a setting is listed. */
function toHelpGroup(name: string): string {
  if (Object.hasOwn(limitSettings, name)) return "Limits:";
  return name.startsWith("smtp") || name === "catchAll" ? "SMTP:" : "Options:";
}

/** Returns the text for `--help`: the description, then the variable and the default, shortened to 40 characters. */
function describeSetting(name: string, description: string, defaultText = ""): string {
  const shown = defaultText.length > 40 ? `${defaultText.slice(0, 40)}…` : defaultText;
  const defaultNote = shown === "" ? "" : `, default ${shown}`;
  return `${description} [${toVariable(name)}${defaultNote}]`;
}

/** Options for `createServer`, and how to print results. */
export interface Settings {
  options: CreateServerOptions & { storage: string };
  json: boolean;
  /** Warnings about variables that look like settings but are unknown. */
  warnings: string[];
}

/**
 * Reads each setting from its flag, else from its environment variable. Settings without either keep their defaults.
 *
 * @throws OptionsError that names each invalid setting, by its flag if that was given, else by its variable
 */
export function readSettings(flags: Record<string, unknown>, env: Env): Settings {
  rejectSecretFlags(flags);
  const read = (name: string) => flags[name] ?? readVariable(toVariable(name), env);
  const values = optionNames.map((name) => [name, read(name)] as const).filter(([, value]) => value !== undefined);
  // The first agent key has only a variable: process lists would show a flag.
  const bootstrapKey = readVariable("FRONTDESK_BOOTSTRAP_KEY", env);
  return {
    options: {
      ...parseWithVariableNames(Object.fromEntries(values), flags),
      // `parseOptions` does not read it: for an embedding program it may be an object.
      storage: String(read("storage") ?? defaultStorage),
      ...(bootstrapKey === undefined ? {} : { bootstrapKey }),
    },
    json: parseJsonSetting(read("json")),
    warnings: toUnknownVariableWarnings(env, serverVariables),
  };
}

/** Reads the settings like `readSettings`, and prints the warnings. */
export function loadSettings(flags: Record<string, unknown>, { env, err }: Pick<Terminal, "env" | "err">): Settings {
  const settings = readSettings(flags, env);
  for (const warning of settings.warnings) err(warning);
  return settings;
}

/**
 * Returns the value of a variable, or the first line of the file that `<variable>_FILE` names. Returns `undefined` if both are
 * missing or empty.
 */
function readVariable(variable: string, env: Env): string | undefined {
  const value = env[variable] || undefined;
  const file = env[`${variable}_FILE`];
  if (value !== undefined || !file) return value;
  try {
    return readFileSync(file, "utf8").split(/\r?\n/, 1)[0] || undefined;
  } catch {
    throw new OptionsError(`${variable}_FILE: ${file} cannot be read`);
  }
}

/** Rejects secrets on the command line, where every user of the machine can read them. @throws OptionsError */
function rejectSecretFlags(flags: Record<string, unknown>): void {
  const hint = (name: string) => `Give it in ${toVariable(name)}, or in a file that ${toVariable(name)}_FILE names.`;
  for (const name of secretOptions)
    if (flags[name] !== undefined && flags[name] !== "")
      throw new OptionsError(`--${toFlag(name)} would show in process lists. ${hint(name)}`);
  // The password of `redis://user:password@host`.
  if (/^rediss?:\/\/[^/?#]*:[^/?#@]+@/.test(String(flags.storage ?? "")))
    throw new OptionsError(`--storage holds a password, which would show in process lists. ${hint("storage")}`);
}

/** Parses options. Error messages name the variable instead of the flag for values from the environment. */
function parseWithVariableNames(values: Record<string, unknown>, flags: Record<string, unknown>) {
  try {
    return parseOptions(values);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    const isFlagGiven = (flag: string) => Object.keys(flags).some((name) => toFlag(name) === flag);
    // Each line of the message begins with a flag, such as `--smtp-port must be …`.
    const message = error.message.replace(/^--([a-z-]+)/gm, (text, flag: string) =>
      isFlagGiven(flag) ? text : toVariable(flag),
    );
    throw new OptionsError(message);
  }
}

/** Parses `--json` or FRONTDESK_JSON; `undefined` is false. @throws UsageError */
function parseJsonSetting(value: unknown): boolean {
  const text = String(value ?? false);
  if (["0", "false"].includes(text)) return false;
  if (["1", "true"].includes(text)) return true;
  // The flag takes no value, so only the variable can be malformed.
  throw new UsageError("FRONTDESK_JSON must be 1 or 0");
}
