import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { endConnection, PROTOCOL } from "../../wire/index.ts";
import { runWithErrorHandler } from "./listener-errors.ts";

/** Idle time after which the system checks with TCP whether the other end is alive. */
export const KEEP_ALIVE_DELAY_MS = 30_000;

/** Accepts an upgrade to the tunnel protocol. `headers`: extra header lines, each with its line end. */
export function acceptUpgrade(socket: Duplex, headers = ""): void {
  // Only TCP sockets have these methods. Heartbeats replace the idle timeout.
  const tcp = socket as Socket;
  tcp.setTimeout?.(0);
  tcp.setNoDelay?.(true);
  tcp.setKeepAlive?.(true, KEEP_ALIVE_DELAY_MS);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${PROTOCOL}\r\n${headers}\r\n`);
}

/** Rejects an upgrade or a CONNECT with a JSON error like the API's and closes the connection. */
export function rejectUpgrade(
  socket: Duplex,
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): void {
  endConnection(socket, toLastResponse(status, code, error, headers));
}

/** Returns a whole response with a JSON error like the API's, after which the connection closes. */
export function toLastResponse(
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): string {
  const extraLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = JSON.stringify({ error, code });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n${extraLines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Returns the bearer token of a request, or `null`. */
export function bearerToken(request: IncomingMessage): string | null {
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

/** A connection and, in a private field of Node, the response in progress on it. */
export type RespondingSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Stays on a socket to keep its error from ending the process: Node has no listener on it after "upgrade". A "close" event follows. */
const ignoreError = () => {};

/**
 * Runs `act` as soon as the connection has no response in progress. Node emits "upgrade" while earlier requests may still wait for
 * theirs, but responses must be in the order of the requests. Never runs `act` if the connection closes before. If it has to wait, the
 * socket's errors are ignored from then on, because Node no longer does that after "upgrade".
 */
export function afterEarlierResponses(socket: Duplex, act: () => void): void {
  const responseInProgress = (socket as RespondingSocket)._httpMessage;
  if (!responseInProgress) return void runWithErrorHandler(socket, act);
  const ignoresErrors = socket.listeners("error").includes(ignoreError);
  if (!ignoresErrors) socket.on("error", ignoreError);
  const waitForNextResponse = () => afterEarlierResponses(socket, act);
  responseInProgress.once("finish", waitForNextResponse);
}
