import type { IncomingMessage } from "node:http";
import { headerPairs, toLowerCaseList } from "../../wire/index.ts";

/** Returns whether a request asks for a WebSocket. One with a body does not: no client does that, and it must be read. */
export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET" || !toLowerCaseList(headers.upgrade ?? "").includes("websocket")) return false;
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
}

/** `HTTP2-Settings` belongs to an offer to upgrade to HTTP/2 (RFC 7540, 3.2.1). */
const UPGRADE_HEADERS = new Set(["upgrade", "http2-settings"]);

/**
 * Returns the head of a request without its offer to upgrade, which a server may ignore (RFC 9110, 7.8). Node reads no
 * body of a request with such an offer, so the request is parsed again from these bytes.
 */
export function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (const [name, originalValue] of headerPairs(rawHeaders)) {
    const lower = name.toLowerCase();
    if (UPGRADE_HEADERS.has(lower)) continue;
    const isConnection = lower === "connection";
    const value = isConnection ? withoutUpgradeOptions(originalValue) : originalValue;
    // A `Connection` header that named only the upgrade is dropped as a whole.
    const isEmptied = isConnection && value === "";
    if (!isEmptied) head += `${name}: ${value}\r\n`;
  }
  return Buffer.from(`${head}\r\n`, "latin1");
}

/** Returns a `Connection` header's value without the options of an upgrade: "" for `Upgrade, HTTP2-Settings`. */
function withoutUpgradeOptions(connection: string): string {
  return toLowerCaseList(connection)
    .filter((option) => !UPGRADE_HEADERS.has(option))
    .join(", ");
}
