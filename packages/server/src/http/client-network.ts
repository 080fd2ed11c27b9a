import type { IncomingMessage } from "node:http";
import { createVisitorReader, toNetwork } from "@frontdesk/tunnel/edge";

/** Returns the client's network (IPv4 address or IPv6 /64) for rate limits; `in process` for requests without a socket. */
export type ClientNetworkOf = (request: Request) => string;

/** Returns the client's IP address for the audit log; `null` for requests without a socket. */
export type ClientIpOf = (request: Request) => string | null;

/** IP addresses of the clients for which this process sends a request to itself, such as a tool's. */
const innerRequests = new WeakMap<Request, string | null>();

/** Marks a request that this process sends to itself as one of this client. */
export function setClientIp(request: Request, ip: string | null): void {
  innerRequests.set(request, ip);
}

/** Returns whether this process sends the request to itself for a client, as a tool does. */
export const isInnerRequest = (request: Request) => innerRequests.has(request);

/** Creates the reader. It uses `X-Forwarded-For` if a trusted proxy sent it, as for visitors of tunnels. */
export function createClientIpReader(trustedProxies: readonly string[]): ClientIpOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    const incoming = toIncomingMessage(request);
    return incoming === undefined ? (innerRequests.get(request) ?? null) : visitorOf(incoming).ip;
  };
}

/** Creates the reader. It uses `X-Forwarded-For` if a trusted proxy sent it, as for visitors of tunnels. */
export function createClientNetworkReader(trustedProxies: readonly string[]): ClientNetworkOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    const incoming = toIncomingMessage(request);
    return incoming === undefined ? "in process" : toNetwork(visitorOf(incoming).ip);
  };
}

/** Returns Node's request, which srvx attaches; `undefined` for a request without a socket. */
function toIncomingMessage(request: Request): IncomingMessage | undefined {
  // The global type does not have it.
  return (request as Request & { runtime?: { node?: { req?: IncomingMessage } } }).runtime?.node?.req;
}
