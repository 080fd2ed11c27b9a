import type { H3 } from "h3";
import type { Services } from "./context.ts";
import type { RequestAuthenticator } from "./http/auth.ts";
import type { ClientIpOf, ClientNetworkOf } from "./http/client-network.ts";
import type { RateLimits } from "./limits/rate-limits.ts";

/** What groups of endpoints need from the application. */
export interface AppParts {
  app: H3;
  services: Services;
  authenticator: RequestAuthenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  clientIpOf: ClientIpOf;
}
