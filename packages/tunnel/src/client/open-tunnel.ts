import { setMaxListeners } from "node:events";
import { backoffDelay } from "@frontdesk/basics";
import { DATA_PATH, SESSION_HEADER } from "../wire/index.ts";
import { type Control, openControl, type Welcome } from "./control.ts";
import { createDataConnections } from "./data-connections.ts";
import { type Dial, DialRefusedError, dial } from "./dial.ts";
import { TokenRefusedError, TunnelOptionsError, toReason } from "./errors.ts";
import { createObserver, type Recorder } from "./observe.ts";
import { type TunnelOptions, toPlan } from "./options.ts";
import { pipe, type Tap } from "./pipe.ts";
import { toProxy } from "./proxy.ts";
import { createConnect } from "./target.ts";

/** Why a tunnel is no longer open. */
export type TunnelEnd =
  /** `close()` was called or the signal aborted. */
  | { type: "closed" }
  /** A newer client opened the same name. */
  | { type: "replaced" }
  /** The token was renewed or its subdomain deleted, or what answers there takes no tunnels at all. */
  | { type: "refused"; error: TokenRefusedError | TunnelOptionsError };

/** A local port under a public address. */
export interface Tunnel extends AsyncDisposable {
  readonly url: string;
  /** Resolves once the tunnel is closed for good; a lost connection is not that. */
  readonly closed: Promise<TunnelEnd>;
  /**
   * Takes leave: no new visitor comes, and requests that run may finish, for as long as the option `drain` says. Called
   * once more, it ends at once.
   */
  close(): Promise<void>;
}

const AGENT = "frontdesk-tunnel";
/** Short, because visitors get errors until the tunnel is back. */
const retryDelays = { firstMs: 100, maxMs: 1_500 };
/** Whoever takes leave longer than this, in milliseconds, is told why. */
const SOON = 300;

/**
 * Puts a local port under the subdomain of a token. Resolves when the tunnel is open, and keeps it open through
 * network failures and server restarts until it is closed. Rejects only when the token is refused, the server takes no
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

/** `openTunnel` with an inspector's recorder reading along. */
export async function openObservedTunnel(options: TunnelOptions, recorder: Recorder | undefined): Promise<Tunnel> {
  const { token, server, target, rules, share, drain } = toPlan(options);
  const { signal, onRequest, onStatus } = options;
  const via: Dial = { server, proxy: await toProxy(server) };
  // From here on nothing is waited for until the signal is listened to: one that aborts in between would not be heard.
  signal?.throwIfAborted();
  const connect = createConnect(target);
  const stopped = new AbortController();
  // Every dial under way listens to it.
  setMaxListeners(0, stopped.signal);
  const connections = createDataConnections({
    now: () => performance.now(),
    serve: (channel) => pipe({ channel, connect, tap: observe() }),
    onEmpty: () => leaving?.(),
  });
  const watch = setInterval(connections.check, 1_000).unref();
  let leaving: (() => void) | null = null;
  let failures = 0;
  let control: Control | null = null;
  let stopping: Control | null = null;
  let url = "";
  let credentials: { session: string; secret: string } | undefined;
  let settleClosed: (end: TunnelEnd) => void;
  const closed = new Promise<TunnelEnd>((resolve) => {
    settleClosed = resolve;
  });

  const stop = (end: TunnelEnd) => {
    signal?.removeEventListener("abort", onAbort);
    clearInterval(watch);
    settleClosed(end);
    control?.close();
    stopped.abort();
    connections.destroy();
  };
  /** Lets what runs finish; the edge closes each connection after its last request. Called again, ends at once. */
  const leave = async (end: TunnelEnd) => {
    if (leaving !== null || control === null || connections.size === 0) return stop(end);
    control.close();
    // The edge closes those that carry nothing; one that has gone silent never would.
    connections.doubtIdle();
    const soon = setTimeout(() => onStatus?.({ type: "draining", running: connections.channels }), SOON);
    const late = setTimeout(() => leaving?.(), drain);
    await new Promise<void>((resolve) => {
      leaving = resolve;
      void closed.then(() => resolve());
    });
    clearTimeout(soon);
    clearTimeout(late);
    stop(end);
  };
  const onAbort = () => void leave({ type: "closed" });
  signal?.addEventListener("abort", onAbort);

  return new Promise<Tunnel>((resolve, reject) => {
    const tunnel: Tunnel = {
      get url() {
        return url;
      },
      closed,
      close: () => leave({ type: "closed" }),
      [Symbol.asyncDispose]: () => leave({ type: "closed" }),
    };
    void closed.then((end) => {
      if (end.type === "refused") reject(end.error);
      else reject(signal?.reason ?? new Error("the tunnel was closed before it was open"));
    });
    void keepOpen(() => resolve(tunnel));
  });

  async function keepOpen(onOpen: () => void): Promise<void> {
    while (!stopped.signal.aborted) {
      let reason = "the connection was lost";
      try {
        control = await openControl({
          via,
          token,
          agent: AGENT,
          share,
          rules,
          resume: credentials,
          signal: stopped.signal,
          onDial: (count, session) => {
            for (let at = 0; at < count; at++) void openData(session);
          },
        });
        const { welcome, ended } = control;
        const resumed = credentials?.session === welcome.session;
        credentials = { session: welcome.session, secret: welcome.secret };
        url = welcome.url;
        failures = 0;
        // The server that was stopping may go now; what it carries still finishes.
        stopping?.close();
        stopping = null;
        onStatus?.({ type: "online", url, resumed });
        onOpen();
        const end = await ended;
        if (leaving !== null) return;
        if (end.type === "closed" && end.reason === "replaced") return leave({ type: "replaced" });
        if (end.type === "drained") {
          // Another server may take over before this one is gone, so that no visitor finds nobody.
          stopping = control;
          control = null;
          continue;
        }
        control = null;
        // Whatever cut it may have cut the others too, without a word.
        connections.doubt();
        if (end.type === "closed") {
          return stop({ type: "refused", error: new TokenRefusedError(server.origin, reasonOf(end.reason)) });
        }
      } catch (error) {
        if (error instanceof DialRefusedError && error.status === 401) {
          return stop({ type: "refused", error: new TokenRefusedError(server.origin, error.message) });
        }
        if (error instanceof DialRefusedError && error.status === 501) {
          const why = `server: ${server.origin} takes no tunnels: ${error.message}`;
          return stop({ type: "refused", error: new TunnelOptionsError(why) });
        }
        reason = stopping === null ? toReason(error) : "the server is stopping";
      }
      if (stopped.signal.aborted) return;
      const retryIn = backoffDelay(failures++, retryDelays);
      onStatus?.({ type: "offline", reason, retryIn });
      await pause(retryIn, stopped.signal);
    }
  }

  async function openData({ session, secret }: Welcome): Promise<void> {
    try {
      const { socket, first } = await dial({
        ...via,
        path: DATA_PATH,
        secret,
        headers: { [SESSION_HEADER]: session },
        signal: stopped.signal,
      });
      if (stopped.signal.aborted) return void socket.destroy();
      connections.add(socket, first);
      if (leaving !== null) connections.doubtIdle();
    } catch {
      control?.undialed(1);
    }
  }

  function observe(): Tap | undefined {
    if (!onRequest && !recorder) return undefined;
    return createObserver({ onRequest: onRequest ?? (() => {}), recorder });
  }
}

function reasonOf(reason: "replaced" | "renewed" | "deleted"): string {
  return reason === "renewed" ? "it was renewed; use the new one" : "its subdomain was deleted";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
