import type { IncomingMessage } from "node:http";
import { createVisitorReader, toNetwork } from "@frontdesk/tunnel/edge";

/** What stands for the client of a request when clients are counted; the same for all that came by no socket. */
export type ClientNetworkOf = (request: Request) => string;

/** Reads `X-Forwarded-For` where a listed proxy wrote it, as for visitors of tunnels. */
export function createClientNetworkReader(trustedProxies: readonly string[]): ClientNetworkOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    // What srvx keeps of Node's own request; the global type knows nothing of it.
    const { runtime } = request as Request & { runtime?: { node?: { req?: IncomingMessage } } };
    const incoming = runtime?.node?.req;
    return incoming === undefined ? "in process" : toNetwork(visitorOf(incoming).ip);
  };
}
