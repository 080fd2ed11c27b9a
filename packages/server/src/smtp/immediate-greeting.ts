import type { Socket } from "node:net";
import { handleListenerErrors, runWithErrorHandler } from "@frontdesk/tunnel/edge";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { SMTPConnection, type SMTPConnectionOptions } from "smtp-server/lib/smtp-connection";
import type { SmtpCapabilities } from "./capabilities.ts";
import { ChunkedSmtpStream, type RunInTurn } from "./chunked-stream.ts";
import type { SenderLimiter } from "./sender-limits.ts";

/**
 * For `send`: the response has no enhanced status code (RFC 2034). The library adds one to responses to mail commands, and these
 * respond to none.
 */
const WITHOUT_ENHANCED_CODE = false;
/** How long a rejected client has to read the reason before its socket is destroyed. */
const FLUSH_TIMEOUT_MS = 1_000;

/**
 * A connection that sends its greeting immediately.
 *
 * The library waits a fixed 100 ms before the greeting, to detect spammers that talk first. Frontdesk filters no spam, and a
 * client that opens a connection for each mail would spend most of its time in that wait. Only the delay is removed; the limit
 * on clients stays. The response to a command sent before the greeting follows after it.
 */
class ImmediateGreetingConnection extends SMTPConnection {
  senderLimiter: SenderLimiter | null = null;
  onTlsAbort: (() => void) | null = null;
  /** Closes another connection to make way for this one. Returns whether there was one to close. */
  closeIdleConnection: (() => boolean) | null = null;

  /** Shares the event loop with other connections. If `null`, each chunk is parsed at once. */
  runInTurn: RunInTurn | null = null;

  /** Creates a parser that shares the event loop with other mail. The library calls this again after the TLS handshake. */
  override _createParser(): ChunkedSmtpStream {
    // The library's constructor calls this before `runInTurn` is set.
    const runInTurn: RunInTurn = (work) => (this.runInTurn ? this.runInTurn(work) : work());
    const parser = new ChunkedSmtpStream({ maxCommandLength: this._server.options.maxCommandLength, runInTurn });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on("error", (error) => this.send(421, `Error: ${error.message}`));
    return parser;
  }

  /**
   * Reports a connection that ended during the TLS handshake or right after it: the client probably rejects the certificate. Reports
   * it once, although the library calls this for the plain socket and for that of TLS.
   */
  override _onCloseEvent(hadError: boolean): void {
    // The library forgets the name at STARTTLS, and a client must repeat its EHLO over TLS. One that rejects the certificate does not.
    const isSilentAfterTls = this.secure && !this.hostNameAppearsAs;
    if (this._upgrading || isSilentAfterTls) this.onTlsAbort?.();
    this.onTlsAbort = null;
    super._onCloseEvent(hadError);
  }

  /**
   * Says goodbye and closes both sides of the connection, because a client without TLS has nothing more to send. The library closes its
   * own side and waits: for the client's end, or for the error of a client that left without reading the goodbye.
   */
  override handler_QUIT(command: Buffer, callback: () => void): void {
    const socket = this._socket;
    const hasUnsentReplies = socket.writableLength > 0;
    // Left to the library: over TLS the client still sends an alert, and unsent replies would be lost by closing at once.
    if (this.secure || hasUnsentReplies) {
      super.handler_QUIT(command, callback);
      return;
    }
    this.send(221, "Bye");
    this.#markClosed();
    const isGoodbyeUnsent = socket.writableLength > 0;
    if (isGoodbyeUnsent) socket.destroySoon();
    else socket.destroy();
    callback();
  }

  /** Marks the connection as closed, as the library's `close` does before it ends the socket: it no longer counts, and runs no command. */
  #markClosed(): void {
    this._closing = true;
    this._server.connections.delete(this);
    if (this._parser) this._parser.isClosed = true;
  }

  /** Looks a command up as it is. The library writes all of a session's disabled commands in capitals again for each command. */
  override _isDisabled(command: string): boolean {
    return this.session.disabledCommands?.includes(command) ?? super._isDisabled(command);
  }

  /** Counts commands such as NOOP, and disconnects after too many without a mail: the library closes a connection after a 421. */
  override _onCommand(command: Buffer, callback?: () => void): void {
    runWithErrorHandler(this, () => {
      // The name of the command comes first. Those that `countCommand` counts have four letters, so a few bytes are enough.
      const [name = ""] = command.toString("latin1", 0, 8).split(" ");
      const reason = this.senderLimiter?.countCommand(this.session, name.toUpperCase()) ?? null;
      if (reason !== null) this.send(421, reason, WITHOUT_ENHANCED_CODE);
      else super._onCommand(command, callback);
    });
  }

  /**
   * Sends the greeting, without the wait of the library's `init`. If the server is full, closes an idle connection to make way for
   * the new one, or rejects the new one if none is idle: the library closes a connection after a 421.
   */
  override init(): void {
    this._setListeners(() => {
      const { maxClients = 0 } = this._server.options;
      const hasLimit = maxClients > 0;
      // `connections` has this connection already.
      const isFull = hasLimit && this._server.connections.size > maxClients;
      if (isFull && !this.closeIdleConnection?.()) {
        this.send(421, `${this.name} Too many connected clients, try again in a moment`, WITHOUT_ENHANCED_CODE);
        return;
      }
      this.connectionReady();
    });
  }
}

/**
 * The property with the connection of a session or socket. A WeakMap would keep each connection in memory until the next full
 * garbage collection, because a connection refers to its session and socket.
 */
const connectionOf = Symbol("connection");

type OfConnection<Owner extends object> = Owner & { [connectionOf]?: SMTPConnection };

/** The library's server, with connections that greet immediately and can be looked up by their session. */
export class ImmediateGreetingServer extends SMTPServer {
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
