import { isIP } from "node:net";

/** Returns whether the text is an IP address or a CIDR block, such as 10.0.0.0/8. */
export function isAddressOrBlock(entry: string): boolean {
  const [ip = "", prefixLength, extraPart] = entry.split("/");
  const family = isIP(ip);
  if (family === 0 || extraPart !== undefined) return false;
  if (prefixLength === undefined) return true;
  const maxPrefixLength = family === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength;
}
