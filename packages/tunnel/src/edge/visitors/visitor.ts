import type { IncomingMessage } from "node:http";
import { inOnePiece, isHopByHop, listOf } from "../../wire/index.ts";
import { createAddressList, type Gate } from "../access/gate.ts";
import { toPlainAddress } from "../access/network.ts";

/** What a visitor asks for, as whoever reads the connection found it. Of `headers` only those that the edge reads. */
export interface Asked extends Pick<IncomingMessage, "method" | "url" | "headers" | "socket"> {
  rawHeaders: readonly string[];
  /** Of a request that the edge has read itself, and checked as it did: what became of these very fields. */
  passed?: PassedFields;
}

/** The fields of a visitor's requests as an app got them, kept for the next request of the connection with the same ones. */
export interface PassedFields {
  gate: Gate | null;
  lines: string;
}

/** Who asks, as far as the edge can vouch for it. */
export interface Visitor {
  address: string;
  proto: "http" | "https";
}

/** Reads the visitor from the connection, or from `X-Forwarded-*` where a listed proxy wrote them. */
export function createVisitorReader(trustedProxies: readonly string[]): (request: Asked) => Visitor {
  const isTrusted = trustedProxies.length === 0 ? () => false : createAddressList(trustedProxies);
  return (request) => {
    const { socket, headers } = request;
    const peer = toPlainAddress(socket.remoteAddress ?? "");
    const encrypted = "encrypted" in socket && socket.encrypted === true;
    if (!isTrusted(peer)) return { address: peer, proto: encrypted ? "https" : "http" };
    const chain = String(headers["x-forwarded-for"] ?? "").split(",");
    let address = peer;
    for (let at = chain.length - 1; at >= 0 && isTrusted(address); at--) {
      const hop = toPlainAddress(chain[at]!.trim());
      if (!/^[0-9A-Fa-f.:]{2,45}$/.test(hop)) break;
      address = hop;
    }
    const proto = String(headers["x-forwarded-proto"] ?? "").toLowerCase();
    return { address, proto: proto === "https" || (encrypted && proto !== "http") ? "https" : "http" };
  };
}

export interface RequestHeadOptions {
  request: Asked;
  visitor: Visitor;
  /** The public name, without a port. */
  domain: string;
  gate: Gate;
  /** The target in origin form. */
  target: string;
  framing: { kind: "none" } | { kind: "length"; length: number } | { kind: "chunked" };
  websocket: boolean;
}

/** The tunnels that a request has come through (RFC 8586). */
const HOPS = "cdn-loop";
/** An app may ask another tunnel's, which asks the first again for something else. */
const MOST_HOPS = 12;
const MOST_TIMES = 2;

/** Whether a request comes around, because a tunnel leads back to the server that it starts from. */
export function isLoop({ headers }: Asked, domain: string): boolean {
  const hops = headers[HOPS];
  if (hops === undefined) return false;
  const passed = listOf(String(hops));
  return passed.length >= MOST_HOPS || passed.filter((hop) => hop === domain).length >= MOST_TIMES;
}

const PASS = 0;
const DROP = 1;
const CREDENTIALS = 2;
const ORIGIN = 3;
const fates = new Map<string, number>();

/** The request as the app gets it: re-framed, without hop-by-hop and spoofable headers, in latin1. */
export function toRequestHead(options: RequestHeadOptions): string {
  const { request, gate, target } = options;
  const { method, passed } = request;
  const start = `${method} ${target} HTTP/1.1\r\n`;
  if (passed === undefined) return start + toRequestLines(options);
  if (passed.gate !== gate) {
    passed.lines = inOnePiece(toRequestLines(options));
    passed.gate = gate;
  }
  return start + passed.lines;
}

function toRequestLines({ request, visitor, domain, gate, framing, websocket }: RequestHeadOptions): string {
  const { hostHeader, appScheme, guarded } = gate;
  const { rawHeaders, headers } = request;
  const connection = headers.connection === undefined ? [] : listOf(headers.connection);
  const publicHost = headers.host ?? domain;
  const passed = headers[HOPS];
  let head = `Host: ${hostHeader ?? publicHost}\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const fate = fateOf(name);
    // Credentials for the tunnel are none for the app.
    if (fate === DROP || (fate === CREDENTIALS && guarded)) continue;
    if (connection.length > 0 && isHopByHop(name.toLowerCase(), connection)) continue;
    // An app that is shown its own host must not find that the page comes from another.
    if (hostHeader !== undefined && fate === ORIGIN && rawHeaders[at + 1] === `${visitor.proto}://${publicHost}`) {
      head += `${name}: ${appScheme}://${hostHeader}\r\n`;
      continue;
    }
    head += `${name}: ${rawHeaders[at + 1]}\r\n`;
  }
  if (connection.includes("te") && /(?:^|,)\s*trailers\s*(?:,|$)/i.test(String(headers.te))) head += "TE: trailers\r\n";
  if (framing.kind === "length") head += `Content-Length: ${framing.length}\r\n`;
  else if (framing.kind === "chunked") head += "Transfer-Encoding: chunked\r\n";
  if (websocket) head += "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  const { address, proto } = visitor;
  const node = address.includes(":") ? `"[${address}]"` : address;
  head += `CDN-Loop: ${passed === undefined ? domain : `${passed}, ${domain}`}\r\n`;
  return `${head}X-Forwarded-For: ${address}\r\nX-Forwarded-Proto: ${proto}\r\nX-Forwarded-Host: ${publicHost}\r\nX-Real-IP: ${address}\r\nForwarded: for=${node};host="${publicHost}";proto=${proto}\r\n\r\n`;
}

function fateOf(name: string): number {
  let fate = fates.get(name);
  if (fate !== undefined) return fate;
  // Gateways and frameworks that read headers from an environment take an underscore for a dash.
  const lower = name.toLowerCase().replaceAll("_", "-");
  const drop =
    lower === "host" ||
    lower === "content-length" ||
    lower === "forwarded" ||
    lower === "x-real-ip" ||
    lower === HOPS ||
    lower === "x-forwarded" ||
    lower.startsWith("x-forwarded-") ||
    isHopByHop(lower, []);
  fate = drop ? DROP : lower === "authorization" ? CREDENTIALS : lower === "origin" ? ORIGIN : PASS;
  // Visitors choose these names, so the memory of them is bounded.
  if (fates.size < 2_000) fates.set(name, fate);
  return fate;
}
