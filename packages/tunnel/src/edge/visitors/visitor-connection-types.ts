import type { Socket } from "node:net";
import type { BodySource } from "./body-source.ts";
import type { ResponseWriter } from "./response-writer.ts";
import type { VisitorRequest } from "./visitor.ts";

/** A visitor's connection that the edge parses itself, while its requests are plain and for tunnels. */
export interface VisitorConnection {
  /** Closes the connection if it was idle for too long. Called every second or so. */
  checkTimeouts(now: number): void;
  /** Closes the connection when the visitor has read the current or last response. */
  close(): void;
  /** Returns whether the visitor must still read a part of its response. */
  hasUnsentBytes(): boolean;
  destroy(): void;
}

export interface VisitorConnectionOptions {
  socket: Socket;
  isTunnelHost(host: string | undefined): boolean;
  /** Serves a request. `body`: text in latin1 if it is short and complete. */
  serve(request: VisitorRequest, writer: ResponseWriter, body: BodySource | string | undefined): void;
  /** Passes the connection to Node's HTTP server, from the first byte that was not served. */
  handOver(): void;
  zones: readonly string[];
  abuseContact: string | undefined;
  now: () => number;
  /** Called when the connection is closed or handed over. */
  onGone(connection: VisitorConnection): void;
}
