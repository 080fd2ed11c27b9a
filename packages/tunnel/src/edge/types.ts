import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { AccessRules } from "./access/access-rules.ts";
import type { ConnectionPool } from "./connections/connection-pool-types.ts";
import type { SendBufferLimits } from "./connections/send-buffers.ts";
import type { EdgeLog } from "./problems/log.ts";
import type { RejectionLog } from "./problems/rejection-log.ts";

/** A registered subdomain, as far as the edge needs it. */
export interface SubdomainRef {
  id: string;
  /** The full name: `demo.tunnel.example.com`. */
  domain: string;
  /** Changes when the token is rotated. */
  tokenHash: string;
}

/** Publishes events within one server and between the servers of a cluster. */
export interface Bus {
  /** Calls all listeners of the topic, on every server. Messages never contain secrets or mail text. Never rejects. */
  publish(topic: string, message?: string): Promise<void>;
  /** Returns a function that ends the subscription. Listeners of this process are called synchronously. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  /** Adds a listener for reconnects, after which events may have been missed. Returns a function that removes it. */
  onReconnect(listener: () => void): () => void;
}

/** Records which servers of a cluster have which tunnel. Entries expire after 30 s unless set again. */
export interface Presence {
  /** Called when the server gets the tunnel, and every 10 s while it has it. */
  set(subdomainId: string, server: string, clients: number): Promise<void>;
  /** Removes the entry of this server only. */
  clear(subdomainId: string, server: string): Promise<void>;
  /** Returns the servers that have the tunnel, the most recent entry first. */
  servers(subdomainId: string): Promise<string[]>;
  /** Counts the tunnel clients of the subdomain on all servers except one. */
  clients(subdomainId: string, exceptServer: string): Promise<number>;
}

/** Connects several servers to one edge. */
export interface Cluster {
  presence: Presence;
  /** URL under which the other servers reach this one, without a path: `http://10.0.0.5:8787`. */
  internalUrl: string;
  /** Secret shared by all servers of the cluster. */
  secret: string;
}

/** Limits and timeouts of the edge. */
export interface EdgeTuning {
  /** Interval of heartbeats on control connections. A tunnel ends after 2.5 missed ones. @default 3_000 */
  heartbeatMs?: number;
  /** How long a tunnel client can resume its session after it lost the control connection. @default 30_000 */
  resumeTimeoutMs?: number;
  /** How long a request waits for a data connection. @default 10_000 */
  acquireTimeoutMs?: number;
  /** How long the app may take until its response begins. @default 900_000 */
  responseTimeoutMs?: number;
  /** Data connections that small requests share; 0 gives each request a dedicated one. @default 2 */
  sharedConnections?: number;
  /** Minimum number of idle data connections for WebSockets and large uploads. @default 2 */
  dedicatedConnections?: number;
  /** Spare data connections, to which clients move long responses. @default 2 */
  spareConnections?: number;
  /** Maximum number of data connections of one tunnel client. @default 4_096 */
  maxConnections?: number;
  /** How long an idle connection to the app is kept for the next request. @default 4_000 */
  reuseTimeoutMs?: number;
  /**
   * Rejects a request if no part of its body arrives for this long, or less than 100 bytes per second in twice this time.
   * Does not apply after the app began to respond, or while the app does not read. @default 30_000
   */
  bodyTimeoutMs?: number;
  /** How long requests of a closed or replaced tunnel may continue. @default 30_000 */
  drainTimeoutMs?: number;
}

/** A rate limit by key. */
export interface VisitorRate {
  /** Counts a hit. Returns 0, or the milliseconds to wait if the limit is exceeded. */
  hit(key: string): number;
  /** Like `hit`, but does not count. */
  retryAfterMs(key: string): number;
}

/** Rate limits for untrusted callers. */
export interface VisitorRates {
  /** Wrong tokens, by IP address. */
  failures: VisitorRate;
  /** Wrong passwords, by visitor and tunnel. */
  guesses: VisitorRate;
  /** Aborted requests, by visitor and tunnel: each costs the tunnel client a connection. */
  aborts: VisitorRate;
}

export interface EdgeOptions {
  tunnelDomain: string;
  baseDomain: string;
  /** The API's URL. Its scheme and port are also those of tunnel URLs. */
  publicUrl: string;
  /** IP addresses and CIDR blocks of proxies whose `X-Forwarded-*` headers are trusted. @default [] */
  trustedProxies?: readonly string[];
  /** Labels that never become tunnels. */
  reserved: readonly string[];
  bus: Bus;
  findByToken(token: string): Promise<SubdomainRef | null>;
  findByDomain(domain: string): Promise<SubdomainRef | null>;
  /** Shown on the edge's error pages, for reports of abuse. */
  abuseContact?: string;
  cluster?: Cluster;
  /** Logs rejected tokens and requests. @default a new one that writes to `log` */
  rejections?: RejectionLog;
  /** Called with each authenticated data connection. */
  onAuthenticated?(socket: Duplex): void;
  /** Called when a client opened a tunnel, with its IP address; not when it resumes one. */
  onTunnelOpen?(subdomain: SubdomainRef, ip: string): void;
  /** Maximum number of clients that share one name; one more replaces the oldest. @default 0 (no limit) */
  maxClients?: number;
  /** @default no limits */
  rates?: VisitorRates | undefined;
  tuning?: EdgeTuning;
  /** Maximum bytes buffered for clients and visitors that do not read. @default 4, 48 and 128 MiB */
  sendBuffers?: Partial<SendBufferLimits>;
  log: EdgeLog;
}

/** Serves visitors of tunnels, through the tunnel clients that connect to it. */
export interface Edge {
  /** Returns whether the edge handles this `Host`, even if only to reject the request. */
  isTunnelHost(host: string | undefined): boolean;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Handles a new connection while its requests are plain and for tunnels. Then calls `handOver`, which passes it to Node's
   * HTTP server with the bytes that were not served.
   */
  handleConnection(socket: Socket, handOver: () => void): void;
  /** Handles visitors' WebSockets on tunnel hosts, and tunnel clients' connections on the API's host. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Counts the tunnel clients of a subdomain on all servers. */
  countClients(subdomainId: string): Promise<number>;
  /** Counts the open tunnels of this server. */
  countTunnels(): number;
  /** Returns whether a certificate may be issued for this name, for on-demand TLS: only if it is registered. */
  mayIssueCertificate(domain: string): Promise<boolean>;
  /** Asks clients to reconnect elsewhere, lets requests finish for up to `drainMs`, then aborts them. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/** A tunnel that can serve a visitor, on this server or on another. */
export interface Upstream {
  access: AccessRules;
  pool: ConnectionPool;
}

/** Shares tunnels with the other servers of a cluster. Without a cluster, every lookup finds nothing. */
export interface ClusterEdge {
  /** Called when a tunnel client connected to this server. */
  onClientOpen(subdomain: SubdomainRef, client: { readonly id: string; readonly share: boolean }): void;
  /** Called when a client accepts no more visitors: other servers look the tunnel up again. */
  onClientClose(subdomain: SubdomainRef): void;
  /** Called when the last client of a tunnel on this server closed. */
  onTunnelClose(subdomain: SubdomainRef): void;
  /** Counts the tunnel clients of a subdomain on the other servers. */
  countClients(subdomainId: string): Promise<number>;
  /** Returns a tunnel of another server that is already connected. */
  cached(domain: string): Upstream | undefined;
  /** Finds the server that has the tunnel and connects to it. Resolves to `null` if no server has it. */
  find(subdomain: SubdomainRef): Promise<Upstream | null>;
  /** Serves another server's request for a data connection of a tunnel on this server. */
  serveRelay(request: IncomingMessage, socket: Duplex): void;
  /** Forwards a client's data connection to the server that has its session. Returns false if it cannot. */
  forwardDial(request: IncomingMessage, socket: Duplex): boolean;
  /** Whether visitors of other servers are being served by tunnels of this one. */
  isRelaying(): boolean;
  /** Announces that this server is about to stop, so that other servers look its tunnels up again. */
  drain(): void;
  checkTimeouts(): void;
  close(): void;
}
