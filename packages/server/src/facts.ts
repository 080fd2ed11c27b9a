import type { ServerOptions } from "./options/options.ts";

/** Facts that are known only after the server listens, such as a free port. */
export interface ServerFacts {
  /** URL of the API, without a trailing slash. */
  publicUrl: string;
  /** `null` if SMTP is off. */
  smtpPort: number | null;
  /** Whether all API requests come through this server's own listener on loopback. False for a program that embeds it. */
  isLoopbackOnly: boolean;
  /** `null` if the provider port is off. */
  providerPort: number | null;
  /** Certificate of the authority for the provider port, in PEM; `null` if that port is off. */
  providerCertificate: string | null;
  /** Returns the number of connected tunnel clients. */
  clientsOf(subdomainId: string): number | Promise<number>;
}

/**
 * Creates the facts before the server listens: no tunnel has a client (`clientsOf`). The listeners then set the real ports and functions.
 */
export function createFacts(
  { publicUrl, port, smtpPort }: Pick<ServerOptions, "publicUrl" | "port" | "smtpPort">,
  { withSmtp }: { withSmtp: boolean },
): ServerFacts {
  return {
    publicUrl: (publicUrl || `http://localhost:${port}`).replace(/\/+$/, ""),
    smtpPort: withSmtp ? smtpPort : null,
    // The strict assumption, which stays for a server in an embedding program: that program's own listener may be public.
    isLoopbackOnly: false,
    providerPort: null,
    providerCertificate: null,
    clientsOf: () => 0,
  };
}
