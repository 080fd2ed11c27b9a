import { createHash } from "node:crypto";
import { isAddressOrBlock, type TunnelRules } from "../wire/index.ts";
import { TunnelOptionsError } from "./errors.ts";
import type { RequestRecord } from "./observe.ts";

/** State of a tunnel. */
export type TunnelStatus =
  | { type: "online"; url: string; resumed: boolean }
  /** The connection is lost or failed. The next attempt follows after `retryIn` milliseconds. */
  | { type: "offline"; reason: string; retryIn: number }
  /** The tunnel is closing and waits for this many requests to finish. */
  | { type: "draining"; running: number };

export interface TunnelOptions {
  /** The subdomain's token (`svc_…`). */
  token: string;
  /** The local port to expose. */
  port: number;
  /** URL of the Frontdesk server. @default the environment variable FRONTDESK_URL, else "http://localhost:8787" */
  baseUrl?: string | undefined;
  /** Host of the app. @default "localhost" */
  host?: string | undefined;
  /** Whether the app uses HTTPS. Its certificate is not checked. @default false */
  https?: boolean | undefined;
  /** The `Host` that the app sees instead of the public one, or `"local"` for the app's own `host:port`. */
  hostHeader?: string | undefined;
  /** Requires this `user:password` from visitors. The server gets only its hash. */
  basicAuth?: string | undefined;
  /** Allows only visitors from these IP addresses or CIDR blocks. */
  allowIp?: readonly string[] | undefined;
  /** Shares the name with other clients that share it, in turns, instead of taking it over. @default false */
  share?: boolean | undefined;
  /** Lets search engines index the URL: omits `X-Robots-Tag: noindex`. @default false */
  indexable?: boolean | undefined;
  /** How long current requests may continue when the tunnel closes or is taken over, in milliseconds. @default 30_000 */
  drain?: number | undefined;
  /** Closes the tunnel. */
  signal?: AbortSignal | undefined;
  /** Called after each request, with or without a response. */
  onRequest?: ((request: RequestRecord) => void) | undefined;
  /** Called when the tunnel goes online or offline, or starts to drain. */
  onStatus?: ((status: TunnelStatus) => void) | undefined;
}

/** Options with defaults, validated. */
export interface ResolvedTunnelOptions {
  token: string;
  server: URL;
  target: { host: string; port: number; https: boolean };
  rules: TunnelRules;
  share: boolean;
  drain: number;
}

/** Limit of the protocol's first frame. */
const MAX_ALLOW_IP_ENTRIES = 64;

/** Validates the options and fills in the defaults. @throws TunnelOptionsError */
export function resolveTunnelOptions(options: TunnelOptions): ResolvedTunnelOptions {
  rejectUnknownOptions(options);
  const { token, port, baseUrl = defaultUrl(), host = "localhost", https = false, share = false } = options;
  const { drain = 30_000, indexable = false, hostHeader, basicAuth, allowIp } = options;
  checkToken(token);
  checkTarget({ port, baseUrl, host });
  checkAccess({ basicAuth, allowIp });
  if (!Number.isFinite(drain) || drain < 0) throw new TunnelOptionsError("drain: give a time of 0 or more");
  const appHostHeader = toAppHostHeader({ hostHeader, host, port });
  // Rules that are not set are not sent: the edge has the same defaults. It rewrites the app's URLs, for which it needs `https`, only if
  // the app gets another host header.
  return {
    token,
    server: new URL(baseUrl),
    target: { host, port, https },
    share,
    drain,
    rules: {
      ...(appHostHeader !== undefined && { hostHeader: appHostHeader, ...(https && { https }) }),
      ...(basicAuth !== undefined && { basicAuth: createHash("sha256").update(basicAuth).digest("hex") }),
      ...(allowIp !== undefined && allowIp.length > 0 && { allowIp: [...allowIp] }),
      ...(indexable && { indexable }),
    },
  };
}

/** Checks that the token is a subdomain's, because other kinds of keys are easily confused with it. @throws TunnelOptionsError */
function checkToken(token: string): void {
  // Callers without TypeScript may omit the token.
  if (!/^[\x21-\x7e]{1,200}$/.test(token ?? ""))
    throw new TunnelOptionsError("token: give the subdomain's token (svc_…)");
  if (token.startsWith("svc_")) return;
  const kind = /^svc[a-z]+_/.test(token) ? "another kind of key" : "not a token";
  throw new TunnelOptionsError(`token: this is ${kind}; give the subdomain's token (svc_…) from its record`);
}

/** Checks where the app and the server are. @throws TunnelOptionsError */
function checkTarget({ port, baseUrl, host }: { port: number; baseUrl: string; host: string }): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new TunnelOptionsError("port: give a port from 1 to 65535");
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TunnelOptionsError("baseUrl: give a URL that begins with http:// or https://");
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) throw new TunnelOptionsError("host: give a host name or an IP address");
}

/** Returns the `Host` that the app gets, if it is not the visitor's. "local" is the app's own host and port. @throws TunnelOptionsError */
function toAppHostHeader({ hostHeader, host, port }: { hostHeader: string | undefined; host: string; port: number }) {
  const isIpv6 = host.includes(":");
  const urlHost = isIpv6 ? `[${host}]` : host;
  const appHostHeader = hostHeader === "local" ? `${urlHost}:${port}` : hostHeader;
  if (appHostHeader !== undefined && !/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(appHostHeader))
    throw new TunnelOptionsError("hostHeader: give a host name");
  return appHostHeader;
}

/** Checks the options that restrict visitors. @throws TunnelOptionsError */
function checkAccess({ basicAuth, allowIp = [] }: Pick<TunnelOptions, "basicAuth" | "allowIp">): void {
  if (basicAuth !== undefined && !/^[^:]+:.+$/s.test(basicAuth))
    throw new TunnelOptionsError("basicAuth: give user:password");
  if (allowIp.length > MAX_ALLOW_IP_ENTRIES)
    throw new TunnelOptionsError(`allowIp: give at most ${MAX_ALLOW_IP_ENTRIES} IP addresses or blocks`);
  for (const entry of allowIp) {
    if (!isAddressOrBlock(entry))
      throw new TunnelOptionsError(`allowIp: ${entry} is neither an IP address nor a CIDR block`);
  }
}

/** All option names. The type makes the compiler check that none is missing. */
const OPTION_NAMES: Record<keyof TunnelOptions, true> = {
  token: true,
  port: true,
  baseUrl: true,
  host: true,
  https: true,
  hostHeader: true,
  basicAuth: true,
  allowIp: true,
  share: true,
  indexable: true,
  drain: true,
  signal: true,
  onRequest: true,
  onStatus: true,
};

/** Throws on unknown options: a misspelt `basicAuth` must not open an unprotected tunnel. */
function rejectUnknownOptions(options: TunnelOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTION_NAMES, name));
  if (unknown !== undefined)
    throw new TunnelOptionsError(`${unknown}: unknown option. Known options: ${Object.keys(OPTION_NAMES).join(", ")}`);
}

/** Returns the URL for tunnels without `baseUrl`. An empty variable counts as unset. */
function defaultUrl(): string {
  return process.env.FRONTDESK_URL?.trim() || "http://localhost:8787";
}
