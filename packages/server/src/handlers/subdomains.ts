import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts } from "../context.ts";
import type { ServerFacts } from "../facts.ts";
import type { ServerOptions } from "../options/options.ts";
import { Problem } from "../problem.ts";
import type { StoredSubdomain } from "../store/subdomains.ts";
import { mapInChunks } from "../text/chunked.ts";
import { checkSubdomainName, toLowerAscii } from "../text/names.ts";
import { toEventOf } from "./audit.ts";

/** Operations on subdomains, authenticated with an agent key. */
export const subdomainOperations = {
  /** Returns the account's subdomains, all or a page of them. */
  async listSubdomains({ query }, { account, subdomains, facts }) {
    const { records, ...nextCursor } = await subdomains.page(account.id, query);
    return {
      subdomains: await mapInChunks(records, (subdomain) => toSubdomainRecord(subdomain, facts)),
      ...nextCursor,
    };
  },

  /** Registers a subdomain for tunnels. Names directly under the base domain need an account of a higher tier. */
  async registerSubdomain({ body }, { account, limits, subdomains, options, facts }) {
    const name = toLowerAscii(body.name);
    const domainBase = toDomainBase(body.domain_base, options);
    const nameProblem = checkSubdomainName(name, new Set(options.reservedSubdomains));
    if (nameProblem === "invalid")
      throw new Problem(
        "invalid_request",
        "`name` must be 1 to 63 letters, digits and inner hyphens, and must not start with xn--.",
      );
    if (nameProblem === "reserved") throw new Problem("already_taken", `The name ${name} is reserved. Choose another.`);
    if (domainBase === options.baseDomain && account.tier === "normal")
      throw new Problem(
        "vip_required",
        `Names directly under ${options.baseDomain} need the tier vip or higher; this account is normal. Use ${options.tunnelDomain}, or have the tier raised.`,
      );
    // `register` expects a function, because some limits are read from the storage, under the account's lock. This one is not.
    const limit = async () => limits.subdomains();
    return {
      subdomain: await toSubdomainRecord(await subdomains.register(account.id, name, domainBase, limit), facts),
    };
  },

  /**
   * Gives a subdomain a new tunnel token. A message of the store to all servers disconnects the tunnel clients that use the old
   * one.
   */
  async renewSubdomainToken({ path }, context) {
    const { account, subdomains, facts } = context;
    const toEvent = toEventOf(context, "secret.rotated", "subdomain");
    return { subdomain: await toSubdomainRecord(await subdomains.rotate(path.id, account.id, toEvent), facts) };
  },

  async deleteSubdomain({ path }, { account, subdomains }) {
    await subdomains.remove(path.id, account.id);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the domain of a new subdomain: the tunnel domain (default) or the base domain. @throws Problem `invalid_request` */
export function toDomainBase(domainBase: string | undefined, options: ServerOptions): string {
  const base = domainBase?.toLowerCase() ?? options.tunnelDomain;
  if (base !== options.tunnelDomain && base !== options.baseDomain)
    throw new Problem("invalid_request", `\`domain_base\` must be ${options.tunnelDomain} or ${options.baseDomain}.`);
  return base;
}

/** Returns the public record of a subdomain, with its URL and the number of connected tunnel clients. */
async function toSubdomainRecord(subdomain: StoredSubdomain, facts: ServerFacts): Promise<Schemas["Subdomain"]> {
  const { id, name, domain_base, domain, token, created_at } = subdomain;
  const clients = await facts.clientsOf(id);
  return {
    id,
    name,
    domain_base,
    domain,
    url: toTunnelUrl(domain, facts.publicUrl),
    token,
    online: clients > 0,
    clients,
    created_at,
  };
}

/** Returns the tunnel's URL, with the scheme and port of the public URL. */
function toTunnelUrl(domain: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  // Empty for the scheme's default port.
  const portSuffix = port === "" ? "" : `:${port}`;
  return `${protocol}//${domain}${portSuffix}`;
}
