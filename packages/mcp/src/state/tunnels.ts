import { connect } from "node:net";
import { openTunnel, TokenRefusedError, type Tunnel } from "@frontdesk/tunnel";
import { ToolFailure } from "../text/failure.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";

export interface RunningTunnel {
  subdomainId: string;
  name: string;
  url: string;
  port: number;
}

/** Tunnels of this process. They outlive the call and connection that opened them, and end with the process. */
export interface LocalTunnels {
  open(options: {
    subdomainId: string;
    name: string;
    token: string;
    port: number;
    baseUrl: string;
    signal: AbortSignal;
  }): Promise<RunningTunnel>;
  list(): RunningTunnel[];
  /** Returns the requests of an open tunnel; `undefined` if it is not open here, or if requests are not kept. */
  requestsOf(subdomainId: string): RequestLog | undefined;
  /** Resolves with whether there was a tunnel. */
  stop(subdomainId: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Time limit for opening; the tunnel itself would retry for ever. */
const openTimeoutMs = 15_000;

/** Creates an empty list of tunnels, with at most one for each subdomain. Keeps their requests only with `keepsRequests`. */
export function createLocalTunnels({ keepsRequests = false } = {}): LocalTunnels {
  const openTunnels = new Map<string, RunningTunnel & { tunnel: Tunnel; requests: RequestLog | undefined }>();
  const lastTasks = new Map<string, Promise<unknown>>();

  /** Runs the calls for one subdomain one after the other, so that two cannot open it at the same time. */
  function runInOrder<Result>(subdomainId: string, task: () => Promise<Result>): Promise<Result> {
    const previous = lastTasks.get(subdomainId) ?? Promise.resolve();
    // Also after a call that failed: each reports only its own failure.
    const result = previous.then(task, task);
    const removeIfLast = () => {
      if (lastTasks.get(subdomainId) === result) lastTasks.delete(subdomainId);
    };
    lastTasks.set(subdomainId, result);
    result.then(removeIfLast, removeIfLast);
    return result;
  }

  /** Closes the tunnel of a subdomain. Returns whether there was one. */
  async function end(subdomainId: string): Promise<boolean> {
    const entry = openTunnels.get(subdomainId);
    openTunnels.delete(subdomainId);
    await entry?.tunnel.close();
    return entry !== undefined;
  }

  return {
    open: ({ subdomainId, name, token, port, baseUrl, signal }) =>
      runInOrder(subdomainId, async () => {
        const running = openTunnels.get(subdomainId);
        if (running?.port === port) return toFacts(running);
        if (!(await isListening(port, signal)))
          throw new ToolFailure(
            "port_closed",
            `Nothing listens on local port ${port}, so no tunnel was opened. Start the app first.`,
            {
              tool: "tunnel_start",
              hint: `again once port ${port} listens`,
            },
          );
        // A tunnel to another port may be open; this one replaces it.
        await end(subdomainId);
        const tunnel = await openWithin(openTimeoutMs, signal, (stopping) =>
          openTunnel({ token, port, baseUrl, signal: stopping }),
        );
        const requests = keepsRequests ? createRequestLog(tunnel) : undefined;
        const entry = { subdomainId, name, url: tunnel.url, port, tunnel, requests };
        openTunnels.set(subdomainId, entry);
        void tunnel.closed.then(() => {
          // A later tunnel of the subdomain may have replaced it.
          if (openTunnels.get(subdomainId) === entry) openTunnels.delete(subdomainId);
        });
        return toFacts(entry);
      }),
    list: () => [...openTunnels.values()].map(toFacts),
    requestsOf: (subdomainId) => openTunnels.get(subdomainId)?.requests,
    stop: (subdomainId) => runInOrder(subdomainId, () => end(subdomainId)),
    async close() {
      await Promise.all([...openTunnels.keys()].map(end));
    },
  };
}

/** Returns what a tool may show of a tunnel. */
function toFacts({ subdomainId, name, url, port }: RunningTunnel): RunningTunnel {
  return { subdomainId, name, url, port };
}

/**
 * Opens a tunnel, or fails after the time limit. The call's signal ends the opening, not the open tunnel. Throws a ToolFailure, which tells
 * the agent the next step, if the server refuses the subdomain's token.
 */
async function openWithin(
  timeoutMs: number,
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<Tunnel>,
): Promise<Tunnel> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => controller.abort(new Error("The tunnel did not open in time.")), timeoutMs);
  try {
    return await open(controller.signal);
  } catch (error) {
    if (error instanceof TokenRefusedError)
      throw new ToolFailure("expired", "The subdomain was deleted, or its token was rotated.", {
        tool: "subdomain_list",
      });
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

const connectTimeoutMs = 2_000;

/** Whether an app accepts connections on this port, over IPv4 or IPv6. */
function isListening(port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "localhost", port, autoSelectFamily: true, signal });
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(connectTimeoutMs, () => finish(false));
    socket.once("connect", () => finish(true));
    socket.on("error", () => finish(false));
  });
}
