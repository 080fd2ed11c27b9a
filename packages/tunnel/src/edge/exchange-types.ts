import type { IndexedItem } from "@frontdesk/basics";
import type { Head } from "../wire/index.ts";
import type { ConnectionPool } from "./connections/connection-pool-types.ts";
import type { TunnelSendBuffers } from "./connections/send-buffers.ts";
import type { RequestBody } from "./visitors/request-body.ts";
import type { ResponseWriter, WriterEvents } from "./visitors/response-writer.ts";

/** One visitor's request and the app's response to it. */
export interface Exchange extends WriterEvents, IndexedItem {
  isOver: boolean;
  /** Ends the exchange if it takes too long. Called every second or so. */
  checkTimeouts(now: number): void;
  /** Aborts the exchange, for example because the server stops. */
  abort(): void;
}

export interface ExchangeOptions {
  writer: ResponseWriter;
  method: string;
  route: ExchangeRoute;
  /** Returns a route by another tunnel client of the same name, or `null`. */
  reroute(): ExchangeRoute | null;
  body: RequestBody | undefined;
  /** The visitor requested an upgrade to another protocol. */
  isUpgrade: boolean;
  responseTimeoutMs: number;
  /** Counts bytes buffered for the visitor or for the tunnel client. */
  sendBuffers: TunnelSendBuffers;
  now: () => number;
  /** Called if the visitor aborts the request. */
  onAbort(): void;
  /** Called when the exchange is over, successful or not. */
  onEnd(exchange: Exchange): void;
}

/** The tunnel client that serves a request, and what is sent to its app. */
export interface ExchangeRoute {
  pool: ConnectionPool;
  /** The complete head, in latin1, and a short body if it is complete. */
  head: string;
  /** Whether search engines may index the app. */
  isIndexable: boolean;
  /** Replaces the app's origin by the public one in a response head. Missing if the app knows the public `Host`. */
  replaceOrigin?: ((head: Head) => Head) | undefined;
}
