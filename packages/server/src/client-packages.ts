import type { Services } from "./context.ts";
import { version } from "./version.ts";

type ClientName = "tunnel" | "mcp" | "sdk" | "cli";
type ServerInfo = Pick<Services, "facts" | "options">;

/**
 * What `npx` and `npm install` are to be given for one of the clients: where this server has it, whatever its version; or the
 * registry's name of it, where the operator says that there is one. Until then no name may be told: whoever took it first would
 * be given keys.
 */
export function toPackageSpec({ facts, options }: ServerInfo, name: ClientName): string {
  if (options.packagesPublished) return `@frontdesk/${name}@${version}`;
  return `${facts.publicUrl}/downloads/frontdesk-${name}.tgz`;
}

/**
 * Why nobody should run programs from this server's address, or `null`. Whoever sits on the way of a plain connection can put
 * a program of his own in its place, which then gets the key.
 */
export function unsafeDownloadReason({ facts, options }: ServerInfo): string | null {
  const { protocol, hostname } = new URL(facts.publicUrl);
  if (options.packagesPublished || protocol === "https:") return null;
  if (/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)) return null;
  return `This server's address is plain http, so no program should be run from it. Ask its operator for https, or for a copy of the program.`;
}
