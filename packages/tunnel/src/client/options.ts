import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { TunnelRules } from "../wire/index.ts";
import { TunnelOptionsError } from "./errors.ts";
import type { RequestRecord } from "./observe.ts";

/** What a tunnel is doing. */
export type TunnelStatus =
  | { type: "online"; url: string; resumed: boolean }
  /** The connection is lost or was never made; the next attempt comes after `retryIn` milliseconds. */
  | { type: "offline"; reason: string; retryIn: number }
  /** It takes leave, and lets this many requests finish. */
  | { type: "draining"; running: number };

export interface TunnelOptions {
  /** The subdomain's token (`svc_…`). */
  token: string;
  /** The local port to put under the subdomain. */
  port: number;
  /** Where the Frontdesk server is. @default FRONTDESK_URL of the environment, else "http://localhost:8787" */
  baseUrl?: string | undefined;
  /** The host of the app. @default "localhost" */
  host?: string | undefined;
  /** The app speaks HTTPS. Its certificate is not checked. @default false */
  https?: boolean | undefined;
  /** The `Host` that the app sees instead of the public one, or `"local"` for the app's own `host:port`. */
  hostHeader?: string | undefined;
  /** Asks visitors for this `user:password`. The server gets its hash only. */
  basicAuth?: string | undefined;
  /** Lets only these addresses or CIDR blocks visit. */
  allowIp?: readonly string[] | undefined;
  /** Serves the name together with other clients that share it, in turns, instead of taking it over. @default false */
  share?: boolean | undefined;
  /** Lets search engines list what is under the address: leaves `X-Robots-Tag: noindex` out. @default false */
  indexable?: boolean | undefined;
  /** How long requests that run may go on when the tunnel closes or is taken over, in milliseconds. @default 30_000 */
  drain?: number | undefined;
  /** Closes the tunnel. */
  signal?: AbortSignal | undefined;
  /** Called after each request that came through, answered or not. */
  onRequest?: ((request: RequestRecord) => void) | undefined;
  /** Called when the tunnel comes and goes. */
  onStatus?: ((status: TunnelStatus) => void) | undefined;
}

/** Options, checked and completed. */
export interface TunnelPlan {
  token: string;
  server: URL;
  target: { host: string; port: number; https: boolean };
  rules: TunnelRules;
  share: boolean;
  drain: number;
}

/** What the protocol's first frame has room for. */
const ALLOW_IP_LIMIT = 64;

export function toPlan(options: TunnelOptions): TunnelPlan {
  refuseUnknown(options);
  const { token, port, baseUrl = defaultUrl(), host = "localhost", https = false, share = false } = options;
  const { drain = 30_000, indexable = false, hostHeader, basicAuth, allowIp } = options;
  if (!/^[\x21-\x7e]{1,200}$/.test(token ?? ""))
    throw new TunnelOptionsError("token: give the subdomain's token (svc_…)");
  if (!token.startsWith("svc_"))
    throw new TunnelOptionsError(
      `token: what was given ${/^svc[a-z]+_/.test(token) ? "is another kind of key" : "is no token"}; give the subdomain's own (svc_…), which its record shows`,
    );
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new TunnelOptionsError("port: give a port from 1 to 65535");
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TunnelOptionsError("baseUrl: give an address that begins with http:// or https://");
  }
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) throw new TunnelOptionsError("host: give a host name or an address");
  if (basicAuth !== undefined && !/^[^:]+:.+$/s.test(basicAuth))
    throw new TunnelOptionsError("basicAuth: give user:password");
  if (allowIp !== undefined && allowIp.length > ALLOW_IP_LIMIT)
    throw new TunnelOptionsError(`allowIp: give at most ${ALLOW_IP_LIMIT} addresses or blocks`);
  for (const entry of allowIp ?? []) {
    if (!isAddressOrBlock(entry))
      throw new TunnelOptionsError(`allowIp: ${entry} is neither an address nor a CIDR block`);
  }
  if (!Number.isFinite(drain) || drain < 0) throw new TunnelOptionsError("drain: give a time of 0 or more");
  const seen = hostHeader === "local" ? `${host.includes(":") ? `[${host}]` : host}:${port}` : hostHeader;
  if (seen !== undefined && !/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(seen))
    throw new TunnelOptionsError("hostHeader: give a host name");
  return {
    token,
    server: new URL(baseUrl),
    target: { host, port, https },
    share,
    drain,
    rules: {
      ...(seen !== undefined && { hostHeader: seen, ...(https && { https }) }),
      ...(basicAuth !== undefined && { basicAuth: createHash("sha256").update(basicAuth).digest("hex") }),
      ...(allowIp !== undefined && allowIp.length > 0 && { allowIp: [...allowIp] }),
      ...(indexable && { indexable }),
    },
  };
}

/** Every option there is; the compiler holds the table to the type. */
const KNOWN: Record<keyof TunnelOptions, true> = {
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

/** A misspelt guard must not open a tunnel without it, whoever checks the caller's types. */
function refuseUnknown(options: TunnelOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined)
    throw new TunnelOptionsError(`${unknown}: there is no such option. There are ${Object.keys(KNOWN).join(", ")}`);
}

function defaultUrl(): string {
  return process.env.FRONTDESK_URL?.trim() || "http://localhost:8787";
}

function isAddressOrBlock(entry: string): boolean {
  const [address = "", bits, more] = entry.split("/");
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
