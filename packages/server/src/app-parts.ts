import type { H3 } from "h3";
import type { Services } from "./context.ts";
import type { Authenticator } from "./http/auth.ts";
import type { ClientIpOf, ClientNetworkOf } from "./http/client-network.ts";
import type { RateLimits } from "./limits/rate-limits.ts";

/** What groups of endpoints need from the application. */
export interface AppParts {
  app: H3;
  services: Services;
  authenticator: Authenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  clientIpOf: ClientIpOf;
}
