import { isIPv4, isIPv6 } from "node:net";
import * as v from "valibot";

// Schemas of the settings' values. Each error message names the flag.

/** A text that is not empty. */
export const text = (flag: string) => v.pipe(v.string(), v.nonEmpty(`--${flag} must not be empty`));
/** A whole number in a range, or its digits. */
export const wholeNumber = (flag: string, min: number, max: number) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
      `--${flag} must be a whole number`,
    ),
    v.integer(`--${flag} must be a whole number`),
    v.minValue(min, `--${flag} must be at least ${min}`),
    v.maxValue(max, `--${flag} must be at most ${max}`),
  );
/** A port number; 0 stands for any free port. */
export const port = (flag: string) => wholeNumber(flag, 0, 65_535);
/** A domain name, converted to lower case. */
export const domain = (flag: string) =>
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      `--${flag} must be a domain name, such as mail.example.com`,
    ),
  );
/** A setting with its default and its description in `--help`. */
// Both are in the type, because `scripts/plain-options.mjs` generates the published types from it.
export const setting = <
  const Schema extends v.GenericSchema,
  const Fallback extends v.Default<Schema, undefined>,
  const Meaning extends string,
>(
  schema: Schema,
  fallback: Fallback,
  meaning: Meaning,
) => v.pipe(v.optional(schema, fallback), v.description(meaning));
/** One of several words. */
export const oneOf = <
  const Words extends readonly [string, ...string[]],
  const Fallback extends Words[number],
  const Meaning extends string,
>(
  flag: string,
  words: Words,
  fallback: Fallback,
  meaning: Meaning,
) => {
  const message: string = `--${flag} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return setting(v.picklist(words, message), fallback, meaning);
};
/** A list, or a comma-separated text whose empty parts are left out. */
export const list = (flag: string) =>
  v.union(
    [
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((value) =>
          value
            .split(",")
            .map((part) => part.trim())
            .filter(Boolean),
        ),
      ),
    ],
    `--${flag} must be a comma-separated list`,
  );

/** A boolean, or its text: `true`, `false`, `1` or `0`. An empty text is false. */
export const trueOrFalse = (flag: string) =>
  v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(["true", "false", "1", "0", ""]),
        v.transform((value) => value === "true" || value === "1"),
      ),
    ],
    `--${flag} must be true or false`,
  );

/** Returns whether the entry is an IP address or a CIDR block, such as 10.0.0.0/8. */
export const isIpOrCidr = (entry: string) => {
  const [ip = "", prefixLength, ...rest] = entry.split("/");
  if (rest.length > 0 || (!isIPv4(ip) && !isIPv6(ip))) return false;
  if (prefixLength === undefined) return true;
  return /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= (isIPv4(ip) ? 32 : 128);
};
/** An http URL without a path, or an empty text. */
export const httpOriginOrEmpty = (flag: string) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => value === "" || (/^http:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value)),
      `--${flag} must be an http address without a path, such as http://10.0.0.5:8787`,
    ),
  );

/** Converts `smtpPort` to `smtp-port`. */
export const toFlag = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the message with its flag. Valibot's own messages, about a value's type, do not name it. */
export function toOptionMessage({
  message,
  path,
}: {
  message: string;
  path?: { key?: unknown }[] | undefined;
}): string {
  return /^(?:--|FRONTDESK_)/.test(message) ? message : `--${toFlag(String(path?.[0]?.key))}: ${message}`;
}
