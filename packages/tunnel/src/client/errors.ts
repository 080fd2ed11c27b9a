/** The server rejected the token: it is wrong, was rotated, or its subdomain was deleted. Trying again does not help. */
export class TokenRefusedError extends Error {
  override readonly name = "TokenRefusedError";
  readonly server: string;
  constructor(server: string, reason: string) {
    super(`${server} refused the token: ${reason}`);
    this.server = server;
  }
}

/** An option of a tunnel is invalid. The message names it. */
export class TunnelOptionsError extends Error {
  override readonly name = "TunnelOptionsError";
}

/** Returns why a connection failed, as a sentence for the user. */
export function toFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node tries every IP address of a name and collects the errors.
  if (error instanceof AggregateError && error.errors.length > 0) return toFailureReason(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EPROTO" || code?.startsWith("ERR_SSL")) {
    return "the server does not use TLS on this port; its URL may have to begin with http://";
  }
  if (code !== undefined && UNTRUSTED.has(code)) {
    return `the server's certificate is not trusted (${error.message}); if it is your own, name it in NODE_EXTRA_CA_CERTS`;
  }
  return error.message || code || error.name;
}

const UNTRUSTED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
