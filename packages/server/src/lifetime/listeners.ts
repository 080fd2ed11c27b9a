import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
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
import { createAdminApp, type HealthProblem } from "../http/admin-endpoints.ts";
import { type Drain, listenOn, watchForDrain } from "../http/listener.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { openProviderAuthority } from "../providers/authority.ts";
import { openSmtp } from "../smtp/open-smtp.ts";
import type { Smtp } from "../smtp/smtp.ts";
import type { Kv, Locks, ServerBus } from "../storage/types.ts";
import { toAuthority } from "../text/authority.ts";
import { isLocalOnly } from "../text/loopback.ts";
import type { JoinCluster } from "./join-cluster.ts";
import { openEdge } from "./open-edge.ts";
import { openProviderListener, type ProviderListener } from "./provider-listener.ts";

/** URLs and ports of a listening server. */
export interface ListenAddresses {
  /** URL of the API, without a trailing slash. */
  url: string;
  /** `host:port` of the SMTP listener; `null` when it is off. */
  smtp: string | null;
  /** URL of the admin endpoints, without a trailing slash; `null` if they are off. */
  admin: string | null;
  /** URL of the provider port, to be used as an HTTP proxy; `null` if it is off. */
  providers: string | null;
}

interface ListenersOptions {
  services: Services;
  bus: ServerBus;
  rates: RateLimits;
  checkHealth(): Promise<HealthProblem | null>;
  joinCluster: JoinCluster;
  withSmtp: boolean;
  kv: Kv;
  locks: Locks;
  /** The storage's folder; `null` if it has none. */
  directory: string | null;
  /** Called when the API's port is open. */
  onListen(): void;
}

/** Creates the server's listeners: HTTP (its own port or a program's server), admin endpoints and SMTP. */
export function createListeners(parts: ListenersOptions) {
  const { services, bus, rates, checkHealth, joinCluster, withSmtp, kv, locks, directory, onListen } = parts;
  const { options, facts, metrics, log } = services;
  /** Promise of the one call of `listen`. */
  let listening: Promise<ListenAddresses> | undefined;
  let httpServer: HttpServer | undefined;
  let attachedServer: HttpServer | undefined;
  /** Gives up waiting until the attached server listens. */
  let stopAttaching = () => {};
  let adminServer: HttpServer | undefined;
  let httpDrain: Drain | undefined;
  let providerListener: ProviderListener | undefined;
  let smtp: Smtp | undefined;
  let edge: Edge | undefined;
  const onFailure = (what: string, error: unknown) => log.error(`${what} failed and was closed`, error);

  /** Returns whether the reverse proxy may request a certificate for this domain. */
  async function isCertificateAllowed(domain: string): Promise<boolean> {
    // Before the ports are open there is no edge, and so no tunnel.
    return isApiHost(domain) || (edge?.mayIssueCertificate(domain) ?? false);
  }

  /** Returns whether the domain is the API's host, for which the reverse proxy needs a certificate too. */
  function isApiHost(domain: string): boolean {
    const { protocol, hostname } = new URL(facts.publicUrl);
    return protocol === "https:" && hostname === domain.toLowerCase();
  }

  /** Opens the ports. Rejects if they could not be opened, or if it was called before. */
  async function listen(app: H3): Promise<ListenAddresses> {
    if (listening !== undefined) throw new Error("listen() was called before. Call it once.");
    listening = openPorts(app);
    return listening;
  }

  /**
   * Opens the ports: HTTP unless a program's server is attached, then admin endpoints, provider port and SMTP if they are on.
   * Sets the SMTP port in `facts`, which handlers read.
   */
  async function openPorts(app: H3): Promise<ListenAddresses> {
    if (attachedServer === undefined) await listenHttp(app);
    const admin = await listenForAdmin();
    const providers = await listenForProviders(app);
    if (!withSmtp) return { url: facts.publicUrl, smtp: null, admin, providers };
    smtp = await openSmtp({ services, log, certificateStore: { kv, directory } });
    const address = await smtp.listen();
    facts.smtpPort = address.port;
    return { url: facts.publicUrl, smtp: toAuthority(address.host, address.port), admin, providers };
  }

  /**
   * Opens the HTTP port for the API and the tunnels. Limits the connections per IP address, except those of tunnel clients and
   * trusted proxies, which carry many users: once a tunnel client is authenticated, its connection no longer counts. Calls `onListen` as
   * soon as the port is open, and sets in `facts`, which handlers read, whether only this machine can connect.
   */
  async function listenHttp(app: H3): Promise<void> {
    httpServer = createHttpServer(EDGE_SERVER_OPTIONS);
    const port = await listenOn(httpServer, options.host, options.port);
    facts.isLoopbackOnly = isLocalOnly(options);
    onListen();
    const limit = createConnectionLimit({ maxPerIp: options.connectionsPerIp, exempt: options.trustedProxies });
    const rejections = createRejectionLog(log);
    edge = openEdgeOn(port, { rejections, onAuthenticated: limit.release });
    attachEdge(httpServer, edge, toNodeHandler(app), { limit, rejections, onFailure });
    httpDrain = watchForDrain(httpServer);
  }

  /**
   * Creates the tunnel edge for this port, which passes visitors' requests on to tunnel clients, and the gauge of its tunnels. Sets
   * in `facts`, which handlers read, what is known only now: the public URL if it is not configured, and the function that counts a
   * tunnel's clients. `edgeOptions` are for the server's own port, whose connections are limited.
   */
  function openEdgeOn(port: number, edgeOptions: Partial<Parameters<typeof openEdge>[1]> = {}): Edge {
    if (!options.publicUrl) facts.publicUrl = `http://localhost:${port}`;
    const newEdge = openEdge(services, { ...joinCluster(port), bus, rates, log, ...edgeOptions });
    facts.clientsOf = newEdge.countClients;
    metrics.addGauge("tunnels", {}, newEdge.countTunnels);
    return newEdge;
  }

  /** Serves tunnels on an embedding program's own HTTP server, as soon as that listens. */
  function attach(server: HttpServer): void {
    if (httpServer !== undefined || attachedServer !== undefined)
      throw new Error(
        "attach(): this Frontdesk has a listener already. Call attach() once, before listen() or instead of it.",
      );
    attachedServer = server;
    /**
     * Opens the tunnel edge, which then takes the requests of tunnels from the program's server (`shareServer`). The edge needs that
     * server's port: for the URLs of its tunnels, and in a cluster for the URL at which other servers reach it.
     */
    function openAttachedEdge(): void {
      // A server on a Unix socket has no port; its address is the socket's path.
      const address = server.address() as AddressInfo | string | null;
      const hasPort = typeof address === "object" && address !== null;
      edge = openEdgeOn(hasPort ? address.port : options.port);
      shareServer(server, edge, onFailure);
    }
    if (server.listening) openAttachedEdge();
    else server.once("listening", openAttachedEdge);
    stopAttaching = () => void server.off("listening", openAttachedEdge);
  }

  /** Opens the port of the admin endpoints. Returns their URL, or `null` if they are off. */
  async function listenForAdmin(): Promise<string | null> {
    const { adminPort, adminHost } = options;
    if (adminPort === "") return null;
    adminServer = createHttpServer(toNodeHandler(createAdminApp({ metrics, checkHealth, isCertificateAllowed })));
    const port = await listenOn(adminServer, adminHost, adminPort);
    return `http://${toAuthority(adminHost, port)}`;
  }

  /**
   * Opens the provider port, which receives what apps send to providers' APIs. Sets its port and certificate in `facts`, which
   * handlers read. Returns its URL, or `null` if it is off, as always in the earlier edition of the API, which has no send routes.
   */
  async function listenForProviders(app: H3): Promise<string | null> {
    const { providerPort, providerHost, edition } = options;
    if (providerPort === "" || edition === "earlier") return null;
    const authority = await openProviderAuthority({ kv, locks });
    facts.providerCertificate = authority.certificate;
    // The handler is for `http` and `http2`; this port has only the former.
    const handler = toNodeHandler(app) as RequestListener;
    providerListener = await openProviderListener({ options, port: providerPort, authority, handler });
    facts.providerPort = providerListener.port;
    return `http://${toAuthority(providerHost, providerListener.port)}`;
  }

  return {
    listen,
    attach,
    isCertificateAllowed,
    /** Resolves when no port is being opened any more. The caller of `listen` gets its error. */
    finishListening: async () => void (await listening?.catch(() => {})),
    /** Begins a graceful shutdown: from now on, each connection to the API or the provider port is closed after its next response. */
    beginDrain() {
      stopAttaching();
      httpDrain?.begin();
      providerListener?.begin();
    },
    /** Resolves when all requests have finished, or were aborted after the drain time. */
    drain: () =>
      Promise.all([
        smtp?.close(),
        edge?.close({ drainMs: options.drain }),
        httpDrain?.close(options.drain),
        providerListener?.close(options.drain),
      ]),
    /** Closes the admin endpoints. Called last, so that they report the shutdown while requests drain. */
    closeAdmin() {
      adminServer?.close();
      adminServer?.closeAllConnections();
    },
  };
}
