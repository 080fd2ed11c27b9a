import { Secret, TOTP } from "otpauth";

export const totpAlgorithms = ["SHA1", "SHA256", "SHA512"] as const;
export type TotpAlgorithm = (typeof totpAlgorithms)[number];

/** Bounds of an authenticator's settings. Codes outside are not RFC 6238's, or useless to a person. */
export const totpBounds = {
  digits: { min: 6, max: 8 },
  /** Seconds that one code is valid. */
  period: { min: 10, max: 300 },
  /** Characters of a base32 secret. The longest hash has a block of 128 bytes, which are 205 characters. */
  secretLength: 256,
  /** Characters of an `otpauth:` URI. */
  uriLength: 2_048,
} as const;

/** Settings of an authenticator (RFC 6238). */
export interface TotpSettings {
  /** Base32 without spaces or padding, in capitals. */
  secret: string;
  issuer: string | null;
  account: string | null;
  digits: number;
  /** Seconds that one code is valid. */
  period: number;
  algorithm: TotpAlgorithm;
}

/** Input of `toTotpSettings`. */
export interface TotpInput {
  secret: string;
  issuer?: string | null;
  account?: string | null;
  digits?: number;
  period?: number;
  algorithm?: string;
}

/** Thrown for settings of an authenticator that are not valid. The message does not contain the secret. */
export class TotpError extends Error {
  override readonly name = "TotpError";
}

/** Checks settings and adds the defaults: 6 digits, 30 seconds, SHA1. @throws TotpError */
export function toTotpSettings(input: TotpInput): TotpSettings {
  const { issuer = null, account = null, digits = 6, period = 30, algorithm = "SHA1" } = input;
  checkBounds("digits", digits, totpBounds.digits);
  checkBounds("period", period, totpBounds.period);
  // Steam's settings look like standard ones, but its codes have letters.
  if (issuer?.toLowerCase() === "steam") throw new TotpError(steamReason);
  return {
    secret: normalizeSecret(input.secret),
    issuer,
    account,
    digits,
    period,
    algorithm: toAlgorithm(algorithm),
  };
}

/**
 * Reads an `otpauth://totp/…` URI, which is what a QR code of an authenticator contains (Key URI Format). The issuer in its label,
 * for older apps, counts only without the parameter `issuer`.
 *
 * @throws TotpError for another URI, HOTP, Steam, or invalid settings
 */
export function parseTotpUri(text: string): TotpSettings {
  const uri = text.trim();
  // Tested before parsing, because anybody may send a text of any length.
  if (uri.length > totpBounds.uriLength || !URL.canParse(uri)) throw new TotpError(uriReason);
  const { protocol, host: type, pathname, searchParams } = new URL(uri);
  if (protocol === "otpauth-migration:")
    throw new TotpError("This is an export of many authenticators. Give the otpauth://totp/ URI of one.");
  const isSteam = protocol === "steam:" || searchParams.get("encoder") === "steam";
  if (isSteam) throw new TotpError(steamReason);
  if (protocol !== "otpauth:") throw new TotpError(uriReason);
  if (type.toLowerCase() === "hotp")
    throw new TotpError("This is a counter-based authenticator (HOTP). Only time-based ones (TOTP) are supported.");
  if (type.toLowerCase() !== "totp") throw new TotpError(uriReason);
  const label = parseLabel(pathname);
  return toTotpSettings({
    secret: searchParams.get("secret") ?? "",
    issuer: searchParams.get("issuer") || label.issuer,
    account: label.account,
    ...toNumberField("digits", searchParams.get("digits")),
    ...toNumberField("period", searchParams.get("period")),
    ...(searchParams.get("algorithm") ? { algorithm: searchParams.get("algorithm")! } : {}),
  });
}

/** The code of one moment, and the one after it. */
export interface TotpCode {
  code: string;
  nextCode: string;
  /** Milliseconds until `nextCode` is the code. */
  validForMs: number;
}

/** Returns the code at a time in ms since 1970, and the next one (RFC 6238, 4.2). */
export function generateTotp({ secret, digits, period, algorithm }: TotpSettings, at: number): TotpCode {
  const periodMs = period * 1000;
  const options = { secret: Secret.fromBase32(secret), digits, period, algorithm };
  return {
    code: TOTP.generate({ ...options, timestamp: at }),
    nextCode: TOTP.generate({ ...options, timestamp: at + periodMs }),
    // All codes change at multiples of the period since 1970.
    validForMs: periodMs - (at % periodMs),
  };
}

const uriReason = "This is not an otpauth://totp/ URI, which the QR code of an authenticator contains.";
const steamReason = "Steam's codes are not RFC 6238's. Only standard authenticators (TOTP) are supported.";

/** Returns a secret in capitals without the spaces, dashes and padding that pages show. @throws TotpError */
function normalizeSecret(text: string): string {
  const withoutSeparators = text.replace(/[\s-]/g, "");
  const withoutPadding = withoutSeparators.replace(/={0,6}$/, "");
  const secret = withoutPadding.toUpperCase();
  if (secret === "") throw new TotpError("The authenticator's secret is missing.");
  if (secret.length > totpBounds.secretLength || !/^[A-Z2-7]+$/.test(secret))
    throw new TotpError(
      `The authenticator's secret must be base32: up to ${totpBounds.secretLength} letters A to Z and digits 2 to 7.`,
    );
  // A base32 character has 5 bits, so one is less than a byte.
  if (secret.length < 2) throw new TotpError("The authenticator's secret is too short.");
  return secret;
}

/** Splits the label in the path of an `otpauth:` URI: `issuer:account`, or the account alone. */
function parseLabel(pathname: string): { issuer: string | null; account: string | null } {
  const label = decodeLabel(pathname.slice(1));
  const colon = label.indexOf(":");
  // Without a colon (-1), the account below is the whole label.
  const issuer = colon < 0 ? "" : label.slice(0, colon).trim();
  const account = label.slice(colon + 1).trim();
  return { issuer: issuer || null, account: account || null };
}

/** Decodes the percent-encoding of a label. @throws TotpError */
function decodeLabel(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TotpError("The label of the otpauth:// URI is not valid percent-encoding.");
  }
}

/**
 * Returns a numeric parameter of an `otpauth:` URI as a field of the input. No field if it is missing, so that the
 * default applies; NaN for anything but a number, which `checkBounds` rejects.
 */
function toNumberField(name: "digits" | "period", text: string | null): { digits?: number; period?: number } {
  if (text === null) return {};
  // `Number` alone would accept texts such as `1e1`. More than four digits are beyond all bounds.
  return { [name]: /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN };
}

function checkBounds(name: string, value: number, { min, max }: { min: number; max: number }): void {
  const isValid = Number.isInteger(value) && value >= min && value <= max;
  if (!isValid) throw new TotpError(`\`${name}\` must be a whole number from ${min} to ${max}.`);
}

/** Returns the name of a hash algorithm in its usual form, such as SHA256. @throws TotpError if it is unknown */
function toAlgorithm(text: string): TotpAlgorithm {
  // Some pages write `SHA-256`.
  const name = text.toUpperCase().replace("-", "");
  const algorithm = totpAlgorithms.find((known) => known === name);
  if (algorithm === undefined) throw new TotpError(`\`algorithm\` must be ${totpAlgorithms.join(", ")}.`);
  return algorithm;
}
