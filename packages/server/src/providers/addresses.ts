import { MAX_FIELD_LENGTH, readAddresses } from "@frontdesk/mail-reader";
import { ProviderError } from "./provider-error.ts";

/** An email address as an app gave it, with its display name. */
export interface Address {
  /** Empty if there is none. */
  name: string;
  email: string;
}

/** Octets of an address (RFC 5321 section 4.5.3.1.3). */
const maxEmailLength = 254;
/** A local part without quotes and a domain with a dot, as providers accept them; localhost for tests. */
const emailShape =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@(?:[^\s@<>()[\]\\,;:"\p{Cc}.]+(?:\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+|localhost)$/u;

/** Returns whether a text is an email address that a provider accepts. */
export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailLength && emailShape.test(text);
}

/** Creates the error for a malformed address, in the provider's words. */
export type ToAddressError = (addressText: string) => ProviderError;

/** Reads a list such as `Ann <ann@shop.example>, bob@shop.example`. @throws what `toError` creates for one that is no address */
export function parseAddressList(list: string, toError: ToAddressError): Address[] {
  if (list.length > MAX_FIELD_LENGTH)
    throw new ProviderError("too_large", "A list of addresses is longer than 16 KiB.");
  if (list.trim() === "") return [];
  return readAddresses(list).map(({ name, address }) => {
    // The parser reads `a b@shop.example` as the name a. Only brackets separate a name from an address.
    const hasStrayName = name !== "" && !list.includes(`<${address}>`);
    if (hasStrayName || !isEmailAddress(address)) throw toError(address || name || list);
    return { name, email: address };
  });
}

/** Characters of an address with its name. */
const maxWrittenLength = 320;

/**
 * Reads lists of addresses, such as all values of a repeated field, into one.
 *
 * @throws what `toErrors` creates for an entry that is no address, and for more recipients or characters than a mail can have
 */
export function parseAddressLists(
  lists: readonly string[],
  maxRecipients: number,
  toErrors: { malformed: ToAddressError; tooMany: () => ProviderError },
): Address[] {
  // Counted before anything is parsed, because parsing megabytes would stall other requests. `maxWrittenLength`: of one recipient.
  const characters = lists.reduce((sum, list) => sum + list.length, 0);
  if (lists.length > maxRecipients || characters > maxRecipients * maxWrittenLength) throw toErrors.tooMany();
  const parsed = lists.flatMap((list) => parseAddressList(list, toErrors.malformed));
  if (parsed.length > maxRecipients) throw toErrors.tooMany();
  return parsed;
}

/** Reads one address, whose name may have commas without quotes. @throws what `toError` creates if it is none */
export function parseAddress(addressText: string, toError: ToAddressError): Address {
  // A name and an address in brackets: `Ann, of the shop <ann@shop.example>`.
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]*)>\s*$/.exec(addressText) ?? [];
  const email = (bracketed ?? addressText).trim();
  if (!isEmailAddress(email)) throw toError(addressText);
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), email };
}

/** Writes an address as `name <email>`, which is what the mail composer reads. */
export function toWritten({ name, email }: Address): string {
  return name === "" ? email : `${name} <${email}>`;
}
