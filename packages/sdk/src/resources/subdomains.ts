import type { Schemas } from "@frontdesk/contract";
import type { Tunnel, TunnelOptions } from "@frontdesk/tunnel";
import { importTunnelPackage } from "#tunnel-package";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import { hideToken } from "./hidden-token.ts";
import { omitSuccess } from "./omit-success.ts";
import { readPages } from "./pages.ts";

/** A subdomain. Logs and JSON of it do not show its `token`. */
export type Subdomain = Schemas["Subdomain"] & {
  /** Exposes a local port at the subdomain. Needs the package `@frontdesk/tunnel` (Node only). */
  openTunnel: (options: Omit<TunnelOptions, "token">) => Promise<Tunnel>;
};

/** Creates the calls that manage subdomains. */
export function createSubdomains(client: FrontdeskClient, baseUrl: string) {
  /** Adds `openTunnel` to a record, and hides its token from logs and JSON. */
  function toSubdomain(record: Schemas["Subdomain"]): Subdomain {
    return hideToken({
      ...record,
      /** Loads the tunnel package and opens a tunnel with the token of the subdomain. */
      async openTunnel(options) {
        const { openTunnel } = await importTunnelPackage().catch((cause: unknown) => {
          const source = `${baseUrl}/downloads/frontdesk-tunnel.tgz`;
          const message = `Tunnels need the package @frontdesk/tunnel beside @frontdesk/sdk. Install it: npm install ${source}`;
          throw new Error(message, { cause });
        });
        return openTunnel({ baseUrl, ...options, token: record.token });
      },
    });
  }

  return {
    /** Registers a name under the tunnel domain, or under `domainBase`. @throws AlreadyTakenError, VipRequiredError */
    async register(
      name: string,
      { domainBase, ...options }: { domainBase?: string } & CallOptions = {},
    ): Promise<Subdomain> {
      const body = { name, ...(domainBase === undefined ? {} : { domain_base: domainBase }) };
      const init = { body, ...toCheckedInit(options, "register()", ["domainBase"]) };
      return toSubdomain((await unwrap(client.POST("/svc-api/subdomain/register", init))).subdomain);
    },

    /** Returns whether a name can be registered now, and if not, the `reason`. */
    async check(name: string, { domainBase, ...options }: { domainBase?: string } & CallOptions = {}) {
      const query = domainBase === undefined ? {} : { domain_base: domainBase };
      const init = { params: { path: { name }, query }, ...toCheckedInit(options, "check()", ["domainBase"]) };
      return omitSuccess(await unwrap(client.GET("/svc-api/subdomain/check/{name}", init)));
    },

    /** Lists the subdomains of the account. */
    async list(options: CallOptions = {}): Promise<Subdomain[]> {
      const init = toCheckedInit(options, "list()");
      const { pages } = await readPages((query) =>
        unwrap(client.GET("/svc-api/subdomain/list", { params: { query }, ...init })),
      );
      return pages.flatMap(({ subdomains }) => subdomains).map(toSubdomain);
    },

    /** Deletes a subdomain and disconnects its tunnel. */
    async delete(id: string, options: CallOptions = {}): Promise<void> {
      const init = { params: { path: { id } }, ...toCheckedInit(options, "delete()") };
      await unwrap(client.DELETE("/svc-api/subdomain/{id}", init));
    },

    /** Rotates the tunnel token. Tunnels that use the old one are disconnected. */
    async rotate(id: string, options: CallOptions = {}): Promise<Subdomain> {
      const init = { params: { path: { id } }, ...toCheckedInit(options, "rotate()") };
      return toSubdomain((await unwrap(client.POST("/svc-api/subdomain/{id}/renew-token", init))).subdomain);
    },
  };
}
