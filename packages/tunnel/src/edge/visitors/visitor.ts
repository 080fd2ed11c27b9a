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

/** What depends only on a request's connection and headers, cached for the connection's next request with the same headers. */
export interface RequestFieldsCache {
  visitor: Visitor | null;
  /** Header lines as the app gets them by the rules `access`. */
  lines: string;
  access: AccessRules | null;
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
    const { fieldsCache } = request;
    if (fieldsCache === undefined) return readVisitor(request);
    fieldsCache.visitor ??= readVisitor(request);
    return fieldsCache.visitor;
  };

  /** Reads who sent a request: the peer of its connection, or, if that is a trusted proxy, what the proxy says in its headers. */
  function readVisitor({ socket, headers }: VisitorRequest): Visitor {
    const peer = toPlainIp(socket.remoteAddress ?? "");
    const peerProto = "encrypted" in socket && socket.encrypted === true ? "https" : "http";
    if (!isTrusted(peer)) return { ip: peer, proto: peerProto };
    const ip = readForwardedIp(String(headers["x-forwarded-for"] ?? ""), peer, isTrusted);
    const forwardedProto = String(headers["x-forwarded-proto"] ?? "").toLowerCase();
    if (forwardedProto === "https" || forwardedProto === "http") return { ip, proto: forwardedProto };
    return { ip, proto: peerProto };
  }
}

/**
 * Returns the visitor's IP address of an `X-Forwarded-For` header, to which each proxy has appended the address that it saw: from
 * the end, the first that is no trusted proxy. `peer` is the proxy that sent the request.
 */
function readForwardedIp(forwardedFor: string, peer: string, isTrusted: (ip: string) => boolean): string {
  let ip = peer;
  for (const entry of forwardedFor.split(",").reverse()) {
    if (!isTrusted(ip)) break;
    const previousHop = toPlainIp(entry.trim());
    const isIp = IP_CHARACTERS.test(previousHop); // a proxy may append "unknown" instead
    if (!isIp) break;
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
/** A second visit of the same tunnel is legitimate: its app may call another tunnel's app, which calls back. */
const MAX_VISITS = 2;

/**
 * Returns whether a request goes in circles, because a tunnel's local port leads back to the server. Its header lists the tunnels through
 * which it came (RFC 8586). One earlier visit of `domain` is legitimate: its app may call another tunnel's app, which calls back.
 */
export function isLoop({ headers }: VisitorRequest, domain: string): boolean {
  const value = headers[LOOP_HEADER];
  if (value === undefined) return false;
  const hops = toLowerCaseList(String(value));
  const visitCount = hops.filter((hop) => hop === domain).length;
  return hops.length >= MAX_HOPS || visitCount >= MAX_VISITS;
}

/**
 * Returns the request head for the app with its empty line, in latin1: with new framing, without hop-by-hop and spoofable headers. Only
 * requests that the edge parsed itself have a cache of their header lines (`fieldsCache`).
 */
export function toRequestHead(options: RequestHeadOptions): string {
  const { request, target } = options;
  const { method, fieldsCache } = request;
  const lines = fieldsCache === undefined ? toHeaderLines(options) : toCachedLines(fieldsCache, options);
  return `${method} ${target} HTTP/1.1\r\n${lines}`;
}

/**
 * Returns the header lines as the app gets them, from the cache if they are in it. Requests that share a cache have the same fields
 * and come on the same connection, so their lines can differ only by the access rules.
 */
function toCachedLines(cache: RequestFieldsCache, options: RequestHeadOptions): string {
  const isCached = cache.access === options.access;
  if (isCached) return cache.lines;
  // A concatenated string would keep all its parts in memory.
  cache.lines = flattenString(toHeaderLines(options));
  cache.access = options.access;
  return cache.lines;
}

/**
 * Returns the header lines of a request as the app gets them, with the empty line at the end. The edge adds those about the visitor, and
 * one with the tunnels that the request has passed (`toLoopLine`), so that one that goes in circles is noticed.
 */
function toHeaderLines(options: RequestHeadOptions): string {
  const { request, visitor, domain, access, framing, isWebSocket } = options;
  const { headers } = request;
  const publicHost = headers.host ?? domain;
  const connectionOptions = headers.connection === undefined ? [] : toLowerCaseList(headers.connection);
  let lines = `Host: ${access.hostHeader ?? publicHost}\r\n${toVisitorLines(options, publicHost, connectionOptions)}`;
  if (acceptsTrailers(connectionOptions, headers.te)) lines += "TE: trailers\r\n";
  if (framing.kind === "length") lines += `Content-Length: ${framing.length}\r\n`;
  else if (framing.kind === "chunked") lines += "Transfer-Encoding: chunked\r\n";
  if (isWebSocket) lines += "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  lines += toLoopLine(headers[LOOP_HEADER], domain);
  return `${lines}${toForwardedLines(visitor, publicHost)}\r\n`;
}

/**
 * Returns those of the visitor's header lines that the app gets. Headers that `Connection` names (`connectionOptions`) are meant for
 * the edge alone. An app that sees its own host would reject the public origin as cross-origin, so it also sees its own origin.
 */
function toVisitorLines(
  { request, visitor, access }: RequestHeadOptions,
  publicHost: string,
  connectionOptions: readonly string[],
): string {
  const { rawHeaders } = request;
  const { hostHeader, appScheme, requiresPassword } = access;
  let lines = "";
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const value = rawHeaders[index + 1]!;
    const treatment = treatmentOf(name);
    const isTunnelPassword = treatment === "credentials" && requiresPassword;
    if (treatment === "drop" || isTunnelPassword) continue;
    if (connectionOptions.length > 0 && isHopByHop(name.toLowerCase(), connectionOptions)) continue;
    const mustShowOwnOrigin = treatment === "origin" && hostHeader !== undefined;
    const isPublicOrigin = mustShowOwnOrigin && value === `${visitor.proto}://${publicHost}`;
    lines += isPublicOrigin ? `${name}: ${appScheme}://${hostHeader}\r\n` : `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Returns the header line with all tunnels so far. `isLoop` finds this one in it if the request comes back. */
function toLoopLine(previousHops: string | string[] | undefined, domain: string): string {
  return `CDN-Loop: ${previousHops === undefined ? domain : `${previousHops}, ${domain}`}\r\n`;
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

/** How to treat a visitor's header: pass it to the app, drop it, or decide by the tunnel's access rules. */
type HeaderTreatment = "pass" | "drop" | "credentials" | "origin";

/** Bounded, because visitors choose the names. */
const cachedTreatments = new LRUCache<string, HeaderTreatment>({ max: 2_000 });

/** Returns how to treat a visitor's header, cached for the names that were used last. */
function treatmentOf(name: string): HeaderTreatment {
  const cached = cachedTreatments.get(name);
  if (cached !== undefined) return cached;
  // Gateways and frameworks that read headers from an environment treat an underscore as a dash.
  const treatment = chooseTreatment(name.toLowerCase().replaceAll("_", "-"));
  cachedTreatments.set(name, treatment);
  return treatment;
}

/**
 * Returns how to treat a header in all requests: `credentials` is dropped if the tunnel requires a password, and `origin` becomes the app's
 * if it is the tunnel's. A request also drops the headers that its own `Connection` header names.
 */
function chooseTreatment(lowerCaseName: string): HeaderTreatment {
  if (isReplacedByEdge(lowerCaseName) || isHopByHop(lowerCaseName, NO_CONNECTION_OPTIONS)) return "drop";
  if (lowerCaseName === "authorization") return "credentials";
  return lowerCaseName === "origin" ? "origin" : "pass";
}

const NO_CONNECTION_OPTIONS: readonly string[] = [];
const REPLACED_HEADERS = new Set(["host", "content-length", "forwarded", "x-real-ip", "x-forwarded", LOOP_HEADER]);

/** Returns whether the edge sends this header itself, so that a visitor's own could only be forged. */
function isReplacedByEdge(lowerCaseName: string): boolean {
  return REPLACED_HEADERS.has(lowerCaseName) || lowerCaseName.startsWith("x-forwarded-");
}
