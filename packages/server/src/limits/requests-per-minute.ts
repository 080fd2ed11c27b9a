import type { ServerOptions } from "../options/options.ts";
import type { RequestsPerMinute } from "./rate-limits.ts";

/** Returns how many requests of each kind are allowed in a minute, from the server's options. */
export function toRequestsPerMinute(options: ServerOptions): RequestsPerMinute {
  return {
    failures: options.authFailuresPerIp,
    requestsOfKey: options.requestsPerKey,
    requestsOfAccount: options.requestsPerAccount,
    // By one visitor: the guesses of a tunnel's password, and the requests that it aborts, which still cost the app behind the tunnel.
    guesses: options.passwordFailuresPerVisitor,
    aborts: options.abortsPerVisitor,
    registrations: options.oauthRegistrationsPerIp,
    authorizations: options.oauthAuthorizationsPerIp,
  };
}
