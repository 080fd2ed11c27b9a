import type { ServerOptions } from "../options/options.ts";
import type { RequestsPerMinute } from "./rate-limits.ts";

/** Returns the settings of the rate limits. */
export function toRequestsPerMinute(options: ServerOptions): RequestsPerMinute {
  return {
    failures: options.authFailuresPerIp,
    requestsOfKey: options.requestsPerKey,
    requestsOfAccount: options.requestsPerAccount,
    guesses: options.passwordFailuresPerVisitor,
    aborts: options.abortsPerVisitor,
    registrations: options.oauthRegistrationsPerIp,
    authorizations: options.oauthAuthorizationsPerIp,
  };
}
