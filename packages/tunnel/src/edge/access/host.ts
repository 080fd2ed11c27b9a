import { maxEntries, subdomainName } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";

/** What a `Host` header refers to. */
export type HostTarget =
  | { kind: "api" }
  | { kind: "tunnel"; domain: string }
  | { kind: "rejected"; status: 400 | 404 | 421; reason: string };

export interface HostRules {
  tunnelDomain: string;
  baseDomain: string;
  /** Host name of the API itself. Never a tunnel, even if it is under the base domain. */
  apiHost: string;
  reserved: readonly string[];
}

const API: HostTarget = { kind: "api" };
const INVALID_HOST = toRejected(400, "The Host header is not a host name with an optional port.");
const ENDS_IN_DOT = toRejected(400, "The Host header ends in a dot.");
/** A name, an IPv4 address or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
/** Bounds of the cache, because visitors choose the strings in it. */
const MAX_CACHED_HOSTS = 10_000;
const MAX_CACHED_HOST_LENGTH = 300;

/**
 * Creates a function that returns what a `Host` header refers to. Tunnels have one label under the tunnel domain or the base domain. A
 * reserved name (`www.`, `mail.`) is rejected under the tunnel domain, and the API's under the base domain. All names elsewhere are the
 * API's.
 */
export function createHostClassifier({
  tunnelDomain,
  baseDomain,
  apiHost,
  reserved,
}: HostRules): (host: string | undefined) => HostTarget {
  const reservedNames = new Set(reserved);
  const tunnelZone = tunnelDomain.toLowerCase();
  /** The domains whose subdomains are tunnels. */
  const zones = [tunnelZone, baseDomain.toLowerCase()];
  const cache = new LRUCache<string, HostTarget>(maxEntries(MAX_CACHED_HOSTS));
  return classifyCached;

  /** Returns what a `Host` header refers to. A request without one cannot be for a tunnel. */
  function classifyCached(host: string | undefined): HostTarget {
    if (host === undefined || host === "") return API;
    const cached = cache.get(host);
    if (cached !== undefined) return cached;
    const target = classify(host);
    if (host.length < MAX_CACHED_HOST_LENGTH) cache.set(host, target);
    return target;
  }

  /**
   * Returns what a `Host` header such as `demo.tunnel.example.com:8080` refers to. A name that ends in a dot may refer to the API, but not
   * to a tunnel.
   */
  function classify(host: string): HostTarget {
    const name = readName(host);
    if (name === null) return INVALID_HOST;
    const endsInDot = name.endsWith("."); // legal in DNS: `example.com.`
    const hostName = endsInDot ? name.slice(0, -1) : name;
    if (hostName === apiHost || zones.includes(hostName)) return API;
    const zone = zones.find((domain) => hostName.endsWith(`.${domain}`));
    if (zone === undefined) return classifyOutsideZones(host);
    return endsInDot ? ENDS_IN_DOT : classifySubdomain(hostName, zone);
  }

  /** Classifies a name under a zone. A reserved one belongs to the API under the base domain, and to nobody under the tunnel domain. */
  function classifySubdomain(hostName: string, zone: string): HostTarget {
    const label = hostName.slice(0, -zone.length - 1);
    const hasSeveralLabels = label.includes(".");
    if (hasSeveralLabels)
      return toRejected(421, `${hostName} is not a tunnel name. Tunnels have one label under ${zone}.`);
    if (reservedNames.has(label)) return zone === tunnelZone ? toRejected(404, `${hostName} is a reserved name.`) : API;
    if (!subdomainName.test(label)) return toRejected(400, "The Host header is not a valid tunnel name.");
    return { kind: "tunnel", domain: hostName };
  }
}

/** Returns the name of a `Host` header in lower case and without its port; `null` if one of them is invalid. */
function readName(host: string): string | null {
  const [, name, port] = HOST.exec(host) ?? [];
  const isPortValid = port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
  return name !== undefined && isPortValid ? name.toLowerCase() : null;
}

/**
 * Any host outside the zones is the API's, because a server is also reached by its IP address or by names that it does not know. The
 * API builds URLs from the host, so it must be valid in one: `x.1` is not, as a last label of digits stands for an IP address.
 */
function classifyOutsideZones(host: string): HostTarget {
  return URL.canParse(`http://${host}`) ? API : INVALID_HOST;
}

function toRejected(status: 400 | 404 | 421, reason: string): HostTarget {
  return { kind: "rejected", status, reason };
}
