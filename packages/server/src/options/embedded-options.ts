import { didYouMean } from "@frontdesk/basics";
import { OptionsError } from "../problem.ts";
import { toFlag } from "./option-kinds.ts";
import { optionsSchema } from "./options.ts";

/** Options of `createServer` that are not settings. */
const otherOptions = ["storage", "bootstrapKey", "smtp", "log", "clock", "onMessage", "onRejected"];
const knownOptions = [...Object.keys(optionsSchema.entries), ...otherOptions];

/** Rejects unknown options, because a misspelt one would silently use the default. @throws OptionsError that names each */
export function rejectUnknownOptions(options: object): void {
  const unknown = Object.keys(options).filter((name) => !knownOptions.includes(name));
  if (unknown.length > 0)
    throw new OptionsError(
      unknown.map((name) => `There is no option ${name}.${didYouMean(name, knownOptions)}`).join("\n"),
    );
}

/** Option names by flag and variable, as error messages name them. */
const optionNames = new Map<string, string>(knownOptions.map((name) => [`--${toFlag(name)}`, name]));
optionNames.set("FRONTDESK_BOOTSTRAP_KEY", "bootstrapKey");
optionNames.set("FRONTDESK_SECRET", "secret");
optionNames.set("FRONTDESK_CLUSTER_SECRET", "clusterSecret");

/**
 * Replaces flags and variables in an OptionsError by option names, because embedding programs have no flags. Returns other
 * errors unchanged.
 */
export function nameOptionsInError(error: unknown): unknown {
  if (!(error instanceof OptionsError)) return error;
  return new OptionsError(
    error.message.replace(/--[a-z][a-z-]*|FRONTDESK_\w+/g, (name) => optionNames.get(name) ?? name),
  );
}
