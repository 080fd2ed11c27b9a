import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { ServerOptions } from "../options/options.ts";
import { type CheckResult, checkResults, isLocalName } from "./check-result.ts";

/** Result of a DNS query: records, `none` if the name has none, or `silent` if no name server gave an answer. */
type DnsResult<T> = { records: T[] } | "none" | "silent";

/** DNS queries of the checks. */
export interface Dns {
  /** Returns the IPv4 and IPv6 addresses of a name; of an IP address, itself. */
  addresses(name: string): Promise<DnsResult<string>>;
  /** Returns the mail servers of a domain. */
  mx(name: string): Promise<DnsResult<{ exchange: string; priority: number }>>;
  /** Returns the names of an IP address (PTR records). */
  reverse(address: string): Promise<DnsResult<string>>;
}

const queryTimeoutMs = 2_000;

/**
 * Creates the DNS client of the checks: queries the given name servers (such as `127.0.0.1:5353`), or the system's. Tries once,
 * because a person waits for the result and can repeat it.
 */
export function createDns(servers: readonly string[] = [], timeout = queryTimeoutMs): Dns {
  const resolver = new Resolver({ timeout, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  /** Awaits a started query. A timeout and an error of the name server both count as `silent`: the advice is the same. */
  async function toDnsResult<T>(pendingRecords: Promise<T[]>): Promise<DnsResult<T>> {
    try {
      const records = await pendingRecords;
      return records.length > 0 ? { records } : "none";
    } catch (error) {
      // The resolver's errors have a code.
      const { code } = error as NodeJS.ErrnoException;
      const hasNoRecords = code === "ENOTFOUND" || code === "ENODATA";
      return hasNoRecords ? "none" : "silent";
    }
  }
  return {
    /** Queries both address families. Without records, "silent" is the result if the IPv4 query failed, as a host need not have IPv6. */
    async addresses(name) {
      if (isIP(name) !== 0) return { records: [name] };
      const [ipv4, ipv6] = await Promise.all([
        toDnsResult(resolver.resolve4(name)),
        toDnsResult(resolver.resolve6(name)),
      ]);
      const records = [ipv4, ipv6].flatMap((result) => (typeof result === "object" ? result.records : []));
      if (records.length > 0) return { records };
      return ipv4 === "silent" ? "silent" : "none";
    },
    mx: (name) => toDnsResult(resolver.resolveMx(name)),
    reverse: (address) => toDnsResult(resolver.reverse(address)),
  };
}

/** Domain names of the settings. */
export interface NamesToCheck extends Pick<ServerOptions, "mailDomain" | "tunnelDomain" | "baseDomain"> {
  /** Host of the API. */
  host: string;
  /** Public IP addresses of the server; if empty, those of this machine's interfaces. */
  publicAddresses: readonly string[];
}

/** Checks the DNS records of the API, the tunnels and the mail domain, and the name of the server's IP address. */
export async function checkNames(dns: Dns, names: NamesToCheck): Promise<CheckResult[]> {
  const { host, mailDomain, tunnelDomain, baseDomain } = names;
  const { result: hostResult, addresses } = await checkHost(dns, host, names.publicAddresses);
  // Subdomains are registered below the tunnel domain, or directly below the base domain.
  const wildcards = [tunnelDomain, baseDomain].map((domain) => checkWildcard(dns, domain, addresses));
  const [mail, aliases, ...tunnels] = await Promise.all([
    checkMail(dns, mailDomain, host, addresses),
    checkAliases(dns, mailDomain, host),
    ...wildcards,
  ]);
  return [hostResult, ...tunnels, ...mail, aliases, ...(await checkReverse(dns, addresses))];
}

/**
 * Checks that the API's host resolves to this machine. Also returns the host's addresses, which are empty if they are not known.
 * Advice shows a missing record as a line of a zone file: name, type (A) and address. `publicAddresses` are this machine's public
 * IP addresses; if empty, those of its network interfaces count.
 */
async function checkHost(dns: Dns, host: string, publicAddresses: readonly string[]) {
  const { ok, skip, warn, fail } = checkResults("dns");
  const withoutAddresses = (result: CheckResult) => ({ result, addresses: [] as string[] });
  if (isLocalName(host))
    return withoutAddresses(
      skip(`${host} is a local name: only programs on this machine can reach this server (--public-url).`),
    );
  const dnsResult = await dns.addresses(host);
  if (dnsResult === "silent") return withoutAddresses(warn("No name server responded.", dnsAdvice));
  if (dnsResult === "none")
    return withoutAddresses(fail(`${host} does not resolve.`, `Add an A record: ${host}. A ${addressPlaceholder}`));
  const addresses = dnsResult.records;
  const machineAddresses = publicAddresses.length > 0 ? publicAddresses : reachableInterfaceIps();
  const shown = addresses.join(", ");
  if (addresses.some((address) => machineAddresses.includes(address)))
    return { result: ok(`${host} resolves to ${shown}.`), addresses };
  return {
    result: warn(
      `${host} resolves to ${shown}, and this machine has ${machineAddresses.join(", ") || "no address"}.`,
      "Behind a router or proxy this may be right: pass --public-address <ip>. Otherwise correct the A record.",
    ),
    addresses,
  };
}

/** Checks with a random name, which has no record of its own, that all names under a tunnel domain resolve to this server. */
async function checkWildcard(dns: Dns, domain: string, serverAddresses: readonly string[]): Promise<CheckResult> {
  const { ok, skip, warn, fail } = checkResults("wildcard");
  if (isLocalName(domain)) return skip(`Tunnels under ${domain} are for programs on this machine.`);
  const result = await dns.addresses(`frontdesk-${randomBytes(6).toString("hex")}.${domain}`);
  if (result === "silent") return warn(`No name server responded for *.${domain}.`, dnsAdvice);
  const expected = serverAddresses[0] ?? addressPlaceholder;
  if (result === "none")
    return fail(`Names under ${domain} do not resolve, so no tunnel is reached.`, `Add: *.${domain}. A ${expected}`);
  // If the server's addresses are not known, any may be its own.
  if (!mayBeServer(result.records, serverAddresses))
    return fail(
      `*.${domain} resolves to ${result.records.join(", ")}, and not to this server.`,
      `Correct: *.${domain}. A ${expected}`,
    );
  return ok(`*.${domain} resolves to ${result.records.join(", ")}.`);
}

/** Returns whether a name may lead to this server: one of its addresses is the server's, or the server's are unknown (empty). */
const mayBeServer = (addresses: readonly string[], serverAddresses: readonly string[]) =>
  serverAddresses.length === 0 || addresses.some((address) => serverAddresses.includes(address));

/** Checks that the mail domain's MX records lead to this server. */
async function checkMail(
  dns: Dns,
  domain: string,
  host: string,
  serverAddresses: readonly string[],
): Promise<CheckResult[]> {
  const { skip, warn, fail } = checkResults("mx");
  if (isLocalName(domain))
    return [skip(`${domain} is a local name: only programs configured with this server send mail to it.`)];
  const result = await dns.mx(domain);
  if (result === "silent") return [warn(`No name server responded for ${domain}.`, dnsAdvice)];
  const mxAdvice = `Add: ${domain}. MX 10 ${host}.`;
  if (result === "none") {
    const fallback = await dns.addresses(domain);
    if (fallback === "silent") return [warn(`No name server responded for ${domain}.`, dnsAdvice)];
    if (fallback === "none") return [fail(`${domain} has no MX record, so no mail arrives.`, mxAdvice)];
    return [
      warn(`${domain} has no MX record; senders then use its A record, ${fallback.records.join(", ")}.`, mxAdvice),
    ];
  }
  const sorted = result.records.toSorted((a, b) => a.priority - b.priority);
  return Promise.all(sorted.map((record) => checkMx(dns, domain, record, { mxAdvice, serverAddresses })));
}

/**
 * Checks with a random name that mail for aliases without a plus sign, `<tag>@<mailbox>.<mail domain>`, reaches the servers of the
 * mail domain. Such aliases are optional, so no result is a failure.
 */
async function checkAliases(dns: Dns, domain: string, host: string): Promise<CheckResult> {
  const { ok, skip, warn } = checkResults("aliases");
  if (isLocalName(domain)) return skip(`${domain} is a local name.`);
  const name = `frontdesk-${randomBytes(6).toString("hex")}.${domain}`;
  const [domainMx, wildcardMx, addresses] = await Promise.all([dns.mx(domain), dns.mx(name), dns.addresses(name)]);
  if (wildcardMx === "silent") return warn(`No name server responded for *.${domain}.`, dnsAdvice);
  if (wildcardMx === "none")
    return skip(
      `Aliases without + are off: *.${domain} has no MX record. To use them, add: *.${domain}. MX 10 ${host}.`,
    );
  // If the domain's own MX is missing, `checkMail` reports that; here each server is then a foreign one.
  const exchanges = new Set(typeof domainMx === "object" ? domainMx.records.map(({ exchange }) => exchange) : []);
  const foreignMx = wildcardMx.records.find(({ exchange }) => !exchanges.has(exchange));
  if (foreignMx !== undefined)
    return warn(
      `*.${domain} has MX ${foreignMx.exchange}, which is not a mail server of ${domain}.`,
      `Correct: *.${domain}. MX 10 ${host}.`,
    );
  if (typeof addresses === "object")
    return warn(
      `*.${domain} is also the name of hosts (${addresses.records.join(", ")}). A person who registers a mailbox can receive mail for the host of its name.`,
      `Use a mail domain without other hosts for aliases without +, or reserve their names with --reserved-subdomains.`,
    );
  return ok(`Mail for <tag>@<mailbox>.${domain} reaches this server.`);
}

/** Checks that one MX record of the domain leads to this server. `mxAdvice` says which record to add. */
async function checkMx(
  dns: Dns,
  domain: string,
  { exchange, priority }: { exchange: string; priority: number },
  { mxAdvice, serverAddresses }: { mxAdvice: string; serverAddresses: readonly string[] },
): Promise<CheckResult> {
  const { ok, warn, fail } = checkResults("mx");
  // A null MX says that a domain accepts no mail (RFC 7505).
  if (exchange === "" || exchange === ".") return fail(`${domain} rejects all mail (null MX).`, mxAdvice);
  const result = await dns.addresses(exchange);
  if (result === "silent") return warn(`No name server responded for ${exchange}.`, dnsAdvice);
  if (result === "none")
    return fail(
      `The MX ${exchange} of ${domain} does not resolve.`,
      `Add: ${exchange}. A ${serverAddresses[0] ?? addressPlaceholder}`,
    );
  const summary = `${domain} has MX ${priority} ${exchange} (${result.records.join(", ")})`;
  if (mayBeServer(result.records, serverAddresses)) return ok(`${summary}.`);
  return warn(
    `${summary}, which is not this server.`,
    "Mail goes there first, or instead. Delete the record if it should not.",
  );
}

/** Checks that the server's IP addresses have names (PTR). A missing one is only a warning, because nothing depends on it. */
async function checkReverse(dns: Dns, addresses: readonly string[]): Promise<CheckResult[]> {
  const { ok, warn } = checkResults("ptr");
  return Promise.all(
    addresses.map(async (address) => {
      const result = await dns.reverse(address);
      if (typeof result === "object") return ok(`${address} is ${result.records.join(", ")}.`);
      return warn(
        `${address} has no name (PTR)${result === "silent" ? ", or no name server responded" : ""}.`,
        "Frontdesk sends no mail, so nothing depends on it. If you want one, the provider of the IP address can set it.",
      );
    }),
  );
}

/** Stands in advice for the server's address if that is unknown. */
const addressPlaceholder = "<this server's address>";
const dnsAdvice = "Check that this machine can reach a name server (/etc/resolv.conf), or set one with --dns-server.";

/**
 * Returns the IP addresses of this machine that others may reach, public or private: without loopback ones, and without the
 * link-local ones that each interface with IPv6 has.
 */
function reachableInterfaceIps(): string[] {
  const unreachable = new BlockList();
  unreachable.addSubnet("127.0.0.0", 8);
  unreachable.addSubnet("fe80::", 10, "ipv6");
  unreachable.addAddress("::1", "ipv6");
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ address, family }) => !unreachable.check(address, family === "IPv4" ? "ipv4" : "ipv6"))
    .map(({ address }) => address);
}
