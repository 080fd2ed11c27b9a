import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { ServerOptions } from "../options/options.ts";
import { type CheckResult, checkResults, isLocalName } from "./check-result.ts";

/** What DNS says of a name: its records, none, or that nobody answered. */
type DnsResult<T> = { records: T[] } | "none" | "silent";

export interface Dns {
  addresses(name: string): Promise<DnsResult<string>>;
  mx(name: string): Promise<DnsResult<{ exchange: string; priority: number }>>;
  reverse(address: string): Promise<DnsResult<string>>;
}

/** Milliseconds that one question may take. */
const queryTimeoutMs = 2_000;

/** Asks the system's name servers, or those that are named (`127.0.0.1:5353`). */
export function createDns(servers: readonly string[] = [], timeout = queryTimeoutMs): Dns {
  const resolver = new Resolver({ timeout, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const query = async <T>(question: Promise<T[]>): Promise<DnsResult<T>> =>
    question.then(
      (records): DnsResult<T> => (records.length > 0 ? { records } : "none"),
      ({ code }: NodeJS.ErrnoException): DnsResult<T> =>
        code === "ENOTFOUND" || code === "ENODATA" ? "none" : "silent",
    );
  return {
    async addresses(name) {
      if (isIP(name) !== 0) return { records: [name] };
      const [four, six] = await Promise.all([query(resolver.resolve4(name)), query(resolver.resolve6(name))]);
      const records = [four, six].flatMap((answer) => (typeof answer === "object" ? answer.records : []));
      if (records.length > 0) return { records };
      return four === "silent" ? "silent" : "none";
    },
    mx: (name) => query(resolver.resolveMx(name)),
    reverse: (address) => query(resolver.reverse(address)),
  };
}

/** What the names of the settings lead to. */
export interface NamesToCheck extends Pick<ServerOptions, "mailDomain" | "tunnelDomain" | "baseDomain"> {
  /** Of the API. */
  host: string;
  /** Where this server is reached, where the operator says so; else what this machine's interfaces have. */
  publicAddresses: readonly string[];
}

export async function checkNames(dns: Dns, names: NamesToCheck): Promise<CheckResult[]> {
  const { host, mailDomain, tunnelDomain, baseDomain } = names;
  const own = await checkHost(dns, host, names.publicAddresses);
  const wildcards = [tunnelDomain, baseDomain].map((domain) => checkWildcard(dns, domain, own.addresses));
  const [mail, ...rest] = await Promise.all([checkMail(dns, mailDomain, host, own.addresses), ...wildcards]);
  return [own.finding, ...rest, ...mail, ...(await checkReverse(dns, own.addresses))];
}

async function checkHost(dns: Dns, host: string, known: readonly string[]) {
  const { ok, skip, warn, fail } = checkResults("dns");
  const nowhere = (finding: CheckResult) => ({ finding, addresses: [] as string[] });
  if (isLocalName(host))
    return nowhere(skip(`${host} is a local name: only programs on this machine reach this server (--public-url).`));
  const found = await dns.addresses(host);
  if (found === "silent") return nowhere(warn("No name server answered.", dnsAdvice));
  if (found === "none")
    return nowhere(fail(`${host} leads nowhere.`, `Add an A record: ${host}. A <this server's address>`));
  const addresses = found.records;
  const here = known.length > 0 ? known : publicInterfaceIps();
  const shown = addresses.join(", ");
  if (addresses.some((address) => here.includes(address)))
    return { finding: ok(`${host} leads to ${shown}.`), addresses };
  return {
    finding: warn(
      `${host} leads to ${shown}, and this machine has ${here.join(", ") || "no address"}.`,
      "Behind a router or a proxy that may be right; say --public-address <address>. Else correct the A record.",
    ),
    addresses,
  };
}

async function checkWildcard(dns: Dns, domain: string, own: readonly string[]): Promise<CheckResult> {
  const { ok, skip, warn, fail } = checkResults("wildcard");
  if (isLocalName(domain)) return skip(`Tunnels under ${domain} are for programs on this machine.`);
  const found = await dns.addresses(`frontdesk-${randomBytes(6).toString("hex")}.${domain}`);
  if (found === "silent") return warn(`No name server answered for *.${domain}.`, dnsAdvice);
  const target = own[0] ?? "<this server's address>";
  if (found === "none")
    return fail(`Names under ${domain} lead nowhere, so no tunnel is reached.`, `Add: *.${domain}. A ${target}`);
  if (own.length > 0 && !found.records.some((address) => own.includes(address)))
    return fail(
      `*.${domain} leads to ${found.records.join(", ")}, and not to this server.`,
      `Correct: *.${domain}. A ${target}`,
    );
  return ok(`*.${domain} leads to ${found.records.join(", ")}.`);
}

async function checkMail(dns: Dns, domain: string, host: string, own: readonly string[]): Promise<CheckResult[]> {
  const { ok, skip, warn, fail } = checkResults("mx");
  if (isLocalName(domain))
    return [skip(`${domain} is a local name: mail comes from programs that are told this server.`)];
  const found = await dns.mx(domain);
  if (found === "silent") return [warn(`No name server answered for ${domain}.`, dnsAdvice)];
  const add = `Add: ${domain}. MX 10 ${host}.`;
  if (found === "none") {
    const address = await dns.addresses(domain);
    if (address === "none" || address === "silent")
      return [fail(`${domain} has no MX record, so no mail arrives.`, add)];
    return [warn(`${domain} has no MX record; senders then take its A record, ${address.records.join(", ")}.`, add)];
  }
  const sorted = found.records.toSorted((a, b) => a.priority - b.priority);
  return Promise.all(
    sorted.map(async ({ exchange, priority }) => {
      if (exchange === "" || exchange === ".") return fail(`${domain} says that it takes no mail (a null MX).`, add);
      const target = await dns.addresses(exchange);
      if (target === "silent") return warn(`No name server answered for ${exchange}.`, dnsAdvice);
      if (target === "none")
        return fail(
          `The MX ${exchange} of ${domain} leads nowhere.`,
          `Add: ${exchange}. A ${own[0] ?? "<this server's address>"}`,
        );
      const shown = `${domain} has MX ${priority} ${exchange} (${target.records.join(", ")})`;
      if (own.length > 0 && !target.records.some((address) => own.includes(address)))
        return warn(
          `${shown}, which is not this server.`,
          "Mail goes there first, or instead: take the record away if it should not.",
        );
      return ok(`${shown}.`);
    }),
  );
}

async function checkReverse(dns: Dns, addresses: readonly string[]): Promise<CheckResult[]> {
  const { ok, warn } = checkResults("ptr");
  return Promise.all(
    addresses.map(async (address) => {
      const found = await dns.reverse(address);
      if (typeof found === "object") return ok(`${address} is ${found.records.join(", ")}.`);
      return warn(
        `${address} has no name (PTR)${found === "silent" ? ", or no name server answered" : ""}.`,
        "Frontdesk sends no mail, so nothing depends on it. Where you want one, whoever gave you the address sets it.",
      );
    }),
  );
}

const dnsAdvice = "See that this machine reaches a name server (/etc/resolv.conf), or name one with --dns-server.";

/** Of this machine, without those that lead only to itself. */
function publicInterfaceIps(): string[] {
  const itself = new BlockList();
  itself.addSubnet("127.0.0.0", 8);
  itself.addSubnet("fe80::", 10, "ipv6");
  itself.addAddress("::1", "ipv6");
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ address, family }) => !itself.check(address, family === "IPv4" ? "ipv4" : "ipv6"))
    .map(({ address }) => address);
}
