import { didYouMean } from "@frontdesk/basics";
import { OptionsError } from "../problem.ts";
import { toFlag } from "./option-kinds.ts";
import { optionsSchema } from "./options.ts";

/** What `createServer` takes beside the settings. */
const otherOptions = ["storage", "bootstrapKey", "smtp", "log", "clock", "onMessage", "onRejected"];
const knownOptions = [...Object.keys(optionsSchema.entries), ...otherOptions];

/** A misspelt option must not be taken for a default, whoever checks the caller's types. @throws OptionsError naming it */
export function rejectUnknownOptions(options: object): void {
  const unknown = Object.keys(options).filter((name) => !knownOptions.includes(name));
  if (unknown.length > 0)
    throw new OptionsError(
      unknown.map((name) => `There is no option ${name}.${didYouMean(name, knownOptions)}`).join("\n"),
    );
}

const optionNames = new Map<string, string>(knownOptions.map((name) => [`--${toFlag(name)}`, name]));
optionNames.set("FRONTDESK_BOOTSTRAP_KEY", "bootstrapKey");
optionNames.set("FRONTDESK_CLUSTER_SECRET", "clusterSecret");

/** The error with options named where it names flags and variables, which an embedding program does not have. */
export function nameOptionsInError(error: unknown): unknown {
  if (!(error instanceof OptionsError)) return error;
  return new OptionsError(
    error.message.replace(/--[a-z][a-z-]*|FRONTDESK_\w+/g, (name) => optionNames.get(name) ?? name),
  );
}
