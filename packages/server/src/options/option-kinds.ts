import { isIPv4, isIPv6 } from "node:net";
import * as v from "valibot";

// The kinds of values that settings have, each with the sentence that names its flag.

export const text = (flag: string) => v.pipe(v.string(), v.nonEmpty(`--${flag} must not be empty`));
export const wholeNumber = (flag: string, least: number, most: number) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
      `--${flag} must be a whole number`,
    ),
    v.integer(`--${flag} must be a whole number`),
    v.minValue(least, `--${flag} must be at least ${least}`),
    v.maxValue(most, `--${flag} must be at most ${most}`),
  );
export const port = (flag: string) => wholeNumber(flag, 0, 65_535);
export const domain = (flag: string) =>
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      `--${flag} must be a domain name, such as mail.example.com`,
    ),
  );
// The default and the meaning stand in the type, from which the tarball's plain list of settings is made.
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
  return v.pipe(v.optional(v.picklist(words, message), fallback), v.description(meaning));
};
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

export const trueOrFalse = (flag: string) =>
  v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(["true", "false", "1", "0", ""]),
        v.transform((given) => given === "true" || given === "1"),
      ),
    ],
    `--${flag} must be true or false`,
  );

export const isIpOrCidr = (entry: string) => {
  const [address = "", bits, ...more] = entry.split("/");
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  if (longest < 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
};
export const httpOriginOrEmpty = (flag: string) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => value === "" || (/^http:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value)),
      `--${flag} must be an http address without a path, such as http://10.0.0.5:8787`,
    ),
  );

/** `smtp-port` of `smtpPort`. */
export const toFlag = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What valibot says of a value's type does not say whose. */
export function toOptionMessage({
  message,
  path,
}: {
  message: string;
  path?: { key?: unknown }[] | undefined;
}): string {
  return message.startsWith("--") ? message : `--${toFlag(String(path?.[0]?.key))}: ${message}`;
}
