import { networkInterfaces } from "node:os";

/** Returns whether this machine still has the IP address of a connection: it may have changed networks. True if unknown. */
export function hasLocalIp(ip: string | undefined): boolean {
  if (ip === undefined) return true;
  // IPv4 on an IPv6 socket, such as ::ffff:192.0.2.1.
  const plain = ip.startsWith("::ffff:") ? ip.slice(7) : ip;
  try {
    // Not every system lists all loopback addresses, and they never go away.
    if (plain === "::1" || plain.startsWith("127.")) return true;
    // A link-local address is followed by its interface, as in fe80::1%eth0.
    return Object.values(networkInterfaces()).some((entries) =>
      entries?.some(({ address }) => address === plain.split("%")[0]),
    );
  } catch {
    // Some systems do not let programs list their interfaces.
    return true;
  }
}
