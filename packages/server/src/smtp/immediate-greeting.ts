import { runWithErrorHandler } from "@frontdesk/tunnel/edge";
import { SMTPConnection } from "smtp-server/lib/smtp-connection";
import { ChunkedSmtpStream, type RunInTurn } from "./chunked-stream.ts";
import type { ReplyBatch } from "./reply-batch.ts";
import type { SenderLimiter } from "./sender-limits.ts";

/**
 * For `send`: the response has no enhanced status code (RFC 2034). The library adds one to responses to mail commands, and these
 * respond to none.
 */
export const WITHOUT_ENHANCED_CODE = false;

/**
 * A connection that sends its greeting immediately.
 *
 * The library waits a fixed 100 ms before the greeting, to detect spammers that talk first. Frontdesk filters no spam, and a
 * client that opens a connection for each mail would spend most of its time in that wait. Only the delay is removed; the limit
 * on clients stays. The response to a command sent before the greeting follows after it.
 */
export class ImmediateGreetingConnection extends SMTPConnection {
  senderLimiter: SenderLimiter | null = null;
  replyBatch: ReplyBatch | null = null;
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

  /** Sends a reply at the end of this turn of the event loop, together with those of other connections. */
  override send(...reply: Parameters<SMTPConnection["send"]>): void {
    this.replyBatch?.hold(this._socket);
    super.send(...reply);
  }

  /** Starts TLS. The reply that allows it goes first, because it is in clear text. */
  override upgrade(...callbacks: Parameters<SMTPConnection["upgrade"]>): void {
    this.replyBatch?.release(this._socket);
    super.upgrade(...callbacks);
  }

  /**
   * Says goodbye and closes both sides of the connection, because a client without TLS has nothing more to send. The library closes its
   * own side and waits: for the client's end, or for the error of a client that left without reading the goodbye.
   */
  override handler_QUIT(command: Buffer, callback: () => void): void {
    const socket = this._socket;
    this.replyBatch?.release(socket);
    const hasUnsentReplies = socket.writableLength > 0;
    // Left to the library: over TLS the client still sends an alert, and unsent replies would be lost by closing at once.
    if (this.secure || hasUnsentReplies) {
      super.handler_QUIT(command, callback);
      return;
    }
    this.send(221, "Bye");
    this.#markClosed();
    this.replyBatch?.close(socket);
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
