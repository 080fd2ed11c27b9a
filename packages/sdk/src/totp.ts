import { generateTotp, parseTotpUri, TotpError } from "@frontdesk/basics/totp";

export { TotpError };

export interface TotpOptions {
  /** Time of the code, in ms since 1970. @default Date.now() */
  at?: number;
}

/**
 * Returns the one-time code of an authenticator (RFC 6238) from its `otpauth://totp/…` URI, for tests that hold the secret
 * themselves. No request is sent.
 *
 * @throws TotpError for a URI that is not valid
 * @example totp("otpauth://totp/Shop:anna?secret=JBSWY3DPEHPK3PXP", { at: 0 }); // "282760"
 */
export function totp(uri: string, { at = Date.now() }: TotpOptions = {}): string {
  return generateTotp(parseTotpUri(uri), at).code;
}
