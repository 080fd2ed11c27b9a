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
