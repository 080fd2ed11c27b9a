// Tunnels

export type { RequestRecord } from "./client/observe.ts";
export { openTunnel } from "./client/open-tunnel.ts";
export type { TunnelOptions, TunnelStatus } from "./client/options.ts";
export type { Tunnel, TunnelEnd } from "./client/tunnel.ts";

// Requests

export type { ExpectRequestOptions } from "./requests/expect-request.ts";
export type { IterateRequestsOptions } from "./requests/iterate-requests.ts";
export type { TunnelRequest } from "./requests/tunnel-request.ts";

// Errors

export { TokenRefusedError, TunnelOptionsError } from "./client/errors.ts";
export { RequestTimeoutError, TunnelClosedError } from "./requests/errors.ts";
