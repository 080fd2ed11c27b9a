import type { ServerOptions } from "../options/options.ts";
import type { RequestsPerMinute } from "./rate-limits.ts";

/** Returns how many requests of each kind are allowed in a minute, from the server's options. */
export function toRequestsPerMinute(options: ServerOptions): RequestsPerMinute {
  return {
    failures: options.authFailuresPerIp,
    requestsOfKey: options.requestsPerKey,
    requestsOfAccount: options.requestsPerAccount,
    // The guesses of a tunnel's password, and the requests that are aborted, by one visitor.
    guesses: options.passwordFailuresPerVisitor,
    aborts: options.abortsPerVisitor,
    registrations: options.oauthRegistrationsPerIp,
    authorizations: options.oauthAuthorizationsPerIp,
  };
}
