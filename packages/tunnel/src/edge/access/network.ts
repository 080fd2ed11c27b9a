/**
 * What stands for one visitor when visitors are counted: an IPv4 address, or the 64 bits of an IPv6 address that a
 * single machine can vary as it likes.
 */
export function toNetwork(address: string): string {
  const plain = toPlainAddress(address);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/** An IPv4 address as it is, also where the system shows it in the form of IPv6. */
export function toPlainAddress(address: string): string {
  return /^::ffff:\d+\./i.test(address) ? address.slice(7) : address;
}
