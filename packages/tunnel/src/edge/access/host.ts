import { subdomainName } from "@frontdesk/basics";
/** What a `Host` header asks for. */
export type HostTarget =
  | { kind: "api" }
  | { kind: "tunnel"; domain: string }
  | { kind: "refused"; status: 400 | 404 | 421; reason: string };

export interface HostRules {
  tunnelDomain: string;
  baseDomain: string;
  /** The host name of the API itself, which is never a tunnel although it may be a name under the base domain. */
  apiHost: string;
  reserved: readonly string[];
}

const API: HostTarget = { kind: "api" };
const NO_HOST: HostTarget = {
  kind: "refused",
  status: 400,
  reason: "The Host header is not a host name with an optional port.",
};
const HOST = /^([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

/**
 * Tells tunnels from the API by the `Host` header. A name below the tunnel domain never reaches the API; a reserved
 * name directly below the base domain is the API's (`www.`, `mail.`), as is everything elsewhere.
 */
export function createHostClassifier({
  tunnelDomain,
  baseDomain,
  apiHost,
  reserved,
}: HostRules): (host: string | undefined) => HostTarget {
  const reservedNames = new Set(reserved);
  const zones = [tunnelDomain, baseDomain].map((zone) => zone.toLowerCase());
  const known = new Map<string, HostTarget>();

  return (host) => {
    if (host === undefined || host === "") return API;
    let target = known.get(host);
    if (target === undefined) {
      target = classify(host);
      // Visitors choose these strings, so the memory of them is bounded.
      if (known.size >= 10_000) known.clear();
      if (host.length < 300) known.set(host, target);
    }
    return target;
  };

  function classify(host: string): HostTarget {
    const match = HOST.exec(host);
    const port = match?.[2];
    if (!match || (port !== undefined && (Number(port) === 0 || Number(port) > 65_535))) {
      return NO_HOST;
    }
    const name = match[1]!.toLowerCase();
    const bare = name.endsWith(".") ? name.slice(0, -1) : name;
    if (bare === apiHost || zones.includes(bare)) return API;
    for (const zone of zones) {
      if (!bare.endsWith(`.${zone}`)) continue;
      const label = bare.slice(0, -zone.length - 1);
      if (bare !== name) return { kind: "refused", status: 400, reason: "The Host header ends in a dot." };
      if (label.includes(".")) {
        return { kind: "refused", status: 421, reason: `Tunnels are one label under ${zone}; ${bare} has more.` };
      }
      if (reservedNames.has(label)) {
        return zone === zones[0] ? { kind: "refused", status: 404, reason: `${bare} is a reserved name.` } : API;
      }
      if (!subdomainName.test(label))
        return { kind: "refused", status: 400, reason: "The Host header is not a valid tunnel name." };
      return { kind: "tunnel", domain: bare };
    }
    // The API works with URLs, and not every name that looks like a host is one of theirs: `x.1` reads as half an address.
    return URL.canParse(`http://${host}`) ? API : NO_HOST;
  }
}
