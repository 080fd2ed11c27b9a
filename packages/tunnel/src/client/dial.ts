import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { PROTOCOL, SOCKET_HIGH_WATER_MARK } from "../wire/index.ts";
import type { ProxyAgentFactory } from "./proxy.ts";
import { lookupLoopback } from "./target.ts";

/** A connection that the edge accepted, with the bytes received after the upgrade. */
export interface DialedConnection {
  socket: Socket;
  firstBytes: Buffer;
}

/** The edge responded with something else than an upgrade. */
export class DialRefusedError extends Error {
  override readonly name = "DialRefusedError";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server and the proxy to it. */
export interface ServerEndpoint {
  server: URL;
  /** `undefined` for a direct connection. */
  proxy: ProxyAgentFactory | undefined;
}

export interface DialOptions extends ServerEndpoint {
  path: string;
  /** Bearer token for the `Authorization` header. */
  secret: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** @default 5_000 */
  timeoutMs?: number;
}

const MAX_ERROR_TEXT_LENGTH = 2_000;
// Not in the types of `http.request`, but Node passes it on to the socket.
const socketOptions = { highWaterMark: SOCKET_HIGH_WATER_MARK };

/** Opens a connection to the edge by an HTTP upgrade, which reverse proxies forward. */
export function dial({ signal, timeoutMs = 5_000, ...options }: DialOptions): Promise<DialedConnection> {
  return new Promise((resolve, reject) => {
    const proxyAbort = new AbortController();
    const dialRequest = createUpgradeRequest({ ...options, timeoutMs }, proxyAbort.signal);
    /** Ends the attempt with an error. While a proxy connects, the request has no socket, and its `destroy` emits no error. */
    function fail(error: Error): void {
      if (dialRequest.socket === null) reject(error);
      dialRequest.destroy(error);
      proxyAbort.abort();
    }
    const onTimeout = () => fail(new Error(`no response within ${timeoutMs} ms`));
    // The option `timeout` of the request begins only with its socket.
    const timer = setTimeout(onTimeout, timeoutMs);
    dialRequest.once("socket", () => clearTimeout(timer));
    const onAbort = () => fail(new Error("the connection attempt was aborted", { cause: signal?.reason }));
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    dialRequest.on("upgrade", (_response, socket: Socket, firstBytes) => {
      cleanUp();
      prepareSocket(socket);
      resolve({ socket, firstBytes });
    });
    dialRequest.on("close", cleanUp);
    dialRequest.on("response", (response) => readRefusal(response, reject));
    dialRequest.on("timeout", onTimeout);
    dialRequest.on("error", reject);
    dialRequest.end();
  });
}

/**
 * Creates the upgrade request. `proxySignal` aborts the connection to the proxy. A reverse proxy may serve Frontdesk under a path. A
 * loopback name is not looked up in the system, which might return only one of its addresses, or be slow (`lookupLoopback`).
 */
function createUpgradeRequest(
  { server, path, secret, headers, proxy, timeoutMs }: DialOptions,
  proxySignal: AbortSignal,
): http.ClientRequest {
  const { request } = server.protocol === "https:" ? https : http;
  const pathPrefix = server.pathname.replace(/\/$/, "");
  return request(new URL(pathPrefix + path, server), {
    // `false`: a connection of its own. A shared agent would keep it for later requests.
    agent: proxy?.(proxySignal) ?? false,
    ...socketOptions,
    timeout: timeoutMs,
    ...(isLoopbackName(server.hostname) && { lookup: lookupLoopback }),
    headers: { ...headers, authorization: `Bearer ${secret}`, connection: "Upgrade", upgrade: PROTOCOL },
  });
}

/** Prepares a socket for the tunnel. It has no timeout: heartbeats detect a dead connection, and TCP's own checks after 30 s. */
function prepareSocket(socket: Socket): void {
  socket.setTimeout(0);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  // The "close" event that follows suffices.
  socket.on("error", () => {});
}

/** Reads a response that is no upgrade, and calls `onRefused` with its error text, of limited length. */
function readRefusal(response: http.IncomingMessage, onRefused: (error: DialRefusedError) => void): void {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    // Also because it may be a stream without an end.
    if (text.length > MAX_ERROR_TEXT_LENGTH) response.destroy();
  });
  // "close" instead of "end", which does not come if the response is cut off.
  response.on("close", () => {
    const { statusCode } = response;
    onRefused(new DialRefusedError(statusCode ?? 0, reasonOf(text, statusCode)));
  });
}

/** Names under `localhost` are loopback (RFC 6761), but some systems' resolvers know only `localhost` itself. */
function isLoopbackName(hostname: string): boolean {
  return hostname.endsWith(".localhost");
}

/** Returns why a dial was rejected: the error in the server's JSON response; for any other response, its status. */
function reasonOf(text: string, status: number | undefined): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // A proxy's page: its status has to do.
  }
  return `it answered ${status} instead of opening a tunnel`;
}
