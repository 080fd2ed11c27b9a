import type { Services } from "../context.ts";
import { version } from "../version.ts";

type ClientName = "tunnel" | "mcp" | "sdk" | "cli";
type ServerInfo = Pick<Services, "facts" | "options">;

/**
 * Returns the package spec of a client for `npx` and `npm install`: the download URL on this server, or the registry name if the
 * operator confirms that it is published. Before that, anyone could register the name and receive users' keys.
 */
export function toPackageSpec({ facts, options }: ServerInfo, name: ClientName): string {
  if (options.packagesPublished) return `@frontdesk/${name}@${version}`;
  return `${facts.publicUrl}/downloads/frontdesk-${name}.tgz`;
}

/**
 * Returns the reason why programs should not be run from this server's URL, or `null`. Over plain HTTP an attacker on the
 * network could replace the program, which would then receive the key. Published packages come from npm's registry instead.
 */
export function unsafeDownloadReason({ facts, options }: ServerInfo): string | null {
  const { protocol, hostname } = new URL(facts.publicUrl);
  if (options.packagesPublished || protocol === "https:") return null;
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);
  if (isThisMachine) return null;
  return `This server's URL is plain http, so do not run programs from it. Ask its operator for https, or for a copy of the program.`;
}
