import type { IncomingMessage } from "node:http";
import { createVisitorReader, toNetwork } from "@frontdesk/tunnel/edge";

/** Returns the client's network (IPv4 address or IPv6 /64) for rate limits; `in process` for requests without a socket. */
export type ClientNetworkOf = (request: Request) => string;

/** Creates the reader. It uses `X-Forwarded-For` if a trusted proxy sent it, as for visitors of tunnels. */
export function createClientNetworkReader(trustedProxies: readonly string[]): ClientNetworkOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    // srvx attaches Node's request; the global type does not have it.
    const { runtime } = request as Request & { runtime?: { node?: { req?: IncomingMessage } } };
    const incoming = runtime?.node?.req;
    return incoming === undefined ? "in process" : toNetwork(visitorOf(incoming).ip);
  };
}
