import { isIPv4, isIPv6 } from "node:net";
import * as v from "valibot";

// Schemas of the settings' values. Each error message names the flag.

/** A text that is not empty. */
export const text = (flag: string) => v.pipe(v.string(), v.nonEmpty(`--${flag} must not be empty`));
/** Returns the schema of a setting that is a whole number in a range. Also takes its digits, as a flag or variable has them. */
export function wholeNumber(flag: string, min: number, max: number) {
  return v.pipe(
    v.union(
      // At most 15 digits, which a number holds exactly.
      [v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
      `--${flag} must be a whole number`,
    ),
    v.integer(`--${flag} must be a whole number`),
    v.minValue(min, `--${flag} must be at least ${min}`),
    v.maxValue(max, `--${flag} must be at most ${max}`),
  );
}
/** A port number; 0 stands for any free port. */
export const port = (flag: string) => wholeNumber(flag, 0, 65_535);
/** Returns the schema of a setting that is a domain name: labels of 1 to 63 characters (RFC 1035). Converts it to lower case. */
export function domain(flag: string) {
  return v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      `--${flag} must be a domain name, such as mail.example.com`,
    ),
  );
}
/**
 * Returns the schema of a setting with its default and its description in `--help`. Both are in the type too, because
 * `scripts/plain-options.mjs` generates the published types from it.
 */
export function setting<
  const Schema extends v.GenericSchema,
  const Fallback extends v.Default<Schema, undefined>,
  const Meaning extends string,
>(schema: Schema, fallback: Fallback, meaning: Meaning) {
  return v.pipe(v.optional(schema, fallback), v.description(meaning));
}
/** Returns the schema of a setting whose value is one of these words, with its default and its description in `--help`. */
export function oneOf<
  const Words extends readonly [string, ...string[]],
  const Fallback extends Words[number],
  const Meaning extends string,
>(flag: string, words: Words, fallback: Fallback, meaning: Meaning) {
  const message: string = `--${flag} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return setting(v.picklist(words, message), fallback, meaning);
}
/** Returns the schema of a setting that is a list. Also takes a comma-separated text, whose empty entries are left out. */
export function list(flag: string) {
  return v.union(
    [
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((value) =>
          value
            .split(",")
            .map((entry) => entry.trim())
            .filter(Boolean),
        ),
      ),
    ],
    `--${flag} must be a comma-separated list`,
  );
}

/** Returns the schema of a setting that is a boolean. Also takes `true`, `false`, `1` or `0`; an empty text is false. */
export function trueOrFalse(flag: string) {
  return v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(["true", "false", "1", "0", ""]),
        v.transform((value) => value === "true" || value === "1"),
      ),
    ],
    `--${flag} must be true or false`,
  );
}

/** Returns whether the entry is an IP address or a CIDR block, such as 10.0.0.0/8. */
export function isIpOrCidr(entry: string): boolean {
  const [ip = "", prefixLength, ...furtherSlashes] = entry.split("/");
  if (furtherSlashes.length > 0 || (!isIPv4(ip) && !isIPv6(ip))) return false;
  if (prefixLength === undefined) return true;
  const maxPrefixLength = isIPv4(ip) ? 32 : 128;
  return /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength;
}
/** Returns the schema of a setting that is an http URL without a path, such as `http://10.0.0.5:8787`, or empty. */
export function httpOriginOrEmpty(flag: string) {
  return v.pipe(
    v.string(),
    v.check(
      (value) => value === "" || (/^http:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value)),
      `--${flag} must be an http address without a path, such as http://10.0.0.5:8787`,
    ),
  );
}

/** Converts `smtpPort` to `smtp-port`. */
export const toFlag = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the message of an invalid setting, with its flag. Valibot's own messages, about a value's type, do not name it. */
export function toOptionMessage({
  message,
  path,
}: {
  message: string;
  path?: { key?: unknown }[] | undefined;
}): string {
  // The secrets, which have no usable flag, are named by their variables.
  return /^(?:--|FRONTDESK_)/.test(message) ? message : `--${toFlag(String(path?.[0]?.key))}: ${message}`;
}
