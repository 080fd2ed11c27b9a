import { DialRefusedError } from "./dial.ts";
import { TokenRefusedError, TunnelOptionsError } from "./errors.ts";

/** Returns the error that ends the tunnel: for 401 (the token) and 501 (no tunnels). `null` if another attempt may succeed. */
export function toRefusal(error: unknown, { origin }: URL): TokenRefusedError | TunnelOptionsError | null {
  if (!(error instanceof DialRefusedError)) return null;
  if (error.status === 401) return new TokenRefusedError(origin, error.message);
  if (error.status !== 501) return null;
  return new TunnelOptionsError(`server: ${origin} does not support tunnels: ${error.message}`);
}

/** Returns why a token is no longer accepted. Not called for `replaced`, after which the token is still valid. */
export function reasonOf(reason: "replaced" | "renewed" | "deleted"): string {
  return reason === "renewed" ? "it was rotated; use the new one" : "its subdomain was deleted";
}
