import type { Socket } from "node:net";
import { handleListenerErrors, runWithErrorHandler } from "@frontdesk/tunnel/edge";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { SMTPConnection, SMTPConnectionOptions } from "smtp-server/lib/smtp-connection";
import type { SmtpCapabilities } from "./capabilities.ts";
import type { RunInTurn } from "./chunked-stream.ts";
import { ImmediateGreetingConnection, WITHOUT_ENHANCED_CODE } from "./immediate-greeting.ts";
import { createReplyBatch } from "./reply-batch.ts";
import type { SenderLimiter } from "./sender-limits.ts";

/** How long a rejected client has to read the reason before its socket is destroyed. */
const FLUSH_TIMEOUT_MS = 1_000;

/**
 * The property with the connection of a session or socket. A WeakMap would keep each connection in memory until the next full
 * garbage collection, because a connection refers to its session and socket.
 */
const connectionOf = Symbol("connection");

type OfConnection<Owner extends object> = Owner & { [connectionOf]?: SMTPConnection };

/** The library's server, with connections that greet immediately and can be looked up by their session. */
export class ImmediateGreetingServer extends SMTPServer {
  readonly #replyBatch = createReplyBatch();
  #lastId = 0;
  /** Set once, before the first connection. */
  senderLimiter: SenderLimiter | null = null;
  /** Returns the function that shares the event loop between connections, for the client's IP address. */
  turnsFor: ((ip: string) => RunInTurn) | null = null;
  /** Returns the capabilities offered to the client with this IP address. */
  capabilitiesFor: ((ip: string) => SmtpCapabilities) | null = null;
  /** Called when a client disconnects during the TLS handshake or right after it. */
  onTlsAbort: ((ip: string, reason: string) => void) | null = null;

  /**
   * Accepts a connection, unless its network has too many. Its socket and its session refer to it (`connectionOf`), so that it can be
   * closed when only one of these is known. On a full server it closes an idle one. Networks take turns to parse (`runInTurn`). An error
   * during the TLS handshake (`_upgrading`) is reported by `onTlsAbort`, any other at once. A listener's error ends this connection only.
   */
  override connect(socket: OfConnection<Socket>, options?: SMTPConnectionOptions | null): void {
    const rejection = this.senderLimiter?.admit(socket) ?? null;
    if (rejection !== null) {
      rejectConnection(socket, rejection);
      return;
    }
    const connection = new ImmediateGreetingConnection(this, socket, options);
    connection.senderLimiter = this.senderLimiter;
    connection.replyBatch = this.#replyBatch;
    connection.runInTurn = this.turnsFor?.(connection.remoteAddress) ?? null;
    connection.closeIdleConnection = () => this.#closeIdleConnectionFor(socket);
    const session: OfConnection<SMTPServerSession> = connection.session;
    session[connectionOf] = connection;
    socket[connectionOf] = connection;
    this.connections.add(connection);
    let lastError = "";
    connection.on("error", (error: Error & { reason?: string }) => {
      const { reason: shortTlsReason, message } = error;
      lastError = shortTlsReason ?? message;
      const isReportedByTlsAbort = connection._upgrading;
      if (!isReportedByTlsAbort) this.emit("error", error);
    });
    connection.onTlsAbort = () => this.onTlsAbort?.(connection.session.remoteAddress, lastError);
    /** Ends the connection after an error of one of its listeners. */
    const failConnection = (error: unknown) => {
      this.emit("error", error);
      connection.send(421, "The server failed; its log says why", WITHOUT_ENHANCED_CODE);
      connection.close();
    };
    // Both are needed: with TLS, commands do not come from the plain socket's listeners.
    handleListenerErrors(socket, failConnection);
    handleListenerErrors(connection, failConnection);
    runWithErrorHandler(connection, () => connection.init());
  }

  /** Gives a connection its id: a number, as the library's random one takes time. Reads no proxy header, because there is none. */
  override _handleProxy(_socket: Socket, callback: Parameters<SMTPServer["_handleProxy"]>[1]): void {
    this.#lastId += 1;
    callback(null, { id: String(this.#lastId) });
  }

  /** Disables commands that this IP address is not offered. Calls back in the same tick: no command may arrive before the greeting. */
  override onConnect(session: SMTPServerSession, callback: (error?: Error | null) => void): void {
    const capabilities = this.capabilitiesFor?.(session.remoteAddress);
    if (capabilities) {
      // In capitals, as the library names commands to `_isDisabled`. The first ones are backdoors of early mail
      // servers, which the library imitates as a joke.
      const disabled = ["WIZ", "SHELL", "KILL"];
      if (!capabilities.starttls) disabled.push("STARTTLS");
      if (!capabilities.auth) disabled.push("AUTH");
      session.disabledCommands = disabled;
    }
    callback();
  }

  /**
   * Closes a connection of the network with the most connections, to make way for the new one on `socket`. Skips connections in
   * the middle of a message. Returns `false` if none was closed.
   */
  #closeIdleConnectionFor(socket: Socket): boolean {
    for (const otherSocket of this.senderLimiter?.evictionCandidates(socket) ?? []) {
      const { [connectionOf]: connection }: OfConnection<typeof otherSocket> = otherSocket;
      const isReceiving = Boolean(connection?._dataStream);
      if (connection === undefined || isReceiving) continue;
      // Deleted at once, so that the next new connection does not choose it again while it closes.
      const isClosingAlready = !this.connections.delete(connection);
      if (isClosingAlready) continue;
      connection.send(
        421,
        "Your address has the most connections, and others need one; try again in a moment",
        WITHOUT_ENHANCED_CODE,
      );
      connection.close();
      return true;
    }
    return false;
  }

  /**
   * Sends the code and the reason, then closes the connection, even in the middle of a message. No mail command is answered, so
   * there is no enhanced status code.
   */
  disconnect(session: OfConnection<SMTPServerSession>, code: number, reason: string): void {
    // Never missing: `connect` has set it.
    const connection = session[connectionOf];
    if (!connection) return;
    connection.send(code, reason, WITHOUT_ENHANCED_CODE);
    connection.close();
  }

  /** Closes every connection that is not in the middle of a message. */
  closeIdle(): void {
    for (const connection of [...this.connections]) {
      const isReceiving = Boolean(connection._dataStream);
      if (isReceiving) continue;
      connection.send(421, "Server shutting down", WITHOUT_ENHANCED_CODE);
      // Once the reply is sent, without waiting for the client to close its side.
      connection._socket.destroySoon();
    }
  }
}

/** Sends the reason, which the client has a second to read, and closes the socket. Reads nothing from the client. */
function rejectConnection(socket: Socket, reason: string): void {
  // The client may have left already. Without a listener, the error would end the process.
  socket.on("error", () => {});
  socket.end(`421 4.7.0 ${reason}\r\n`);
  const timer = setTimeout(() => socket.destroy(), FLUSH_TIMEOUT_MS);
  socket.once("close", () => clearTimeout(timer));
}
