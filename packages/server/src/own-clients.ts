import type { Services } from "./context.ts";

/** Where one of the server's own clients is, whatever its version; the server leads on to the newest. */
export function toClientUrl({ facts }: Pick<Services, "facts">, name: "tunnel" | "mcp" | "sdk" | "cli"): string {
  return `${facts.publicUrl}/downloads/frontdesk-${name}.tgz`;
}

/**
 * Why nobody should run programs from this server's address, or `null`. Whoever sits on the way of a plain connection can put
 * a program of his own in its place, which then gets the key.
 */
export function whyNoClients({ facts }: Pick<Services, "facts">): string | null {
  const { protocol, hostname } = new URL(facts.publicUrl);
  if (protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)) return null;
  return `This server's address is plain http, so no program should be run from it. Ask its operator for https, or for a copy of the program.`;
}
