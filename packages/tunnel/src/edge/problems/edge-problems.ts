import { STATUS_CODES } from "node:http";
import { PROTOCOL } from "../../wire/index.ts";
import type { EdgeProblem } from "./problem-page.ts";

/** The Host header is invalid (400), has a reserved name (404), or has too many labels for a tunnel (421). */
export function rejectedProblem(status: 400 | 404 | 421, error: string): EdgeProblem {
  return {
    status,
    code: status === 404 ? "not_found" : "invalid_request",
    title: status === 404 ? "No such tunnel" : "This request cannot be served",
    error,
  };
}

/** No subdomain of this name is registered. */
export function unknownNameProblem(domain: string): EdgeProblem {
  return {
    status: 404,
    code: "not_found",
    title: "No such tunnel",
    error: `${domain} is not registered on this server.`,
  };
}

/** The subdomain is registered, but no server has its tunnel. 502, as the edge is a gateway to the app. */
export function offlineProblem(domain: string): EdgeProblem {
  return {
    status: 502,
    code: "tunnel_offline",
    title: "The tunnel is offline",
    error: `${domain} is registered, but its tunnel client is not connected. Start it with frontdesk-tunnel and reload.`,
  };
}

/** The tunnel client cannot connect to the app. `errorCode`: the system's, such as `ECONNREFUSED`; empty if unknown. */
export function appDownProblem(errorCode: string): EdgeProblem {
  return {
    status: 502,
    code: "app_down",
    title: "The app does not respond",
    error: `The tunnel is open, but the app does not accept connections on its local port${errorCode && ` (${errorCode})`}. Start the app and reload.`,
  };
}

/** The request goes in circles: it came through the same tunnel before, or through too many (RFC 8586). */
export function loopProblem(domain: string): EdgeProblem {
  return {
    status: 508,
    code: "loop_detected",
    title: "This tunnel leads to itself",
    error: `The request to ${domain} came back to it: the tunnel's local port leads to the tunnel itself. Give frontdesk-tunnel the port of the app, not that of the Frontdesk server or of a proxy in front of it.`,
  };
}

export const UNAVAILABLE: EdgeProblem = {
  status: 503,
  code: "unavailable",
  title: "Not available now",
  error: "The server cannot look up this name now. Try again soon.",
};

export const FORBIDDEN: EdgeProblem = {
  status: 403,
  code: "forbidden",
  title: "Your IP address is not allowed",
  error: "The owner of this tunnel allows only certain IP addresses, and yours is not one of them.",
};

export const UNAUTHORIZED: EdgeProblem = {
  status: 401,
  code: "unauthenticated",
  title: "User and password needed",
  error: "This tunnel requires a user name and a password.",
  headers: { "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' },
};

/** A rate limit is exceeded. `action`: what was done too often, for the message: `sent a wrong password`. */
export function rateLimitedProblem(action: string, retryAfterMs: number): EdgeProblem {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return {
    status: 429,
    code: "rate_limited",
    title: "Too many requests",
    error: `Your IP address has ${action} too often within this minute. Try again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  };
}

export const MALFORMED_RESPONSE: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The app's response is not HTTP",
  error: "The app behind this tunnel sent something that is not valid HTTP/1.1.",
};

export const CONNECTION_CLOSED: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The connection was closed",
  error: "The app behind this tunnel, or the tunnel itself, closed the connection before it responded.",
};

export const CLIENT_DISCONNECTED: EdgeProblem = {
  status: 502,
  code: "tunnel_offline",
  title: "The tunnel is offline",
  error: "The tunnel client disconnected. Start it again and reload.",
};

export const NO_CONNECTION: EdgeProblem = {
  status: 504,
  code: "tunnel_busy",
  title: "The tunnel has no free connection",
  error: "The tunnel client did not open a connection for this request in time. Try again.",
};

export const APP_TIMEOUT: EdgeProblem = {
  status: 504,
  code: "app_timeout",
  title: "The app takes too long",
  error: "The app behind this tunnel did not begin to respond in time.",
};

export const SLOW_BODY: EdgeProblem = {
  status: 408,
  code: "request_timeout",
  title: "The request was too slow",
  error:
    "The body of this request arrived too slowly. Send it without pauses of 30 s, and at 100 bytes per second or more.",
};

export const INTERNAL_ERROR: EdgeProblem = {
  status: 500,
  code: "internal",
  title: STATUS_CODES[500]!,
  error: "The server failed to handle this request; its log has the reason.",
};

export const UPGRADE_REQUIRED: EdgeProblem = {
  status: 426,
  code: "invalid_request",
  title: STATUS_CODES[426]!,
  error: `Tunnel clients connect with "Upgrade: ${PROTOCOL}". If the client sent that header, a proxy in between dropped it.`,
  headers: { Upgrade: PROTOCOL, Connection: "Upgrade" },
};
