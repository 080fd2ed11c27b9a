/**
 * Returns the network under which visitors are counted: an IPv4 address itself, or the /64 block of an IPv6 address, within
 * which one machine can choose addresses freely.
 */
export function toNetwork(ip: string): string {
  const plainIp = toPlainIp(ip);
  const isIpv6 = plainIp.includes(":");
  return isIpv6 ? toIpv6Block(plainIp) : plainIp;
}

/** Returns the /64 block of an IPv6 address, such as `2001:db8:0:7::/64`. It is the same text for each way to write the address. */
function toIpv6Block(ip: string): string {
  const [ipWithoutZone = ""] = ip.split("%");
  const [start = "", end] = ipWithoutZone.split("::");
  const startGroups = toGroups(start);
  const endGroups = toGroups(end);
  const hasOmittedZeros = end !== undefined;
  const omittedCount = hasOmittedZeros ? Math.max(8 - startGroups.length - endGroups.length, 0) : 0;
  const allGroups = [...startGroups, ...Array<string>(omittedCount).fill("0"), ...endGroups];
  return `${allGroups.slice(0, 4).join(":")}::/64`;
}

/** Splits a part of an IPv6 address at its colons, and removes leading zeros: `0db8:0` → `["db8", "0"]`. */
function toGroups(part = ""): string[] {
  if (part === "") return [];
  return part.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) to IPv4; returns others unchanged. */
export function toPlainIp(ip: string): string {
  return /^::ffff:\d+\./i.test(ip) ? ip.slice(7) : ip;
}
