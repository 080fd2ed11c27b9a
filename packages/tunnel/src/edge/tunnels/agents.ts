import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import {
  CONTROL_PATH,
  createAgentFrameReader,
  DATA_PATH,
  PROTOCOL,
  RELAY_PATH,
  SESSION_HEADER,
} from "../../wire/index.ts";
import { toNetwork } from "../access/network.ts";
import type { ClusterEdge } from "../cluster/cluster.ts";
import type { UnreadBudget } from "../connections/unread.ts";
import { TOO_OFTEN } from "../problems/edge-problems.ts";
import { createRefusalLog } from "../problems/refusal-log.ts";
import { accept, bearer, refuse } from "../problems/upgrade.ts";
import type { EdgeOptions, EdgeTuning, SubdomainRef } from "../types.ts";
import { createVisitorReader } from "../visitors/visitor.ts";
import { createSession, type Hello, type Session } from "./session.ts";
import type { Tunnels } from "./tunnels.ts";

export interface AgentsOptions
  extends Pick<EdgeOptions, "bus" | "findByToken" | "log" | "trustedProxies" | "refusals" | "onProven" | "rates"> {
  tunnels: Tunnels;
  tuning: Required<EdgeTuning>;
  now: () => number;
  unread: UnreadBudget;
  urlOf(domain: string): string;
  isClosing(): boolean;
  cluster: Pick<ClusterEdge, "serve" | "forward">;
}

const HELLO_WITHIN = 10_000;
const GOODBYE_WITHIN = 500;

/** Answers the dials of agents: `GET /svc-tunnel/…` with an upgrade, on the API's host. */
export function createAgents(options: AgentsOptions): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { bus, findByToken, log, tunnels, tuning, now, urlOf, isClosing, cluster } = options;
  const { trustedProxies = [], refusals = createRefusalLog(log), onProven = () => {}, rates } = options;
  const visitorOf = createVisitorReader(trustedProxies);

  return (request, socket, head) => {
    socket.on("error", () => {});
    const path = request.url ?? "";
    if (request.method !== "GET" || request.headers.upgrade?.toLowerCase() !== PROTOCOL) {
      return refuse(socket, 400, "invalid_request", `Tunnels are dialled with GET and "Upgrade: ${PROTOCOL}".`);
    }
    if (path === CONTROL_PATH && isClosing()) {
      return refuse(socket, 503, "unavailable", "This server is stopping; dial again.");
    }
    if (path === CONTROL_PATH) return void control(request, socket, head);
    if (path === DATA_PATH) return data(request, socket, head);
    if (path === RELAY_PATH) return cluster.serve(request, socket);
    refuse(socket, 404, "not_found", "Tunnels are dialled at other paths; the agent may be too old or too new.");
  };

  async function control(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const token = bearer(request);
    let stop = () => {};
    try {
      const found = token === null ? null : await findByToken(token);
      if (found === null || token === null) return refuseToken(request, socket);
      // Subscribed first, read again second: a renewal between the two would otherwise go unheard.
      let revoked = false;
      let session: Session | null = null;
      stop = bus.subscribe(`subdomain:${found.id}`, (message) => {
        if (message !== "renewed" && message !== "deleted") return;
        revoked = true;
        if (session === null) return void socket.destroy();
        session.cut(message);
        // Hanging up at once could overtake the reason, and the agent would dial again.
        setTimeout(() => socket.destroy(), GOODBYE_WITHIN).unref();
      });
      const subdomain = await findByToken(token);
      // It has left meanwhile, and says so no more.
      if (socket.destroyed) return stop();
      if (subdomain === null || subdomain.id !== found.id || revoked) {
        stop();
        return refuseToken(request, socket);
      }
      accept(socket);
      const lateHello = setTimeout(() => socket.destroy(), HELLO_WITHIN);
      // An agent has nothing to hear once it says no more; a server's sockets would stay half open.
      socket.once("end", () => socket.destroy());
      socket.once("close", () => {
        clearTimeout(lateHello);
        if (session === null) stop();
      });
      const read = createAgentFrameReader((frame) => {
        if (session !== null) return session.receive(frame);
        if (frame.type !== "hello") throw new Error("an agent begins with hello");
        clearTimeout(lateHello);
        session = join(subdomain, frame, socket, stop);
      });
      const onBytes = (bytes: Buffer) => {
        try {
          session?.heard();
          read(bytes);
        } catch {
          log.warn(`tunnel ${subdomain.domain}: a control connection broke the protocol and was closed`);
          socket.destroy();
        }
      };
      socket.on("data", onBytes);
      if (head.length > 0) onBytes(head);
    } catch (error) {
      stop();
      log.warn(`a tunnel could not be opened: ${error instanceof Error ? error.message : "unknown error"}`);
      refuse(socket, 503, "unavailable", "The server cannot check the token now; try again.");
    }
  }

  /** The session of this control connection: the one it lost, or a new one. `stop` ends the watch for revocation. */
  function join(subdomain: SubdomainRef, hello: Hello, socket: Duplex, stop: () => void): Session {
    const { resume } = hello;
    const previous = resume && tunnels.session(resume.session);
    if (previous?.subdomain.tokenHash === subdomain.tokenHash && previous.proves(resume!.secret)) {
      stop();
      previous.attach(socket, hello);
      return previous;
    }
    const session = createSession({
      subdomain,
      hello,
      url: urlOf(subdomain.domain),
      tuning,
      now,
      unread: options.unread.of(subdomain.domain),
      onEnd: tunnels.drop,
      onGone: stop,
    });
    tunnels.open(session);
    session.attach(socket, hello);
    return session;
  }

  function data(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const id = request.headers[SESSION_HEADER];
    const session = typeof id === "string" ? tunnels.session(id) : undefined;
    if (session === undefined && cluster.forward(request, socket)) return;
    if (session?.proves(bearer(request) ?? "") && head.length === 0) {
      onProven(socket);
      accept(socket);
      session.pool.add(socket);
      return;
    }
    const { address } = visitorOf(request);
    refusals.note(address, "a data connection without the secret of an open tunnel");
    if (!refuseOften(socket, address))
      refuse(socket, 401, "unauthenticated", "This is no data connection of an open tunnel.");
  }

  /** Answers 429 where this address has sent too much that is wrong. What is right always passes. */
  function refuseOften(socket: Duplex, address: string): boolean {
    const wait = rates?.failures.hit(toNetwork(address)) ?? 0;
    if (wait === 0) return false;
    const { status, code, error, headers } = TOO_OFTEN("sent a wrong token", wait);
    refuse(socket, status, code, error, headers);
    return true;
  }

  function refuseToken(request: IncomingMessage, socket: Duplex): void {
    const { address } = visitorOf(request);
    refusals.note(address, "a tunnel whose token is missing, wrong or no longer valid");
    if (refuseOften(socket, address)) return;
    refuse(
      socket,
      401,
      "unauthenticated",
      "This subdomain token is missing, wrong or no longer valid; get the current one from the subdomain's record.",
    );
  }
}
