import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Blocks that are not public (IANA special-purpose registries), separated by spaces. Requests to them could reach internal services
 * (SSRF).
 */
const nonPublicBlocks = {
  ipv4: [
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
    "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
    // Public by its number, but on Azure it is the host, which serves the machine's settings. Other clouds use blocks above.
    "168.63.129.16/32",
  ],
  // An IPv4 address written as IPv6 (::ffff:0:0/96) is checked as IPv4.
  ipv6: [
    "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20",
    "5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
  ],
} as const;

const loopbackBlocks = ["127.0.0.0/8", "::1/128"];

/** Thrown if the address policy forbids the host of a webhook, or of an OAuth client's document. */
export class ForbiddenAddressError extends Error {
  override readonly name = "UnreachableAddressError";
  constructor(host: string) {
    super(`${host} is not a public address. The operator can allow it with --webhook-allow.`);
  }
}

/** Decides which IP addresses webhooks may be sent to. Protects against SSRF. */
export interface AddressPolicy {
  /** Returns whether webhooks may be sent to this IP address. */
  allows(ip: string): boolean;
  /** Resolves a host name for a connection. Checks the resolved IP addresses themselves, so that DNS rebinding does not help. */
  lookup: LookupFunction;
}

/** Looks up the addresses of a host name, as `lookup` of `node:dns` does. */
type Resolve = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface AddressPolicyOptions {
  /** IP addresses and blocks to allow besides the public ones. */
  allow: readonly string[];
  /** Whether only programs on this machine can reach the server; then, unless `allow` is given, loopback is allowed. */
  isLocal: boolean;
  resolve?: Resolve;
}

/**
 * Creates the policy for where the server may send requests, against SSRF: to public IP addresses, and those of `allow`. If `allow`
 * is empty, a local server may also send to its own machine.
 */
export function createAddressPolicy({ allow, isLocal, resolve = systemLookup }: AddressPolicyOptions): AddressPolicy {
  const defaultBlocks = isLocal ? loopbackBlocks : [];
  const allowed = toBlockList(allow.length > 0 ? allow : defaultBlocks);
  const nonPublicLines = Object.values(nonPublicBlocks).flat();
  const forbidden = toBlockList(nonPublicLines.flatMap((line) => line.split(" ")));
  const allows = (ip: string) => isInBlocks(allowed, ip) || !isInBlocks(forbidden, ip);

  return {
    allows,
    /**
     * Resolves a host name for Node's `lookup` option. Fails if it has no IP address, or if one of them is forbidden, because the
     * connection could use any of them.
     */
    lookup(name, options, callback) {
      resolve(name, { all: true }, (error, addresses) => {
        if (error) return callback(error, "");
        const [first] = addresses;
        const hasForbidden = addresses.some(({ address }) => !allows(address));
        if (hasForbidden || !first) return callback(new ForbiddenAddressError(name), "");
        // With `all`, Node wants every address, because it may try several; otherwise one.
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
      });
    },
  };
}

/** Returns a list of these IP addresses (`10.0.0.1`) and blocks (`10.0.0.0/8`). */
function toBlockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", prefixLength] = block.split("/");
    const isIPv6 = isIP(address) === 6;
    // An address without a prefix length is a block of one.
    const fullLength = isIPv6 ? 128 : 32;
    list.addSubnet(address, Number(prefixLength ?? fullLength), isIPv6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Returns whether the IP address is in one of the blocks. */
function isInBlocks(list: BlockList, ip: string): boolean {
  return list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}
