import { isIP } from "node:net";

/** Returns whether a host name or IP address, without brackets, is this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). */
export function isLoopbackHost(host: string): boolean {
  // Without the prefix of an IPv4 address that is mapped to IPv6, as in `::ffff:127.0.0.1`.
  const name = host.toLowerCase().replace(/^::ffff:(?=\d)/, "");
  if (isIP(name) === 0) return name === "localhost" || name.endsWith(".localhost");
  return name === "::1" || name.startsWith("127.");
}

/** Returns whether only programs on this machine can reach a server with this host and public URL; `""` if it has no public URL. */
export function isLocalOnly({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  const publicHost = publicUrl === "" ? null : new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return isLoopbackHost(host) && (publicHost === null || isLoopbackHost(publicHost));
}
