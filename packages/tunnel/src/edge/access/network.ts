/**
 * Returns the network under which visitors are counted: an IPv4 address itself, or the /64 block of an IPv6 address, within
 * which one machine can choose addresses freely.
 */
export function toNetwork(ip: string): string {
  const plain = toPlainIp(ip);
  if (!plain.includes(":")) return plain;
  const withoutZone = plain.split("%")[0] ?? "";
  // `::` stands for the groups of zeros that are missing to eight.
  const [head = "", tail] = withoutZone.split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeroCount = tail === undefined ? 0 : Math.max(8 - headGroups.length - tailGroups.length, 0);
  const allGroups = [...headGroups, ...Array<string>(zeroCount).fill("0"), ...tailGroups];
  // Without leading zeros, so that `0db8` and `db8` are the same network.
  const networkGroups = allGroups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${networkGroups.join(":")}::/64`;
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) to IPv4; returns others unchanged. */
export function toPlainIp(ip: string): string {
  return /^::ffff:\d+\./i.test(ip) ? ip.slice(7) : ip;
}
