/** The server does not accept the token: it is wrong, was renewed, or its subdomain was deleted. Dialling again won't help. */
export class TokenRefusedError extends Error {
  override readonly name = "TokenRefusedError";
  readonly server: string;
  constructor(server: string, reason: string) {
    super(`${server} refused the token: ${reason}`);
    this.server = server;
  }
}

/** The options of a tunnel don't make sense. The message names the option. */
export class TunnelOptionsError extends Error {
  override readonly name = "TunnelOptionsError";
}

/** Why a connection failed, in words for whoever started the tunnel. */
export function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node tries every address of a name and gathers what it met.
  if (error instanceof AggregateError && error.errors.length > 0) return toReason(error.errors[0]);
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EPROTO" || code?.startsWith("ERR_SSL")) {
    return "the server does not speak TLS there; its address may have to begin with http://";
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
