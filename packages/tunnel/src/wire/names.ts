/** The token of the HTTP upgrade that starts every connection between agent and edge. */
export const PROTOCOL = "frontdesk-tunnel/1";

/** Where the agent dials its one control connection, with the subdomain token. */
export const CONTROL_PATH = "/svc-tunnel/control";

/** Where the agent dials data connections, with the secret that the control connection gave it. */
export const DATA_PATH = "/svc-tunnel/data";

/** Where one server of a cluster asks another for a data connection of a tunnel that is connected there. */
export const RELAY_PATH = "/svc-tunnel/relay";

/** Names the session that a data connection belongs to. */
export const SESSION_HEADER = "frontdesk-session";

/** Marks an answer that the agent made itself because the app could not; the value says why. */
export const AGENT_ERROR_HEADER = "frontdesk-agent-error";
