import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import { type Address, addressParser } from "postal-mime";
import type { RawField } from "./header-fields.ts";
import { normalizeDomain } from "./normalized-domain.ts";

/** Longer From fields are cut where mails are shown. Readers could be shown another address, so no domain is read from them. */
const MAX_FROM_CHARACTERS = 2048;

/**
 * Domains by the text of From, "" for none. Most senders write the same From in each mail, and parsing it takes longer than all else that
 * a known sender's mail needs here.
 */
const domainByFrom = new LRUCache<string, string>(maxEntries(500));

/** Returns the domain of the address in From; `null` unless the header has exactly one such field with exactly one address. */
export function readFromDomain(fields: readonly RawField[]): string | null {
  const [from, ...others] = fields.filter(({ name }) => name === "from");
  if (from === undefined || others.length > 0 || from.value.length > MAX_FROM_CHARACTERS) return null;
  let domain = domainByFrom.get(from.value);
  if (domain === undefined) {
    domain = parseFromDomain(from);
    // A copy, because the value is a part of the header's string, which would stay in memory with it.
    domainByFrom.set(Buffer.from(from.value, "latin1").toString("latin1"), domain);
  }
  return domain || null;
}

/** Returns the domain of the only address in a From field; an empty string if there is none, or more than one. */
function parseFromDomain(from: RawField): string {
  const [address, ...furtherAddresses] = addressParser(toText(from)).flatMap(toAddresses);
  return address === undefined || furtherAddresses.length > 0 ? "" : domainOf(address);
}

/** Returns a field's text. Its value was read as latin1, which keeps the bytes; they are UTF-8. Folded lines are joined. */
function toText({ value }: RawField): string {
  return Buffer.from(value, "latin1")
    .toString("utf8")
    .replace(/[\r\n]+/g, "");
}

/** Returns the domain of the sender that readers are shown, as `Name <a@b>` or `a@b`; an empty string if it has none. */
export function shownDomain(sender: string): string {
  const address = /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;
  return domainOf(address);
}

/**
 * Returns the email addresses in an entry of a parsed address list: one, or those of a group such as `Team: a@b, c@d;`. None if an
 * unquoted comma in a name made the entry.
 */
function toAddresses(entry: Address): string[] {
  const addresses = entry.group ? entry.group.map(({ address }) => address) : [entry.address];
  return addresses.filter((address): address is string => address?.includes("@"));
}

/** Returns the domain of an email address, or an empty string. */
export function domainOf(address: string): string {
  const atIndex = address.lastIndexOf("@");
  return atIndex < 0 ? "" : normalizeDomain(address.slice(atIndex + 1));
}
