import { subdomainName } from "@frontdesk/basics";
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
/** A name, an IPv4 address or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
const MAX_CACHED_HOSTS = 10_000;
const MAX_CACHED_HOST_LENGTH = 300;

/**
 * Creates a function that returns what a `Host` header refers to. Names under the tunnel domain never reach the
 * API. Reserved names under the base domain (`www.`, `mail.`) and all names elsewhere belong to the API.
 */
export function createHostClassifier({
  tunnelDomain,
  baseDomain,
  apiHost,
  reserved,
}: HostRules): (host: string | undefined) => HostTarget {
  const reservedNames = new Set(reserved);
  const tunnelZone = tunnelDomain.toLowerCase();
  const zones = [tunnelZone, baseDomain.toLowerCase()];
  // Visitors choose these strings, so the cache is bounded.
  const cache = new LRUCache<string, HostTarget>({ max: MAX_CACHED_HOSTS });

  return (host) => {
    // Without a name the request cannot be for a tunnel.
    if (host === undefined || host === "") return API;
    let target = cache.get(host);
    if (target === undefined) {
      target = classify(host);
      if (host.length < MAX_CACHED_HOST_LENGTH) cache.set(host, target);
    }
    return target;
  };

  /** Classifies a `Host` header such as `demo.tunnel.example.com:8080`. A zone is a domain whose subdomains are tunnels. */
  function classify(host: string): HostTarget {
    const match = HOST.exec(host);
    const port = match?.[2];
    const isPortValid = port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
    if (!match || !isPortValid) return INVALID_HOST;
    const name = match[1]!.toLowerCase();
    // A trailing dot is legal in DNS (`example.com.`): the API accepts it, tunnel names do not.
    const hostName = name.endsWith(".") ? name.slice(0, -1) : name;
    if (hostName === apiHost || zones.includes(hostName)) return API;
    const zone = zones.find((domain) => hostName.endsWith(`.${domain}`));
    const endsInDot = hostName !== name;
    if (zone !== undefined && endsInDot) return toRejected(400, "The Host header ends in a dot.");
    if (zone !== undefined) return classifySubdomain(hostName, zone);
    // Any other host is the API's: a server is also reached by its IP address or by names that it does not know. The API builds
    // URLs from the host. `x.1` is invalid in a URL, which takes a last label of digits for an IP address.
    return URL.canParse(`http://${host}`) ? API : INVALID_HOST;
  }

  /** Classifies a name under a zone: that of a tunnel, or of the API if it is reserved under the base domain. */
  function classifySubdomain(hostName: string, zone: string): HostTarget {
    const label = hostName.slice(0, -zone.length - 1);
    if (label.includes("."))
      return toRejected(421, `${hostName} is not a tunnel name. Tunnels have one label under ${zone}.`);
    if (reservedNames.has(label)) return zone === tunnelZone ? toRejected(404, `${hostName} is a reserved name.`) : API;
    if (!subdomainName.test(label)) return toRejected(400, "The Host header is not a valid tunnel name.");
    return { kind: "tunnel", domain: hostName };
  }
}

function toRejected(status: 400 | 404 | 421, reason: string): HostTarget {
  return { kind: "rejected", status, reason };
}
