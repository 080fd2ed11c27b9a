import { didYouMean } from "@frontdesk/basics";
import { toFlag } from "./option-kinds.ts";
import { OptionsError, optionsSchema } from "./options.ts";

/** What `createServer` takes beside the settings. */
const parts = ["storage", "bootstrapKey", "smtp", "log", "clock", "onMessage", "onRejected"];
const known = [...Object.keys(optionsSchema.entries), ...parts];

/** A misspelt option must not be taken for a default, whoever checks the caller's types. @throws OptionsError naming it */
export function refuseUnknown(options: object): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new OptionsError(unknown.map((name) => `There is no option ${name}.${didYouMean(name, known)}`).join("\n"));
}

const names = new Map<string, string>(known.map((name) => [`--${toFlag(name)}`, name]));
names.set("FRONTDESK_BOOTSTRAP_KEY", "bootstrapKey");
names.set("FRONTDESK_CLUSTER_SECRET", "clusterSecret");

/** The error with options named where it names flags and variables, which an embedding program does not have. */
export function namingOptions(error: unknown): unknown {
  if (!(error instanceof OptionsError)) return error;
  return new OptionsError(error.message.replace(/--[a-z][a-z-]*|FRONTDESK_\w+/g, (name) => names.get(name) ?? name));
}
