import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { PROTOCOL, SOCKET_HIGH_WATER_MARK } from "../wire/index.ts";
import type { ProxyWay } from "./proxy.ts";
import { lookupLoopback } from "./target.ts";

/** A connection that the edge has taken, with the bytes that came along with its acceptance. */
export interface Dialled {
  socket: Socket;
  first: Buffer;
}

/** The edge answered a dial with something else than an upgrade. */
export class DialRefusedError extends Error {
  override readonly name = "DialRefusedError";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Where the edge is, and how it is reached. */
export interface Dial {
  server: URL;
  /** Where one leads there. */
  proxy: ProxyWay | undefined;
}

export interface DialOptions extends Dial {
  path: string;
  /** Goes into the `Authorization` header. */
  secret: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Gives up after this many milliseconds. @default 5_000 */
  timeout?: number;
}

const REASON_LIMIT = 2_000;
// Node passes it on to the socket.
const mark = { highWaterMark: SOCKET_HIGH_WATER_MARK };

/** Opens a connection to the edge by an HTTP upgrade, as any proxy on the way forwards it. */
export function dial({ server, path, secret, headers, signal, proxy, timeout = 5_000 }: DialOptions): Promise<Dialled> {
  return new Promise((resolve, reject) => {
    const way = new AbortController();
    const { request } = server.protocol === "https:" ? https : http;
    const prefix = server.pathname.replace(/\/$/, "");
    const dialling = request(new URL(prefix + path, server), {
      agent: proxy?.(way.signal) ?? false,
      ...mark,
      timeout,
      ...(isLoopbackName(server.hostname) && { lookup: lookupLoopback }),
      headers: { ...headers, authorization: `Bearer ${secret}`, connection: "Upgrade", upgrade: PROTOCOL },
    });
    const leave = (why: Error) => {
      // A request that still waits for its proxy has no socket, by which it would hear of its end.
      if (dialling.socket === null) reject(why);
      dialling.destroy(why);
      way.abort();
    };
    const late = () => leave(new Error(`no answer within ${timeout} ms`));
    const timer = setTimeout(late, timeout);
    dialling.once("socket", () => clearTimeout(timer));
    const stop = () => leave(new Error("the dial was given up", { cause: signal?.reason }));
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    };
    dialling.on("upgrade", (_response, socket: Socket, first) => {
      settle();
      socket.setTimeout(0);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 30_000);
      socket.on("error", () => {});
      resolve({ socket, first });
    });
    dialling.on("close", settle);
    dialling.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        if (text.length < REASON_LIMIT) text += piece;
      });
      response.on("close", () =>
        reject(new DialRefusedError(response.statusCode ?? 0, reasonOf(text, response.statusCode))),
      );
    });
    dialling.on("timeout", late);
    dialling.on("error", reject);
    dialling.end();
  });
}

/** Names below `localhost` are this machine's (RFC 6761); not every system's resolver knows. */
function isLoopbackName(hostname: string): boolean {
  return hostname.endsWith(".localhost");
}

function reasonOf(text: string, status: number | undefined): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // A proxy's page: its status has to do.
  }
  return `it answered ${status} instead of opening a tunnel`;
}
