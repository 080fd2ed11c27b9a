import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { UnreadLimits } from "./connections/unread.ts";
import type { EdgeLog } from "./problems/log.ts";
import type { RefusalLog } from "./problems/refusal-log.ts";

/** What the edge needs to know of a registered subdomain. */
export interface SubdomainRef {
  id: string;
  /** The whole name: `demo.tunnel.example.com`. */
  domain: string;
  /** Changes when the token is renewed. */
  tokenHash: string;
}

/** Carries wake-ups between the parts of one server and between the servers of a cluster. */
export interface Bus {
  /** Tells every listener of the topic, on every server. Never carries secrets or message texts. */
  publish(topic: string, message?: string): Promise<void>;
  /** Returns the function that ends the subscription. Listeners of this process are called synchronously. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  /** Called when messages may have been missed (a lost Redis connection that came back). */
  onGap(listener: () => void): () => void;
}

/** Tells the servers of a cluster which of them hold a tunnel. An entry that isn't set again within 30 s is gone. */
export interface Presence {
  /** Called when the server gets the tunnel and every ten seconds while it has it. */
  set(subdomainId: string, server: string, clients: number): Promise<void>;
  /** Removes this server's entry and no other's. */
  clear(subdomainId: string, server: string): Promise<void>;
  /** The servers that hold the tunnel, the one that said so last first. */
  servers(subdomainId: string): Promise<string[]>;
  /** How many clients serve the tunnel on all servers but this one. */
  clients(subdomainId: string, except: string): Promise<number>;
}

/** What makes several servers one edge. */
export interface Cluster {
  presence: Presence;
  /** Where the other servers reach this one, without a path: `http://10.0.0.5:8787`. */
  internalUrl: string;
  /** Known to all servers of the cluster and to no one else. */
  secret: string;
}

/** Limits and times of the edge, in milliseconds where nothing else is said. */
export interface EdgeTuning {
  /** Agents and edge say something at least this often; 2.5 such times of silence end a tunnel. @default 3_000 */
  heartbeat?: number;
  /** How long a tunnel without its control connection keeps its place for the same agent. @default 30_000 */
  grace?: number;
  /** How long a request waits for a data connection. @default 10_000 */
  acquireTimeout?: number;
  /** How long the app may take until its answer starts. @default 900_000 */
  responseTimeout?: number;
  /** Data connections that requests share; 0 gives each request one of its own. @default 2 */
  sharedLinks?: number;
  /** Data connections kept ready for WebSockets and large uploads. @default 2 */
  initialLinks?: number;
  /** Data connections kept ready for answers that turn out to be long. @default 2 */
  reserves?: number;
  /** The most data connections of one agent. @default 4_096 */
  maxLinks?: number;
  /** A connection to the app that carried a request is used again within this time. @default 4_000 */
  reuseWithin?: number;
  /**
   * Gives up a request body of which nothing comes for this long, or less than 100 bytes per second in twice the time. Does
   * not apply after the app has begun to respond, or while the app reads no more. @default 30_000
   */
  bodyWindow?: number;
  /** How long an agent that leaves or is replaced may finish what runs. @default 30_000 */
  drain?: number;
}

/** Counts something for one key; both give the milliseconds until the next where there were too many, else 0. */
export interface VisitorRate {
  hit(key: string): number;
  /** Without counting. */
  retryAfterMs(key: string): number;
}

/** What is counted of strangers. */
export interface VisitorRates {
  /** Wrong tokens of an address. */
  failures: VisitorRate;
  /** Wrong passwords of a visitor at a tunnel. */
  guesses: VisitorRate;
  /** Requests that a visitor gave up at a tunnel: each costs the agent a connection. */
  aborts: VisitorRate;
}

export interface EdgeOptions {
  tunnelDomain: string;
  baseDomain: string;
  /** Gives the scheme and the port of tunnel addresses, and the host name that is the API's own. */
  publicUrl: string;
  /** Addresses or CIDR blocks of proxies whose `X-Forwarded-*` headers are believed. @default [] */
  trustedProxies?: readonly string[];
  /** Labels that never become tunnels. */
  reserved: readonly string[];
  bus: Bus;
  findByToken(token: string): Promise<SubdomainRef | null>;
  findByDomain(domain: string): Promise<SubdomainRef | null>;
  /** Shown on the edge's own error pages, so that abuse of a tunnel can be reported. */
  abuseContact?: string;
  cluster?: Cluster;
  /** Where refused tokens and requests are noted. @default one of the edge's own, on `log` */
  refusals?: RefusalLog;
  /** Called with each data connection that has proven itself. */
  onProven?(socket: Duplex): void;
  /** Clients that may share one name; the next takes the place of the oldest. @default any number */
  mostClients?: number;
  /** @default nothing is counted */
  rates?: VisitorRates | undefined;
  tuning?: EdgeTuning;
  /** Bytes that may be held for agents and visitors that do not read. @default 4, 48 and 128 MiB */
  unread?: Partial<UnreadLimits>;
  log: EdgeLog;
}

/** Receives visitors of tunnel names and the agents that serve them. */
export interface Edge {
  /** Whether a request with this `Host` is the edge's to answer, be it by refusing it. */
  isTunnelHost(host: string | undefined): boolean;
  request(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Takes a new connection of the listener, for as long as it asks for plain things of tunnels; `handOver` passes it to
   * Node's HTTP server, with all bytes that were not served.
   */
  connection(socket: Socket, handOver: () => void): void;
  /** Visitors' WebSockets on tunnel names, and agents' dials on the API's host. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  clients(subdomainId: string): Promise<number>;
  /** Tunnels that are open on this server. */
  size(): number;
  /** Whether a certificate may be issued for this name: only for registered ones. */
  tlsAsk(domain: string): Promise<boolean>;
  /** Asks agents to go, lets running requests finish for `drainMs` milliseconds, then cuts them. */
  close(options?: { drainMs?: number }): Promise<void>;
}
