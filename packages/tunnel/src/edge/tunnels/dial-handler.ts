import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { errorMessage } from "@frontdesk/basics";
import {
  CONTROL_PATH,
  createClientFrameReader,
  DATA_PATH,
  PROTOCOL,
  RELAY_PATH,
  SESSION_HEADER,
} from "../../wire/index.ts";
import { toNetwork } from "../access/network.ts";
import type { SendBufferBudget } from "../connections/send-buffers.ts";
import { rateLimitedProblem } from "../problems/edge-problems.ts";
import { createRejectionLog } from "../problems/rejection-log.ts";
import { acceptUpgrade, bearerToken, rejectUpgrade } from "../problems/upgrade.ts";
import type { ClusterEdge, EdgeOptions, EdgeTuning, SubdomainRef } from "../types.ts";
import { createVisitorReader } from "../visitors/visitor.ts";
import type { TunnelRegistry } from "./tunnel-registry.ts";
import { createTunnelSession, type HelloFrame, type TunnelSession } from "./tunnel-session.ts";

export interface DialHandlerOptions
  extends Pick<
    EdgeOptions,
    "bus" | "findByToken" | "log" | "trustedProxies" | "rejections" | "onAuthenticated" | "onTunnelOpen" | "rates"
  > {
  tunnels: TunnelRegistry;
  tuning: Required<EdgeTuning>;
  now: () => number;
  sendBuffers: SendBufferBudget;
  urlOf(domain: string): string;
  isClosing(): boolean;
  cluster: Pick<ClusterEdge, "serveRelay" | "forwardDial">;
}

export type DialHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Subscription that ends a control connection when its token is rotated or its subdomain deleted. */
interface RevocationWatch {
  /** The session of the control connection; `null` until the client said hello. */
  session: TunnelSession | null;
  unsubscribe(): void;
}

/** A control connection whose token was accepted. */
interface AcceptedControl {
  subdomain: SubdomainRef;
  /** The client's IP address. */
  ip: string;
  socket: Duplex;
  watch: RevocationWatch;
}

const HELLO_TIMEOUT_MS = 10_000;
/** How long a client whose token was revoked has to read the reason before its connection closes. */
const REVOKED_CLOSE_DELAY_MS = 500;

/** Creates the handler for connections of tunnel clients: upgrades of `GET /svc-tunnel/…` on the API's host. */
export function createDialHandler(options: DialHandlerOptions): DialHandler {
  const { bus, findByToken, log, tunnels, tuning, now, urlOf, isClosing, cluster } = options;
  const { trustedProxies = [], rejections = createRejectionLog(log), rates } = options;
  const { onAuthenticated: exemptFromConnectionLimit = () => {}, onTunnelOpen = () => {} } = options;
  const visitorOf = createVisitorReader(trustedProxies);

  return (request, socket, head) => {
    // Without a listener, an error would end the process. The "close" event that follows suffices.
    socket.on("error", () => {});
    const path = request.url ?? "";
    if (request.method !== "GET" || request.headers.upgrade?.toLowerCase() !== PROTOCOL) {
      const error = `Tunnel clients connect with GET and "Upgrade: ${PROTOCOL}".`;
      return rejectUpgrade(socket, 400, "invalid_request", error);
    }
    if (path === CONTROL_PATH && isClosing()) {
      return rejectUpgrade(socket, 503, "unavailable", "This server is stopping. Connect again.");
    }
    if (path === CONTROL_PATH) return void openControl(request, socket, head);
    if (path === DATA_PATH) return openData(request, socket, head);
    if (path === RELAY_PATH) return cluster.serveRelay(request, socket);
    const error = `No tunnel endpoint ${path.slice(0, 100)}; the tunnel client may be too old or too new.`;
    rejectUpgrade(socket, 404, "not_found", error);
  };

  /** Accepts a client's control connection if its token is valid, and ends it as soon as the token is revoked. */
  async function openControl(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const token = bearerToken(request);
    let watch: RevocationWatch | null = null;
    try {
      if (token === null) return rejectToken(request, socket);
      const firstResult = await findByToken(token);
      if (firstResult === null) return rejectToken(request, socket);
      // The watch needs the id of the first look-up. The second one notices a rotation before the watch began.
      watch = watchRevocation(firstResult.id, socket);
      const subdomain = await findByToken(token);
      // Node's server sockets stay half open, so one that the client has closed may only have ended.
      const hasClosedMeanwhile = socket.destroyed || socket.readableEnded;
      if (hasClosedMeanwhile) {
        watch.unsubscribe();
        return void socket.destroy();
      }
      if (subdomain === null || subdomain.id !== firstResult.id) {
        watch.unsubscribe();
        return rejectToken(request, socket);
      }
      acceptUpgrade(socket);
      readControl({ subdomain, ip: visitorOf(request).ip, socket, watch }, head);
    } catch (error) {
      watch?.unsubscribe();
      log.warn(`tunnel could not be opened: ${errorMessage(error)}`);
      rejectUpgrade(socket, 503, "unavailable", "The server cannot check the token now. Try again.");
    }
  }

  /** Ends a control connection when its token is revoked. A client whose session is open gets the reason first. */
  function watchRevocation(subdomainId: string, socket: Duplex): RevocationWatch {
    const unsubscribe = bus.subscribe(`subdomain:${subdomainId}`, (message) => {
      const isRotated = message === "renewed";
      const isDeleted = message === "deleted";
      if (!isRotated && !isDeleted) return;
      if (watch.session === null) return void socket.destroy();
      watch.session.revoke(message);
      // Closing at once could overtake the reason, and the client would connect again.
      setTimeout(() => socket.destroy(), REVOKED_CLOSE_DELAY_MS).unref();
    });
    const watch: RevocationWatch = { session: null, unsubscribe };
    return watch;
  }

  /**
   * Reads the client's frames. The first must be hello, which opens the session or resumes it. `watch` revokes `watch.session` with the
   * token. The session may outlive this connection, so it ends the watch itself; without a session, the watch ends with the connection.
   */
  function readControl(control: AcceptedControl, head: Buffer): void {
    const { subdomain, socket, watch } = control;
    const helloTimer = setTimeout(() => socket.destroy(), HELLO_TIMEOUT_MS);
    // Node's server sockets stay half open; a client that sends no more needs no more either.
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(helloTimer);
      if (watch.session === null) watch.unsubscribe();
    });
    const read = createClientFrameReader((frame) => {
      if (watch.session !== null) return watch.session.receive(frame);
      if (frame.type !== "hello") throw new Error("the first frame is not hello");
      clearTimeout(helloTimer);
      // The server may have begun to stop since it accepted the token: it asked its clients to leave without this one.
      if (isClosing()) return void socket.destroy();
      watch.session = openSession(control, frame);
    });
    /** Reads frames. Any bytes are a sign of life. A tunnel client that violates the protocol loses its control connection. */
    function onBytes(bytes: Buffer): void {
      try {
        watch.session?.onReceived();
        read(bytes);
      } catch {
        log.warn(`tunnel ${subdomain.domain}: control connection closed because it violated the protocol`);
        socket.destroy();
      }
    }
    socket.on("data", onBytes);
    if (head.length > 0) onBytes(head);
  }

  /**
   * Resumes the session whose control connection was lost, if the client knows its secret and the tunnel's token was not rotated since.
   * Else opens a new one.
   */
  function openSession({ subdomain, ip, socket, watch }: AcceptedControl, hello: HelloFrame): TunnelSession {
    const { resume } = hello;
    const previous = resume && tunnels.session(resume.session);
    const hasSameToken = previous?.subdomain.tokenHash === subdomain.tokenHash;
    if (resume && previous && hasSameToken && previous.hasSecret(resume.secret)) {
      // The session has a revocation watch already.
      watch.unsubscribe();
      previous.attach(socket, hello);
      return previous;
    }
    const session = createTunnelSession({
      subdomain,
      hello,
      url: urlOf(subdomain.domain),
      tuning,
      now,
      sendBuffers: options.sendBuffers.forTunnel(subdomain.domain),
      onEnd: tunnels.remove,
      onGone: watch.unsubscribe,
    });
    tunnels.open(session);
    session.attach(socket, hello);
    onTunnelOpen(subdomain, ip);
    return session;
  }

  /** Adds a data connection to the pool of its session, which another server of the cluster may have. */
  function openData(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const id = request.headers[SESSION_HEADER];
    const session = typeof id === "string" ? tunnels.session(id) : undefined;
    if (session === undefined && cluster.forwardDial(request, socket)) return;
    // A client sends nothing before the upgrade is accepted.
    const hasEarlyBytes = head.length > 0;
    if (session?.hasSecret(bearerToken(request) ?? "") && !hasEarlyBytes) {
      exemptFromConnectionLimit(socket);
      acceptUpgrade(socket);
      session.pool.add(socket);
      return;
    }
    const { ip } = visitorOf(request);
    rejections.log(ip, "data connection without the secret of an open tunnel");
    if (rejectIfLimited(socket, ip)) return;
    rejectUpgrade(socket, 401, "unauthenticated", "This is not a data connection of an open tunnel.");
  }

  /**
   * Counts wrong credentials. Responds with 429 and returns true if this IP address sent too many. Valid credentials are
   * never limited.
   */
  function rejectIfLimited(socket: Duplex, ip: string): boolean {
    const waitMs = rates?.failures.hit(toNetwork(ip)) ?? 0;
    if (waitMs === 0) return false;
    const { status, code, error, headers } = rateLimitedProblem("sent a wrong token", waitMs);
    rejectUpgrade(socket, status, code, error, headers);
    return true;
  }

  /** Logs a wrong token of a control connection, and responds with 401 or 429. */
  function rejectToken(request: IncomingMessage, socket: Duplex): void {
    const { ip } = visitorOf(request);
    rejections.log(ip, "tunnel token missing, wrong or no longer valid");
    if (rejectIfLimited(socket, ip)) return;
    const error =
      "This tunnel token is missing, wrong or no longer valid. Get the current one from the subdomain's record.";
    rejectUpgrade(socket, 401, "unauthenticated", error);
  }
}
