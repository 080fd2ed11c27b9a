/**
 * Returns the network under which visitors are counted: an IPv4 address itself, or the /64 block of an IPv6 address, within
 * which one machine can choose addresses freely.
 */
export function toNetwork(ip: string): string {
  const plain = toPlainIp(ip);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(8 - headGroups.length - tailGroups.length, 0);
  const groups = [...headGroups, ...Array<string>(zeros).fill("0"), ...tailGroups].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) to IPv4; returns others unchanged. */
export function toPlainIp(ip: string): string {
  return /^::ffff:\d+\./i.test(ip) ? ip.slice(7) : ip;
}
