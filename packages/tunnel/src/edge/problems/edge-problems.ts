import type { EdgeProblem } from "./problem-page.ts";

/** What the edge itself has to say to a visitor, instead of the app. */
export const REFUSED = (status: 400 | 404 | 421, error: string): EdgeProblem => ({
  status,
  code: status === 404 ? "not_found" : "invalid_request",
  title: status === 404 ? "No such tunnel" : "This request cannot be served",
  error,
});

export const UNKNOWN = (domain: string): EdgeProblem => ({
  status: 404,
  code: "not_found",
  title: "No such tunnel",
  error: `Nobody has registered ${domain} here.`,
});

export const OFFLINE = (domain: string): EdgeProblem => ({
  status: 502,
  code: "tunnel_offline",
  title: "The tunnel is offline",
  error: `${domain} is registered, but its agent is not connected. Start it with frontdesk-tunnel and reload.`,
});

/** `why`: the system's word for what happened, where the agent knew one. */
export const APP_DOWN = (why: string): EdgeProblem => ({
  status: 502,
  code: "app_down",
  title: "The app does not answer",
  error: `The tunnel is open, but nothing accepts connections on its local port${why && ` (${why})`}. Start the app and reload.`,
});

export const LOOP = (domain: string): EdgeProblem => ({
  status: 508,
  code: "loop_detected",
  title: "This tunnel leads to itself",
  error: `The request to ${domain} came back to it: the tunnel's local port answers by asking the tunnel again. Give frontdesk-tunnel the port of the app, not that of the Frontdesk server or of a proxy in front of it.`,
});

export const UNAVAILABLE: EdgeProblem = {
  status: 503,
  code: "unavailable",
  title: "Not available now",
  error: "The server cannot look this name up now. Try again soon.",
};

export const FORBIDDEN: EdgeProblem = {
  status: 403,
  code: "forbidden",
  title: "Not for this address",
  error: "The owner of this tunnel lets only certain network addresses in, and yours is not one of them.",
};

export const UNAUTHORIZED: EdgeProblem = {
  status: 401,
  code: "unauthenticated",
  title: "User and password needed",
  error: "The owner of this tunnel asks for a user name and a password.",
  headers: { "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' },
};

/** `wait`: milliseconds. */
export const TOO_OFTEN = (what: string, wait: number): EdgeProblem => ({
  status: 429,
  code: "rate_limited",
  title: "Too many requests",
  error: `Your address has ${what} too often within this minute. Try again in ${Math.max(1, Math.ceil(wait / 1_000))} s.`,
  headers: { "Retry-After": String(Math.max(1, Math.ceil(wait / 1_000))) },
});

export const MALFORMED: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The app's answer is not HTTP",
  error: "The app behind this tunnel sent something that is not valid HTTP/1.1.",
};

export const CUT: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The connection was cut",
  error: "The app behind this tunnel, or the tunnel itself, closed the connection before it answered.",
};

export const GONE: EdgeProblem = {
  status: 502,
  code: "tunnel_offline",
  title: "The tunnel is offline",
  error: "The agent behind this tunnel has just left. Start it again and reload.",
};

export const NO_LINK: EdgeProblem = {
  status: 504,
  code: "tunnel_busy",
  title: "The tunnel has no free connection",
  error: "The agent behind this tunnel opened no connection for this request in time. Try again.",
};

export const TOO_SLOW: EdgeProblem = {
  status: 504,
  code: "app_timeout",
  title: "The app takes too long",
  error: "The app behind this tunnel did not begin its answer in time.",
};

export const SLOW_BODY: EdgeProblem = {
  status: 408,
  code: "request_timeout",
  title: "The request came too slowly",
  error:
    "The body of this request came too slowly. Send it without pauses of 30 s, and at 100 bytes per second or more.",
};
