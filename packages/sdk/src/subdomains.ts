import type { Schemas } from "@frontdesk/contract";
import type { Tunnel, TunnelOptions } from "@frontdesk/tunnel";
import { importTunnelPackage } from "#tunnel-package";
import { type FrontdeskClient, unwrap } from "./client.ts";

/** A subdomain's record, and a way to put a local port under it. */
export type Subdomain = Schemas["Subdomain"] & {
  /** Opens a tunnel by `@frontdesk/tunnel`, which must be installed beside this package (Node only). */
  openTunnel: (options: Omit<TunnelOptions, "token">) => Promise<Tunnel>;
};

/** The account's subdomains. */
export function createSubdomains(client: FrontdeskClient, baseUrl: string) {
  const toSubdomain = (record: Schemas["Subdomain"]): Subdomain => ({
    ...record,
    async openTunnel(options) {
      const { openTunnel } = await importTunnelPackage().catch((cause: unknown) => {
        throw new Error("Tunnels need the package @frontdesk/tunnel beside @frontdesk/sdk. Install it.", { cause });
      });
      return openTunnel({ server: baseUrl, ...options, token: record.token });
    },
  });

  return {
    /** Registers a name under the tunnel domain, or under `domainBase`. @throws FrontdeskError `already_taken`, `vip_required` */
    async register(name: string, { domainBase }: { domainBase?: string } = {}): Promise<Subdomain> {
      const body = { name, ...(domainBase === undefined ? {} : { domain_base: domainBase }) };
      return toSubdomain((await unwrap(client.POST("/svc-api/subdomain/register", { body }))).subdomain);
    },

    async list(): Promise<Subdomain[]> {
      return (await unwrap(client.GET("/svc-api/subdomain/list"))).subdomains.map(toSubdomain);
    },

    /** Deletes a subdomain and its tunnels. */
    async delete(id: string): Promise<void> {
      await unwrap(client.DELETE("/svc-api/subdomain/{id}", { params: { path: { id } } }));
    },

    /** Gives the subdomain a new token; tunnels opened with the old one are cut. */
    async rotate(id: string): Promise<Subdomain> {
      const params = { path: { id } };
      return toSubdomain((await unwrap(client.POST("/svc-api/subdomain/{id}/renew-token", { params }))).subdomain);
    },
  };
}
