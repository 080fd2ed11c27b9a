import { networkInterfaces } from "node:os";

/** Whether an address is still one of this machine's; true where that is not known. */
export function hasAddress(address: string | undefined): boolean {
  if (address === undefined) return true;
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  try {
    // Systems list loopback differently, and it does not go away.
    if (plain === "::1" || plain.startsWith("127.")) return true;
    return Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === plain.split("%")[0]));
  } catch {
    return true;
  }
}
