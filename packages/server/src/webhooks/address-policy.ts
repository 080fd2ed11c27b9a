import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Blocks that are nobody's on the internet, or this machine's neighbours (IANA's special-purpose registries). */
const notPublic = {
  ipv4: [
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
    "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
    // Looks public, but is each Azure machine's own host, which hands out its settings. Other clouds use blocks above.
    "168.63.129.16/32",
  ],
  // An IPv4 address written as IPv6 (::ffff:0:0/96) is checked as what it is.
  ipv6: [
    "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20",
    "5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
  ],
} as const;

const loopback = ["127.0.0.0/8", "::1/128"];

/** Thrown where a webhook must not be sent to an address. */
export class ForbiddenAddressError extends Error {
  override readonly name = "UnreachableAddressError";
  constructor(host: string) {
    super(`${host} is no public address, and not among those that --webhook-allow names.`);
  }
}

/** Which addresses webhooks may be sent to. */
export interface AddressPolicy {
  /** Of an address as it is written in numbers. */
  allows(address: string): boolean;
  /** Resolves a name as a connection does: what is connected to has been checked, whatever the name means a moment later. */
  lookup: LookupFunction;
}

type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface AddressPolicyOptions {
  /** Addresses and blocks beside the public ones. */
  allow: readonly string[];
  /** Whether only this machine reaches the server. */
  isLocal: boolean;
  resolve?: Resolve;
}

/** Unless blocks are given, a server that only its own machine reaches may reach that machine. */
export function createAddressPolicy({ allow, isLocal, resolve = systemLookup }: AddressPolicyOptions): AddressPolicy {
  const allowed = toBlocks(allow.length > 0 ? allow : isLocal ? loopback : []);
  const refused = toBlocks(Object.values(notPublic).flatMap((lines) => lines.flatMap((line) => line.split(" "))));
  const allows = (address: string) => contains(allowed, address) || !contains(refused, address);

  return {
    allows,
    lookup(name, options, done) {
      resolve(name, { all: true }, (error, addresses) => {
        if (error) return done(error, "");
        const first = addresses[0];
        const wrong = addresses.find(({ address }) => !allows(address));
        if (wrong || !first) return done(new ForbiddenAddressError(name), "");
        return options.all ? done(null, addresses) : done(null, first.address, first.family);
      });
    },
  };
}

/** Whether only the machine itself reaches a server that listens there and says that it is there. */
export function isLocalOnly({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  const isLoopback = (name: string) =>
    name === "localhost" || name.endsWith(".localhost") || (isIP(name) > 0 && contains(toBlocks(loopback), name));
  const named = publicUrl === "" ? null : new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return isLoopback(host) && (named === null || isLoopback(named));
}

function toBlocks(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", bits] = block.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
