/**
 * Appends the phone's numbers to a pairing link. The link's code is in its fragment, which browsers do not send, so the
 * numbers stay private too.
 */
export function toPhoneLink(pairingLink: string, numbers: readonly string[]): string {
  return numbers.length > 0 ? `${pairingLink}/${encodeURIComponent(numbers.join(","))}` : pairingLink;
}

/** Returns the link's host if it is this computer, which no phone can reach; else `null`. */
export function loopbackHost(link: string): string | null {
  const host = URL.canParse(link) ? new URL(link).hostname : "";
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(host) ? host : null;
}
