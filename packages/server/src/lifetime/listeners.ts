import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  attachEdge,
  createConnectionLimit,
  createRejectionLog,
  EDGE_SERVER_OPTIONS,
  type Edge,
  shareServer,
} from "@frontdesk/tunnel/edge";
import type { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import type { Services } from "../context.ts";
import { createAdminApp } from "../http/admin-endpoints.ts";
import { type Drain, listenOn, watchForDrain } from "../http/listener.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Intake } from "../smtp/intake.ts";
import { openSmtp } from "../smtp/open-smtp.ts";
import type { Smtp } from "../smtp/smtp.ts";
import type { ServerBus } from "../storage/types.ts";
import { toAuthority } from "../text/authority.ts";
import type { HealthProblem } from "./health.ts";
import type { JoinCluster } from "./join-cluster.ts";
import { openEdge } from "./open-edge.ts";

/** Where a listening server is reached. */
export interface ListenAddresses {
  /** Of the API, without a trailing slash. */
  url: string;
  /** `host:port` of the SMTP listener; `null` when it is off. */
  smtp: string | null;
  /** Of the operator's pages, without a trailing slash; `null` when they are off. */
  admin: string | null;
}

interface ListenersParts {
  services: Services;
  bus: ServerBus;
  rates: RateLimits;
  metrics: Metrics;
  log: Log;
  intake: Intake;
  fault(): Promise<HealthProblem | null>;
  joinCluster: JoinCluster;
  withSmtp: boolean;
  /** Of the storage; `null` for one that has none. */
  directory: string | null;
  /** The API opens its own port. */
  onListen(): void;
}

/** The ports of a server, its own or a program's, and the tunnels on them. */
export function createListeners(parts: ListenersParts) {
  const { services, bus, rates, metrics, log, intake, fault, joinCluster, withSmtp, directory, onListen } = parts;
  const { options, facts } = services;
  let isListening = false;
  let httpServer: HttpServer | undefined;
  let attachedServer: HttpServer | undefined;
  let adminServer: HttpServer | undefined;
  let drain: Drain | undefined;
  let smtp: Smtp | undefined;
  let edge: Edge | undefined;
  const onFailure = (what: string, error: unknown) => log.error(`${what} failed and was closed`, error);

  async function tlsAsk(domain: string): Promise<boolean> {
    return isApiHost(domain) || (edge?.mayIssueCertificate(domain) ?? false);
  }

  /** The API's own name, for which the proxy in front needs a certificate as for any tunnel's. */
  function isApiHost(domain: string): boolean {
    const { protocol, hostname } = new URL(facts.publicUrl);
    return protocol === "https:" && hostname === domain.toLowerCase();
  }

  async function listen(app: H3): Promise<ListenAddresses> {
    if (isListening) throw new Error("listen: this Frontdesk was told to listen before. Call it once.");
    isListening = true;
    if (attachedServer === undefined) await listenHttp(app);
    const admin = await listenForAdmin();
    if (!withSmtp) return { url: facts.publicUrl, smtp: null, admin };
    smtp = await openSmtp({ services, intake, log, directory });
    const address = await smtp.listen();
    facts.smtpPort = address.port;
    return { url: facts.publicUrl, smtp: toAuthority(address.host, address.port), admin };
  }

  async function listenHttp(app: H3): Promise<void> {
    httpServer = createHttpServer(EDGE_SERVER_OPTIONS);
    const port = await listenOn(httpServer, options.host, options.port);
    onListen();
    const limit = createConnectionLimit({ maxPerIp: options.connectionsPerIp, exempt: options.trustedProxies });
    const rejections = createRejectionLog(log);
    edge = openEdgeOn(port, { rejections, onAuthenticated: limit.release });
    attachEdge(httpServer, edge, toNodeHandler(app), { limit, rejections, onFailure });
    drain = watchForDrain(httpServer);
  }

  function openEdgeOn(port: number, more: Partial<Parameters<typeof openEdge>[1]> = {}): Edge {
    if (!options.publicUrl) facts.publicUrl = `http://localhost:${port}`;
    const opened = openEdge(services, { ...joinCluster(port), bus, rates, log, ...more });
    facts.clientsOf = opened.countClients;
    metrics.addGauge("tunnels", {}, opened.countTunnels);
    return opened;
  }

  /** Tunnels on a program's own listener. */
  function attach(server: HttpServer): void {
    if (httpServer !== undefined || attachedServer !== undefined)
      throw new Error(
        "attach: this Frontdesk has a listener already. Call attach once, before listen or instead of it.",
      );
    attachedServer = server;
    const open = () => {
      // A listener on a path of the file system has no port.
      const address = server.address() as AddressInfo | string | null;
      edge = openEdgeOn(typeof address === "object" && address !== null ? address.port : options.port);
      shareServer(server, edge, onFailure);
    };
    if (server.listening) open();
    else server.once("listening", open);
  }

  async function listenForAdmin(): Promise<string | null> {
    const { adminPort, adminHost } = options;
    if (adminPort === "") return null;
    adminServer = createHttpServer(
      toNodeHandler(createAdminApp({ metrics, checkHealth: fault, isCertificateAllowed: tlsAsk })),
    );
    const port = await listenOn(adminServer, adminHost, adminPort);
    return `http://${toAuthority(adminHost, port)}`;
  }

  return {
    listen,
    attach,
    tlsAsk,
    /** From now on every answer is the last of its connection. */
    beginDrain: () => drain?.begin(),
    /** Resolves when what runs has finished, or was cut after the drain time. */
    drain: () => Promise.all([smtp?.close(), edge?.close({ drainMs: options.drain }), drain?.close(options.drain)]),
    /** The operator's pages go last, so that whoever asks meanwhile hears why. */
    closeOperator() {
      adminServer?.close();
      adminServer?.closeAllConnections();
    },
  };
}
