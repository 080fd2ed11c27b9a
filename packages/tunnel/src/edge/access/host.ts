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
const INVALID_HOST: HostTarget = {
  kind: "rejected",
  status: 400,
  reason: "The Host header is not a host name with an optional port.",
};
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
  const zones = [tunnelDomain, baseDomain].map((zone) => zone.toLowerCase());
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
    for (const zone of zones) {
      if (!hostName.endsWith(`.${zone}`)) continue;
      const label = hostName.slice(0, -zone.length - 1);
      const endsInDot = hostName !== name;
      if (endsInDot) return { kind: "rejected", status: 400, reason: "The Host header ends in a dot." };
      if (label.includes(".")) {
        return {
          kind: "rejected",
          status: 421,
          reason: `${hostName} is not a tunnel name. Tunnels have one label under ${zone}.`,
        };
      }
      if (reservedNames.has(label)) {
        // Under the base domain, reserved names belong to the API.
        const isTunnelZone = zone === zones[0];
        return isTunnelZone ? { kind: "rejected", status: 404, reason: `${hostName} is a reserved name.` } : API;
      }
      if (!subdomainName.test(label))
        return { kind: "rejected", status: 400, reason: "The Host header is not a valid tunnel name." };
      return { kind: "tunnel", domain: hostName };
    }
    // The API builds URLs from the host. `x.1` is invalid in a URL, which takes a last label of digits for an IP address.
    return URL.canParse(`http://${host}`) ? API : INVALID_HOST;
  }
}
