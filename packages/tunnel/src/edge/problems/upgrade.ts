import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { PROTOCOL } from "../../wire/index.ts";

/** Completes the upgrade of a dialled connection. */
export function accept(socket: Duplex, headers = ""): void {
  const tcp = socket as Socket;
  tcp.setTimeout?.(0);
  tcp.setNoDelay?.(true);
  tcp.setKeepAlive?.(true, 30_000);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${PROTOCOL}\r\n${headers}\r\n`);
}

/** Answers an upgrade that is not taken, in the form of the API's errors, and closes. */
export function refuse(
  socket: Duplex,
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): void {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = JSON.stringify({ error, code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n${more.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The bearer token of a dial, or `null`. */
export function bearer(request: IncomingMessage): string | null {
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}
