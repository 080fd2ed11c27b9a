import type { IncomingMessage } from "node:http";
import { listOf, pairsOf } from "../../wire/index.ts";

/** Whether a request offers a WebSocket. One with a body does not: no client sends that, and the body must be read. */
export function offersWebSocket({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET" || !listOf(headers.upgrade ?? "").includes("websocket")) return false;
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
}

const OFFER = new Set(["upgrade", "http2-settings"]);

/**
 * The head of a request as it would be without its offer to change the protocol, which a server is free to ignore (RFC
 * 9110, 7.8). Node reads no body of a request with such an offer, so the request is read again from these bytes.
 */
export function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (const [name, given] of pairsOf(rawHeaders)) {
    const lower = name.toLowerCase();
    if (OFFER.has(lower)) continue;
    let value = given;
    if (lower === "connection")
      value = listOf(value)
        .filter((option) => !OFFER.has(option))
        .join(", ");
    if (lower !== "connection" || value !== "") head += `${name}: ${value}\r\n`;
  }
  return Buffer.from(`${head}\r\n`, "latin1");
}
