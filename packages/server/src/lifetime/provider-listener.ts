import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { createConnectionLimit, rejectUpgrade } from "@frontdesk/tunnel/edge";
import { type Drain, listenOn, watchForDrain } from "../http/listener.ts";
import type { ServerOptions } from "../options/options.ts";
import type { ProviderAuthority } from "../providers/authority.ts";
import { findProviderByHost, routeToProvider } from "../providers/provider-host.ts";

interface ProviderListenerOptions {
  options: Pick<ServerOptions, "providerHost" | "connectionsPerIp" | "trustedProxies">;
  port: number;
  authority: ProviderAuthority;
  /** Serves the API of this server. */
  handler: RequestListener;
}

/** Listener that stands in for the hosts of providers, for SDKs whose host is fixed. */
export interface ProviderListener extends Drain {
  port: number;
}

/** Time in which a TLS handshake must end. */
const handshakeTimeoutMs = 10_000;

/**
 * Opens the provider port, which an SDK uses as its HTTP proxy or as the provider's host. It is never a relay: a request or
 * CONNECT for a host that no provider has is rejected.
 */
export async function openProviderListener({
  options,
  port,
  authority,
  handler,
}: ProviderListenerOptions): Promise<ProviderListener> {
  const { connectionsPerIp, trustedProxies, providerHost } = options;
  const limit = createConnectionLimit({ maxPerIp: connectionsPerIp, exempt: trustedProxies });
  /** Connections whose handshake has not ended. */
  const handshakes = new Set<TLSSocket>();
  const server = createServer((request, response) => {
    if (routeToProvider(request)) handler(request, response);
    else rejectHost(response);
  });
  // Before Node's own listener, which would parse a request first.
  server.prependListener("connection", (socket: Socket) => {
    // Closes a connection above its IP's limit. A TLSSocket is one that `startTls` decrypts, and was counted before that.
    if (!(socket instanceof TLSSocket) && !limit.tryAdd(socket)) socket.destroy();
  });
  server.on("connect", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    startTls(request, socket as Socket, head).catch(() => socket.destroy());
  });

  /**
   * Responds to a CONNECT (RFC 9110 section 9.3.6) for a provider's host. Ends TLS here, with a certificate of this server's
   * authority, and serves the requests inside as that host.
   */
  async function startTls(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const target = request.url ?? "";
    if (findProviderByHost(target) === null) return rejectUpgrade(socket, 403, "not_found", otherHostReason);
    const host = target.replace(/:\d+$/, "").toLowerCase();
    const secureContext = await authority.contextFor(host);
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    // What the client sent right after its CONNECT belongs to the TLS handshake.
    if (head.length > 0) socket.unshift(head);
    const tls = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
    handshakes.add(tls);
    tls.setTimeout(handshakeTimeoutMs, () => tls.destroy());
    tls.on("error", () => tls.destroy());
    tls.once("close", () => handshakes.delete(tls));
    tls.once("secure", () => {
      handshakes.delete(tls);
      // From here on, the HTTP server has its own timeouts for the requests inside.
      tls.setTimeout(0);
      server.emit("connection", tls);
    });
  }

  const drain = watchForDrain(server);
  return {
    port: await listenOn(server, providerHost, port),
    begin: drain.begin,
    /** Waits until all requests have finished, and aborts those that remain at the timeout. */
    async close(timeoutMs) {
      // `drain` waits for connections of the HTTP server only, which gets a connection after its TLS handshake.
      for (const tls of handshakes) tls.destroy();
      await drain.close(timeoutMs);
    },
  };
}

const otherHostReason = "The provider port serves only the hosts of providers, such as api.twilio.com.";

/** Rejects a request for a host that no provider has, with 421 Misdirected Request (RFC 9110 section 15.5.20). */
function rejectHost(response: ServerResponse): void {
  // Closes the connection, because the request's body is not read.
  response.writeHead(421, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: otherHostReason, code: "not_found" }));
}
