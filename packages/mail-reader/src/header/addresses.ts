import { addressParser } from "postal-mime";

/** A mailbox as header fields name it. Either part is empty if it is missing. */
export interface NamedAddress {
  name: string;
  address: string;
}

/** Longer fields are cut: the address parser takes quadratic time. */
export const MAX_FIELD_LENGTH = 16_384;

/** Returns names and email addresses of a header value such as `To`, also of groups (`Team: a@b, c@d;`). "" for a missing one. */
export function readAddresses(value: string): NamedAddress[] {
  // Cut, because the address parser takes quadratic time.
  return addressParser(value.slice(0, MAX_FIELD_LENGTH))
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ name: name ?? "", address: address ?? "" }));
}
