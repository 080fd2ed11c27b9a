// Tunnels

export type { RequestRecord } from "./client/observe.ts";
export type { Tunnel, TunnelEnd } from "./client/open-tunnel.ts";
export { openTunnel } from "./client/open-tunnel.ts";
export type { TunnelOptions, TunnelStatus } from "./client/options.ts";

// Errors

export { TokenRefusedError, TunnelOptionsError } from "./client/errors.ts";
