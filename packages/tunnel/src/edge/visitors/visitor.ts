import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { flattenString, isHopByHop, toLowerCaseList } from "../../wire/index.ts";
import { type AccessRules, createIpMatcher } from "../access/access-rules.ts";
import { toPlainIp } from "../access/network.ts";

/** A visitor's request, parsed by Node's HTTP server or by the edge. `headers` has only those that the edge needs. */
export interface VisitorRequest extends Pick<IncomingMessage, "method" | "url" | "headers" | "socket"> {
  rawHeaders: readonly string[];
  /** Present if the edge parsed and validated the request itself. */
  fieldsCache?: RequestFieldsCache;
}

/** Header lines as the app gets them, cached for the connection's next request with the same headers. */
export interface RequestFieldsCache {
  access: AccessRules | null;
  lines: string;
}

/** The visitor's IP address and protocol, as far as the edge can trust them. */
export interface Visitor {
  ip: string;
  proto: "http" | "https";
}

const IP_CHARACTERS = /^[0-9A-Fa-f.:]{2,45}$/;

export type VisitorReader = (request: VisitorRequest) => Visitor;

/** Creates a function that reads the visitor from the connection, or from `X-Forwarded-*` headers of trusted proxies. */
export function createVisitorReader(trustedProxies: readonly string[]): VisitorReader {
  // Without proxies, no request pays for a look-up in the empty list.
  const isTrusted = trustedProxies.length === 0 ? () => false : createIpMatcher(trustedProxies);
  return (request) => {
    const { socket, headers } = request;
    const peer = toPlainIp(socket.remoteAddress ?? "");
    const isEncrypted = "encrypted" in socket && socket.encrypted === true;
    if (!isTrusted(peer)) return { ip: peer, proto: isEncrypted ? "https" : "http" };
    const ip = readForwardedIp(String(headers["x-forwarded-for"] ?? ""), peer, isTrusted);
    const forwardedProto = String(headers["x-forwarded-proto"] ?? "").toLowerCase();
    const isKnownProto = forwardedProto === "https" || forwardedProto === "http";
    const isHttps = isKnownProto ? forwardedProto === "https" : isEncrypted;
    return { ip, proto: isHttps ? "https" : "http" };
  };
}

/**
 * Returns the visitor's IP address of an `X-Forwarded-For` header, to which each proxy has appended the address that it saw: from
 * the end, the first that is no trusted proxy. `peer` is the proxy that sent the request.
 */
function readForwardedIp(forwardedFor: string, peer: string, isTrusted: (ip: string) => boolean): string {
  let ip = peer;
  for (const entry of forwardedFor.split(",").reverse()) {
    const previousHop = toPlainIp(entry.trim());
    const isIp = IP_CHARACTERS.test(previousHop); // a proxy may append "unknown" instead
    if (!isIp || !isTrusted(ip)) break;
    ip = previousHop;
  }
  return ip;
}

export interface RequestHeadOptions {
  request: VisitorRequest;
  visitor: Visitor;
  /** The public name, without a port. */
  domain: string;
  access: AccessRules;
  /** The target in origin form. */
  target: string;
  framing: { kind: "none" } | { kind: "length"; length: number } | { kind: "chunked" };
  isWebSocket: boolean;
}

/** Lists the tunnels through which a request came (RFC 8586). */
const LOOP_HEADER = "cdn-loop";
/** More than any real chain of tunnels. Also ends loops whose other tunnels are on other servers. */
const MAX_HOPS = 12;
/** Twice the same tunnel is legitimate: its app may call another tunnel's app, which calls back. */
const MAX_SAME_HOP = 2;

/** Returns whether a request goes in circles (RFC 8586), because a tunnel's local port leads back to the server. */
export function isLoop({ headers }: VisitorRequest, domain: string): boolean {
  const value = headers[LOOP_HEADER];
  if (value === undefined) return false;
  const hops = toLowerCaseList(String(value));
  // A second visit is legitimate: the app may call another tunnel's app, which calls back. The limit of all hops also ends
  // loops whose other tunnels are on other servers.
  const visitsOfDomain = hops.filter((hop) => hop === domain).length;
  return hops.length >= MAX_HOPS || visitsOfDomain >= MAX_SAME_HOP;
}

// What to do with a visitor's header. The last two depend on the tunnel's access rules.
const PASS = 0;
const DROP = 1;
const CREDENTIALS = 2;
const ORIGIN = 3;
const MAX_CACHED_NAMES = 2_000;
// Visitors choose these names, so the cache is bounded.
const actionsByName = new LRUCache<string, number>({ max: MAX_CACHED_NAMES });

/** Returns the request head for the app, in latin1: with new framing, without hop-by-hop and spoofable headers. */
export function toRequestHead(options: RequestHeadOptions): string {
  const { request, access, target } = options;
  const { method, fieldsCache } = request;
  const start = `${method} ${target} HTTP/1.1\r\n`;
  if (fieldsCache === undefined) return start + toRequestLines(options);
  // Requests with the same fields on one connection share the cache, so their visitor, domain and framing are the same too. Beside
  // these, the lines depend on the access rules alone.
  if (fieldsCache.access !== access) {
    // Flattened, because a concatenated string would keep all its parts in memory.
    fieldsCache.lines = flattenString(toRequestLines(options));
    fieldsCache.access = access;
  }
  return start + fieldsCache.lines;
}

/**
 * Returns the header lines of a request as the app gets them, with the empty line at the end. `hostHeader`: the `Host` that the app
 * expects, if not the visitor's.
 */
function toRequestLines({ request, visitor, domain, access, framing, isWebSocket }: RequestHeadOptions): string {
  const { hostHeader, appScheme, requiresPassword } = access;
  const { rawHeaders, headers } = request;
  const connection = headers.connection === undefined ? [] : toLowerCaseList(headers.connection);
  const publicHost = headers.host ?? domain;
  const previousHops = headers[LOOP_HEADER];
  let head = `Host: ${hostHeader ?? publicHost}\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const value = rawHeaders[index + 1]!;
    const action = actionFor(name);
    const isTunnelPassword = action === CREDENTIALS && requiresPassword;
    if (action === DROP || isTunnelPassword) continue;
    if (connection.length > 0 && isHopByHop(name.toLowerCase(), connection)) continue;
    // An app that sees its own host would reject the public origin as cross-origin.
    const mustShowOwnOrigin = action === ORIGIN && hostHeader !== undefined;
    const isPublicOrigin = mustShowOwnOrigin && value === `${visitor.proto}://${publicHost}`;
    head += isPublicOrigin ? `${name}: ${appScheme}://${hostHeader}\r\n` : `${name}: ${value}\r\n`;
  }
  if (acceptsTrailers(connection, headers.te)) head += "TE: trailers\r\n";
  if (framing.kind === "length") head += `Content-Length: ${framing.length}\r\n`;
  else if (framing.kind === "chunked") head += "Transfer-Encoding: chunked\r\n";
  if (isWebSocket) head += "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  // By this, `isLoop` recognizes a request that comes back to this tunnel.
  head += `CDN-Loop: ${previousHops === undefined ? domain : `${previousHops}, ${domain}`}\r\n`;
  return `${head}${toForwardedLines(visitor, publicHost)}\r\n`;
}

/**
 * Returns whether the visitor accepts trailers, the only option of `TE` that the edge passes on. It counts only if `connection`
 * names the header (RFC 9110, 10.1.4).
 */
function acceptsTrailers(connection: readonly string[], te: string | string[] | undefined): boolean {
  return connection.includes("te") && /(?:^|,)\s*trailers\s*(?:,|$)/i.test(String(te));
}

/** Returns the header lines that tell the app about the visitor: the usual ones, and the standard one (RFC 7239). */
function toForwardedLines({ ip, proto }: Visitor, publicHost: string): string {
  // An IPv6 address must be quoted (RFC 7239, 6).
  const quotedIp = ip.includes(":") ? `"[${ip}]"` : ip;
  const lines = `X-Forwarded-For: ${ip}\r\nX-Forwarded-Proto: ${proto}\r\nX-Forwarded-Host: ${publicHost}\r\nX-Real-IP: ${ip}\r\n`;
  return `${lines}Forwarded: for=${quotedIp};host="${publicHost}";proto=${proto}\r\n`;
}

/**
 * Returns what to do with a visitor's header: pass it on, drop it, or treat its value specially. Cached for the names that were
 * used last.
 */
function actionFor(name: string): number {
  let action = actionsByName.get(name);
  if (action !== undefined) return action;
  // Gateways and frameworks that read headers from an environment treat an underscore as a dash.
  const lower = name.toLowerCase().replaceAll("_", "-");
  // `[]`: the cache is for all requests. `toRequestLines` checks the names in a request's own `Connection` header.
  if (isReplacedByEdge(lower) || isHopByHop(lower, [])) action = DROP;
  else if (lower === "authorization") action = CREDENTIALS;
  else if (lower === "origin") action = ORIGIN;
  else action = PASS;
  actionsByName.set(name, action);
  return action;
}

const REPLACED_HEADERS = new Set(["host", "content-length", "forwarded", "x-real-ip", "x-forwarded", LOOP_HEADER]);

/** Returns whether the edge sends this header itself, so that a visitor's own could only be forged. */
function isReplacedByEdge(lowerCaseName: string): boolean {
  return REPLACED_HEADERS.has(lowerCaseName) || lowerCaseName.startsWith("x-forwarded-");
}
