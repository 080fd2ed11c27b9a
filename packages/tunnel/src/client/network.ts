import { networkInterfaces } from "node:os";

/** Begins an IPv4 address on an IPv6 socket, such as ::ffff:192.0.2.1. */
const IPV4_MAPPED_PREFIX = "::ffff:";

/**
 * Returns whether this machine still has the IP address of a connection: it may have changed networks. True if that is unknown,
 * because some systems do not let programs list their interfaces.
 */
export function hasLocalIp(ip: string | undefined): boolean {
  if (ip === undefined) return true;
  const plainIp = ip.startsWith(IPV4_MAPPED_PREFIX) ? ip.slice(IPV4_MAPPED_PREFIX.length) : ip;
  if (isLoopback(plainIp)) return true;
  // A link-local address is followed by its interface, as in fe80::1%eth0.
  const [ipWithoutInterface] = plainIp.split("%");
  try {
    const allEntries = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    return allEntries.some(({ address }) => address === ipWithoutInterface);
  } catch {
    return true;
  }
}

/** Returns whether an IP address is a loopback one. These never go away, but not every system lists all of them. */
function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
}
