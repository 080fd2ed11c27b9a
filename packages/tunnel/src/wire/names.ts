/** The HTTP upgrade token of every connection between tunnel client and edge. */
export const PROTOCOL = "frontdesk-tunnel/1";

/** Prefix of all paths to which tunnel clients and other servers connect. */
export const TUNNEL_PATH_PREFIX = "/svc-tunnel/";

/** Path of the control connection, authenticated with the subdomain's token. */
export const CONTROL_PATH = "/svc-tunnel/control";

/** Path of data connections, authenticated with the secret from the control connection. */
export const DATA_PATH = "/svc-tunnel/data";

/** Path at which one server of a cluster requests a data connection of a tunnel that another server has. */
export const RELAY_PATH = "/svc-tunnel/relay";

/** Request header with the session to which a data connection belongs. */
export const SESSION_HEADER = "frontdesk-session";

/** Marks a response that the tunnel client sent because it could not reach the app. The value is the error code. */
export const TUNNEL_ERROR_HEADER = "frontdesk-tunnel-error";

/** Earlier name of `TUNNEL_ERROR_HEADER`. Still sent for older servers, and understood from older clients. */
export const LEGACY_ERROR_HEADER = "frontdesk-agent-error";
