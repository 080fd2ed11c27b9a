import { createEdge, type Edge, type EdgeOptions } from "@frontdesk/tunnel/edge";
import type { Services } from "../context.ts";
import type { StoredSubdomain } from "../store/subdomains.ts";
import { hashToken } from "../text/ids.ts";

type EdgeParts = Pick<EdgeOptions, "cluster" | "rejections" | "onAuthenticated" | "bus" | "rates" | "log">;

/** Creates the tunnel edge from the server's options, for the subdomains of these services. */
export function openEdge({ options, facts, subdomains, accounts, audit, log }: Services, parts: EdgeParts): Edge {
  // The edge gets a hash of the tunnel token, and `null` for an unknown subdomain.
  const toEdgeSubdomain = (subdomain: StoredSubdomain | null) =>
    subdomain && { id: subdomain.id, domain: subdomain.domain, tokenHash: hashToken(subdomain.token) };
  /**
   * Records in the audit log that a client opened a tunnel with the token of this subdomain, unless that was deleted meanwhile. `ip` is
   * the client's.
   */
  async function recordOpening(subdomainId: string, ip: string): Promise<void> {
    const subdomain = await subdomains.find(subdomainId);
    if (subdomain === null) return;
    const account = await accounts.get(subdomain.account);
    const target = `subdomain:${subdomainId}`;
    // The client has no agent key: the subdomain's token is its credential.
    audit.record({ account, key_id: subdomainId, action: "tunnel.opened", target, ip });
  }
  return createEdge({
    tunnelDomain: options.tunnelDomain,
    baseDomain: options.baseDomain,
    publicUrl: facts.publicUrl,
    trustedProxies: options.trustedProxies,
    reserved: options.reservedSubdomains,
    ...(options.abuseContact !== "" && { abuseContact: options.abuseContact }),
    maxClients: options.clientsPerSubdomain,
    sendBuffers: {
      connection: options.bufferPerConnection,
      tunnel: options.bufferPerTunnel,
      process: options.bufferTotal,
    },
    findByToken: async (token) => toEdgeSubdomain(await subdomains.findByToken(token)),
    findByDomain: async (domain) => toEdgeSubdomain(await subdomains.findByDomain(domain)),
    onTunnelOpen: ({ id }, ip) =>
      void recordOpening(id, ip).catch((error: unknown) => log.error("Audit log: a tunnel was not recorded", error)),
    ...parts,
  });
}
