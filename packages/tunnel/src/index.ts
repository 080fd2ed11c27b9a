// Tunnels

// Errors
export { TokenRefusedError, TunnelOptionsError } from "./errors.ts";
export type { RequestRecord } from "./observe.ts";
export type { Tunnel, TunnelEnd } from "./open-tunnel.ts";
export { openTunnel } from "./open-tunnel.ts";
export type { TunnelOptions, TunnelStatus } from "./options.ts";
