import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { Rules } from "../../wire/index.ts";
import { toPlainAddress } from "./network.ts";

/** What a tunnel's owner lets through, and under which name. */
export interface Gate {
  hostHeader: string | undefined;
  appScheme: "http" | "https";
  /** Search engines may list what is there. */
  indexable: boolean;
  guarded: boolean;
  allowsAddress(address: string): boolean;
  /** Whether the `Authorization` header names the tunnel's user. */
  allowsCredentials(authorization: string | undefined): boolean;
}

export function createGate({ hostHeader, https, basicAuth, allowIp, indexable = false }: Rules): Gate {
  const addresses = allowIp && createAddressList(allowIp);
  const expected = basicAuth === undefined ? null : Buffer.from(basicAuth, "hex");
  return {
    hostHeader,
    appScheme: https ? "https" : "http",
    indexable,
    guarded: expected !== null,
    allowsAddress: (address) => addresses === undefined || addresses(address),
    allowsCredentials(authorization) {
      if (expected === null) return true;
      const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? "")?.[1];
      if (encoded === undefined) return false;
      const given = createHash("sha256").update(Buffer.from(encoded, "base64")).digest();
      return timingSafeEqual(given, expected);
    },
  };
}

/** Whether an address is this machine's or one of the listed proxies'. */
export function createProxyList(trustedProxies: readonly string[]): (address: string) => boolean {
  const list = createAddressList(["127.0.0.0/8", "::1", ...trustedProxies]);
  return (address) => list(toPlainAddress(address));
}

/** Whether an address is one of the given addresses or CIDR blocks; throws on an entry that is neither. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
