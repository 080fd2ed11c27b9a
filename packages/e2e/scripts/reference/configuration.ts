import * as v from "valibot";
import { secretOptions, toVariable } from "../../../server/src/cli/settings.ts";
import { limitSettings } from "../../../server/src/options/limit-settings.ts";
import { toFlag } from "../../../server/src/options/option-kinds.ts";
import { optionsSchema } from "../../../server/src/options/options.ts";
import { defaultStorage, storageForms } from "../../../server/src/storage/backends.ts";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

type OptionName = keyof typeof optionsSchema.entries;

/** The settings that people set first. */
const firstSettings: readonly OptionName[] = [
  "publicUrl",
  "mailDomain",
  "tunnelDomain",
  "port",
  "host",
  "smtpPort",
  "smtpHost",
  "smtpTlsCert",
  "smtpTlsKey",
  "trustedProxies",
];

/** Units by the words with which a description names them. */
const units: readonly [words: RegExp, unit: string][] = [
  [/milliseconds/i, "ms"],
  [/\bbytes\b/i, "bytes"],
  [/\bdays\b/i, "days"],
  [/\bminute\b/i, "per minute"],
];
const bytesPerMebibyte = 1024 ** 2;
const maxDefaultLength = 40;

const row = (name: OptionName): string[] => {
  const schema = optionsSchema.entries[name];
  const description = v.getDescription(schema) ?? "";
  const flag = secretOptions.includes(name) ? "" : toCode(`--${toFlag(name)}`);
  const isNumber = typeof v.getDefault(schema) === "number";
  const unit = isNumber ? (units.find(([words]) => words.test(description))?.[1] ?? "") : "";
  return [flag, toCode(toVariable(name)), toDefault(v.getDefault(schema)), unit, toProse(description)];
};

function toDefault(value: unknown): string {
  if (typeof value !== "number") {
    const text = String(value ?? "");
    return toCode(text.length > maxDefaultLength ? `${text.slice(0, maxDefaultLength)}…` : text);
  }
  const isMebibytes = value >= bytesPerMebibyte && value % bytesPerMebibyte === 0;
  return toCode(String(value)) + (isMebibytes ? ` (${value / bytesPerMebibyte} MiB)` : "");
}

/** Renders the page of the server's settings from their schemas. */
export function toConfigurationPage(): string {
  // The cast is true: Object.keys loses the keys' types.
  const names = Object.keys(optionsSchema.entries) as OptionName[];
  const isLimit = (name: string) => Object.hasOwn(limitSettings, name);
  const others = names.filter((name) => !firstSettings.includes(name) && !isLimit(name));
  const head = ["flag", "variable", "default", "unit", "meaning"];
  return `${banner}# Configuration

Each setting of the server is a flag of \`frontdesk serve\` and an environment variable. The flag has precedence.
With \`npm start\`, flags come after two dashes: \`npm start -- --port 9000\`.

- **From a file.** A variable with \`_FILE\` at its end names a file whose first line is the value: \`FRONTDESK_SECRET_FILE\`.
- **Secrets have no flag**, because process lists show flags. The same holds for a storage URL with a password.
- **Misspelt variables** are a warning at the start that names the nearest one.
- **Check it** with \`frontdesk doctor\` and the same settings.

## Set first

${toTable(head, [...firstSettings.map(row), storageRow()])}

## Others

${toTable(head, [...others.map(row), ...specialRows()])}

## Limits

The defaults do not affect normal use, including an office behind one IP address and a CI with a hundred pending waits.

${toTable(head, names.filter(isLimit).map(row))}

## Clients

The commands for users, the SDK and the MCP server read \`FRONTDESK_URL\` and \`FRONTDESK_KEY\`. Their flags: [CLI](cli.md).
`;
}

/** Returns the row of the storage, whose setting is no option of the schemas. */
function storageRow(): string[] {
  const description = toProse(`Storage: ${storageForms}`);
  return [toCode("--storage"), toCode(toVariable("storage")), toCode(defaultStorage), "", description];
}

/** Returns the rows of settings that are read before the options are. */
function specialRows(): string[][] {
  const json = "Print one line of JSON when the server is ready";
  const bootstrapKey = "First agent key on empty storage; generated if not given";
  return [
    [toCode("--json"), toCode(toVariable("json")), toCode("false"), "", json],
    ["", toCode(toVariable("bootstrapKey")), "", "", bootstrapKey],
  ];
}
