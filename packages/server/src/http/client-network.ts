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

/**
 * Creates the function that returns the IP address of a request's client. Uses `X-Forwarded-For` if a trusted proxy
 * sent it. A request that this process sends to itself has that of the client it is for.
 */
export function createClientIpReader(trustedProxies: readonly string[]): ClientIpOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    const incoming = toIncomingMessage(request);
    // `null`: an embedding program calls the server in process, without a client.
    return incoming === undefined ? (innerRequests.get(request) ?? null) : visitorOf(incoming).ip;
  };
}

/**
 * Creates the function that returns the network of a request's client, for rate limits: an IPv4 address or an IPv6 /64.
 * Uses `X-Forwarded-For` if a trusted proxy sent it.
 */
export function createClientNetworkReader(trustedProxies: readonly string[]): ClientNetworkOf {
  const visitorOf = createVisitorReader(trustedProxies);
  return (request) => {
    const incoming = toIncomingMessage(request);
    // Requests that this process or an embedding program sends without a socket count together, as if from one network.
    return incoming === undefined ? "in process" : toNetwork(visitorOf(incoming).ip);
  };
}

/** Returns Node's request, which the HTTP library srvx attaches; `undefined` for a request within this process. */
function toIncomingMessage(request: Request): IncomingMessage | undefined {
  // The global type does not have it.
  return (request as Request & { runtime?: { node?: { req?: IncomingMessage } } }).runtime?.node?.req;
}
