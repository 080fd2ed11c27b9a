import { setMaxListeners } from "node:events";
import { backoffDelay } from "@frontdesk/basics";
import { expectRequest } from "../requests/expect-request.ts";
import { iterateRequests } from "../requests/iterate-requests.ts";
import { createRequestFeed } from "../requests/request-feed.ts";
import { createRequestTap } from "../requests/request-tap.ts";
import { DATA_PATH, SESSION_HEADER } from "../wire/index.ts";
import { type ControlConnection, type ControlEnd, openControl, type WelcomeFrame } from "./control.ts";
import { createDataConnections } from "./data-connections.ts";
import { dial, type ServerEndpoint } from "./dial.ts";
import { TokenRefusedError, toFailureReason } from "./errors.ts";
import { createObserver, joinTaps, type RequestRecorder } from "./observe.ts";
import { resolveTunnelOptions, type TunnelOptions } from "./options.ts";
import { pause } from "./pause.ts";
import { pipeToApp, type Tap } from "./pipe.ts";
import { findProxyAgent } from "./proxy.ts";
import { reasonOf, toRefusal } from "./refusals.ts";
import { createConnect } from "./target.ts";
import type { Tunnel, TunnelEnd } from "./tunnel.ts";

const CLIENT_NAME = "frontdesk-tunnel";
/** Short, because visitors get errors until the tunnel is back. */
const retryDelays = { firstMs: 100, maxMs: 1_500 };
const HEARTBEAT_CHECK_INTERVAL_MS = 1_000;
/** If closing takes longer than this, the status "draining" is reported. */
const DRAINING_STATUS_DELAY_MS = 300;

/**
 * Exposes a local port at the subdomain of a token. Resolves when the tunnel is open, and keeps it open through network
 * failures and server restarts until it is closed. Rejects only if the token is rejected, the server does not support
 * tunnels, or the signal aborts.
 *
 * ```ts
 * const tunnel = await openTunnel({ token: "svc_…", port: 3000 });
 * console.log(tunnel.url);
 * ```
 */
export function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  return openObservedTunnel(options, undefined);
}

/** Like `openTunnel`, with a recorder for the inspector. */
export async function openObservedTunnel(
  options: TunnelOptions,
  recorder: RequestRecorder | undefined,
): Promise<Tunnel> {
  const { token, server, target, rules, share, drain: drainMs } = resolveTunnelOptions(options);
  const { signal, onRequest, onStatus } = options;
  const endpoint: ServerEndpoint = { server, proxy: await findProxyAgent(server) };
  // No `await` from here until the abort listener is added, or an abort in between would be missed.
  signal?.throwIfAborted();
  const connect = createConnect(target);
  const requestFeed = createRequestFeed();
  const stopController = new AbortController();
  // Every pending connection attempt adds a listener, and Node warns above ten.
  setMaxListeners(0, stopController.signal);
  const connections = createDataConnections({
    now: () => performance.now(),
    serve: (stream) => pipeToApp({ stream, connect, tap: createStreamTap() }),
    onEmpty: () => finishDraining?.(),
  });
  const checkTimer = setInterval(connections.checkHeartbeats, HEARTBEAT_CHECK_INTERVAL_MS).unref();
  /** Ends the wait for current requests; `null` unless the tunnel is closing. */
  let finishDraining: (() => void) | null = null;
  let failedAttempts = 0;
  let control: ControlConnection | null = null;
  /** Connection to a server that is stopping. It is kept until another server has taken over, so that no visitor gets an error. */
  let stoppingControl: ControlConnection | null = null;
  let url = "";
  /** With these the client resumes its session after a lost connection. */
  let credentials: { session: string; secret: string } | undefined;
  let settleClosed: (end: TunnelEnd) => void;
  const closed = new Promise<TunnelEnd>((resolve) => {
    settleClosed = resolve;
  });

  /** Closes the tunnel with all its connections at once. */
  function stop(end: TunnelEnd): void {
    signal?.removeEventListener("abort", onAbort);
    clearInterval(checkTimer);
    settleClosed(end);
    requestFeed.close();
    control?.close();
    stopController.abort();
    connections.destroy();
  }
  /**
   * Lets current requests finish, for up to `drainMs`, and then closes the tunnel: the last data connection that the edge closes calls
   * `finishDraining`. Closes it at once if there is no data connection, if the edge cannot be asked to drain (no `control`), or by a
   * second call.
   */
  async function drainAndStop(end: TunnelEnd): Promise<void> {
    const isSecondCall = finishDraining !== null;
    const isNothingOpen = connections.size === 0;
    if (isSecondCall || control === null || isNothingOpen) return stop(end);
    askEdgeToDrain(control);
    const reportDraining = () => onStatus?.({ type: "draining", running: connections.streamCount });
    const statusTimer = setTimeout(reportDraining, DRAINING_STATUS_DELAY_MS);
    const drainTimer = setTimeout(() => finishDraining?.(), drainMs);
    const drained = new Promise<void>((resolve) => {
      finishDraining = resolve;
    });
    await Promise.race([drained, closed]);
    clearTimeout(statusTimer);
    clearTimeout(drainTimer);
    stop(end);
  }
  /**
   * Asks the edge to close each data connection after its last request: by the frame `bye` and the end of the control connection. When all
   * are closed, `finishDraining` is called. If the edge hangs, the probe closes those without a request.
   */
  function askEdgeToDrain(openControlConnection: ControlConnection): void {
    openControlConnection.close();
    connections.probeIdle();
  }
  const onAbort = () => void drainAndStop({ type: "closed" });
  signal?.addEventListener("abort", onAbort);

  return new Promise<Tunnel>((resolve, reject) => {
    const tunnel: Tunnel = {
      get url() {
        return url;
      },
      closed,
      expectRequest: (trigger, expectOptions) => expectRequest({ feed: requestFeed, url }, trigger, expectOptions),
      requests: (iterateOptions) => iterateRequests(requestFeed, iterateOptions),
      close: () => drainAndStop({ type: "closed" }),
      [Symbol.asyncDispose]: () => drainAndStop({ type: "closed" }),
    };
    // Once the tunnel is open, these rejections have no effect.
    void closed.then((end) => {
      if (end.type === "refused") reject(end.error);
      else reject(signal?.reason ?? new Error("the tunnel was closed before it was open"));
    });
    void keepOpen(() => resolve(tunnel));
  });

  /**
   * Connects, and connects again after each loss, until the tunnel is closed or refused. Calls `onOpen` each time. Connects at once if
   * another server takes over from one that is stopping, else after a delay.
   */
  async function keepOpen(onOpen: () => void): Promise<void> {
    while (!stopController.signal.aborted) {
      let reason = "the connection was lost";
      try {
        control = await openControl({
          endpoint,
          token,
          agent: CLIENT_NAME,
          share,
          rules,
          resume: credentials,
          signal: stopController.signal,
          onDial: openDataConnections,
        });
        const { welcome, ended } = control;
        onOnline(welcome);
        onOpen();
        const next = onControlEnd(await ended);
        if (next === "stop") return;
        if (next === "takeover") continue;
      } catch (error) {
        const refusal = toRefusal(error, server);
        if (refusal !== null) return stop({ type: "refused", error: refusal });
        // A server that stops refuses new connections; `stoppingControl` is still connected to it.
        reason = stoppingControl === null ? toFailureReason(error) : "the server is stopping";
      }
      if (stopController.signal.aborted) return;
      const retryIn = backoffDelay(failedAttempts++, retryDelays);
      onStatus?.({ type: "offline", reason, retryIn });
      await pause(retryIn, stopController.signal);
    }
  }

  /**
   * Handles the end of the control connection. Returns `stop` if the tunnel ends, `takeover` if another server takes over from one
   * that is stopping, `reconnect` after a failure.
   */
  function onControlEnd(end: ControlEnd): "stop" | "takeover" | "reconnect" {
    const isTunnelClosing = finishDraining !== null;
    if (isTunnelClosing) return "stop";
    switch (end.type) {
      case "closed":
        endByServer(end.reason);
        return "stop";
      case "drained":
        stoppingControl = control;
        control = null;
        return "takeover";
      case "lost":
        control = null;
        // The same failure may have cut the data connections too, unnoticed.
        connections.probe();
        return "reconnect";
    }
  }

  /** Ends the tunnel: after its current requests if another client replaced this one, at once if the token is no longer valid. */
  function endByServer(reason: "replaced" | "renewed" | "deleted"): void {
    if (reason === "replaced") return void drainAndStop({ type: "replaced" });
    control = null; // the server has closed it
    stop({ type: "refused", error: new TokenRefusedError(server.origin, reasonOf(reason)) });
  }

  /** Updates the state of the tunnel and reports it after a control connection was opened. */
  function onOnline(welcome: WelcomeFrame): void {
    const resumed = credentials?.session === welcome.session;
    credentials = { session: welcome.session, secret: welcome.secret };
    url = welcome.url;
    failedAttempts = 0;
    // If this server takes over from one that stops, that one is no longer needed; requests on it may still finish.
    stoppingControl?.close();
    stoppingControl = null;
    onStatus?.({ type: "online", url, resumed });
  }

  /** Opens as many data connections as the edge asks for. */
  function openDataConnections(count: number, session: WelcomeFrame): void {
    for (let dialed = 0; dialed < count; dialed++) void openData(session);
  }

  /** Opens a data connection that the edge asked for. Reports a failure, or else the edge would wait for it until its timeout. */
  async function openData({ session, secret }: WelcomeFrame): Promise<void> {
    try {
      const { socket, firstBytes } = await dial({
        ...endpoint,
        path: DATA_PATH,
        secret,
        headers: { [SESSION_HEADER]: session },
        signal: stopController.signal,
      });
      if (stopController.signal.aborted) return void socket.destroy();
      connections.add(socket, firstBytes);
      // While the tunnel closes, a connection without a request must not keep it open if the edge hangs.
      if (finishDraining !== null) connections.probeIdle();
    } catch {
      control?.reportFailedDials(1);
    }
  }

  /**
   * Creates the tap of one stream. It always parses the requests, because a subscriber of `requestFeed` (`expectRequest()` or
   * `requests()`) can come at any time. It parses responses only for `onRequest` or the inspector's recorder.
   */
  function createStreamTap(): Tap {
    const requestTap = createRequestTap(requestFeed);
    if (!onRequest && !recorder) return requestTap;
    return joinTaps(createObserver({ onRequest: onRequest ?? (() => {}), recorder }), requestTap);
  }
}
