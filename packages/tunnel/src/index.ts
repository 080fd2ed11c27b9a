// Tunnels

export type { RequestRecord } from "./agent/observe.ts";
export type { Tunnel, TunnelEnd } from "./agent/open-tunnel.ts";
export { openTunnel } from "./agent/open-tunnel.ts";
export type { TunnelOptions, TunnelStatus } from "./agent/options.ts";

// Errors

export { TokenRefusedError, TunnelOptionsError } from "./agent/errors.ts";
