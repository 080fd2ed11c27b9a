import type { Socket } from "node:net";
import { guard, guarded } from "@frontdesk/tunnel/edge";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { SMTPConnection, type SMTPConnectionOptions } from "smtp-server/lib/smtp-connection";
import type { Fairness } from "./fairness.ts";
import type { Offer } from "./offers.ts";
import { type RunInTurn, SlicedStream } from "./sliced-stream.ts";

/** What hostile clients are told before they are hung up on is given so long to reach them, in milliseconds. */
const LINGER = 1_000;

/**
 * A connection that greets at once.
 *
 * The library waits a fixed 100 ms before its greeting, to catch senders that talk too soon. Frontdesk filters no spam, and a
 * client that opens a connection for each mail would spend all its time in that wait, so only the delay is replaced here; the
 * check for too many clients stays. A command sent before the greeting is simply answered after it.
 */
class PromptConnection extends SMTPConnection {
  fairness: Fairness | null = null;
  onTlsBreak: (() => void) | null = null;
  /** Ends another connection in favour of this one; whether one was found. */
  makeRoom: (() => boolean) | null = null;

  /** Shares the event loop with other connections. Without it a message is parsed as it comes. */
  runInTurn: RunInTurn | null = null;

  // Called by the library's constructor, before the fields above exist, and again once TLS stands.
  override _createParser(): SlicedStream {
    const runInTurn: RunInTurn = (work) => (this.runInTurn ? this.runInTurn(work) : work());
    const parser = new SlicedStream({ maxCommandLength: this._server.options.maxCommandLength, runInTurn });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on("error", (error) => this.send(421, `Error: ${error.message}`));
    return parser;
  }

  override _onCloseEvent(hadError: boolean): void {
    // A client that checks the certificate only once TLS stands goes without a word.
    if (this._upgrading || (this.secure && !this.hostNameAppearsAs)) this.onTlsBreak?.();
    this.onTlsBreak = null;
    super._onCloseEvent(hadError);
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    guarded(this, () => {
      const [name = ""] = command.toString("latin1", 0, 8).split(" ");
      const reason = this.fairness?.command(this.session, name.toUpperCase()) ?? null;
      if (reason !== null) this.send(421, reason, false);
      else super._onCommand(command, callback);
    });
  }

  override init(): void {
    this._setListeners(() => {
      const { maxClients } = this._server.options;
      if (maxClients && this._server.connections.size > maxClients && !this.makeRoom?.()) {
        this.send(421, `${this.name} Too many connected clients, try again in a moment`, false);
        return;
      }
      this.connectionReady();
    });
  }
}

/** The library's server with connections that greet at once and can be found by their session. */
export class PromptServer extends SMTPServer {
  readonly #bySession = new WeakMap<SMTPServerSession, SMTPConnection>();
  readonly #bySocket = new WeakMap<object, SMTPConnection>();
  /** Set once, before the first connection. */
  fairness: Fairness | null = null;
  /** Shares the event loop between connections; called with the client's IP address. */
  turns: ((address: string) => RunInTurn) | null = null;
  /** What a client at this address is offered. */
  offer: ((address: string) => Offer) | null = null;
  /** Told of a client that ended the connection while TLS began, or right after it. */
  onTlsBreak: ((address: string, reason: string) => void) | null = null;

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const reason = this.fairness?.admit(socket) ?? null;
    if (reason !== null) {
      turnAway(socket, reason);
      return;
    }
    const connection = new PromptConnection(this, socket, options);
    connection.fairness = this.fairness;
    connection.runInTurn = this.turns?.(connection.remoteAddress) ?? null;
    connection.makeRoom = () => this.#makeRoomFor(socket);
    this.#bySocket.set(socket, connection);
    this.#bySession.set(connection.session, connection);
    this.connections.add(connection);
    let reasonToEnd = "";
    connection.on("error", (error: Error) => {
      reasonToEnd = error.message;
      if (!connection._upgrading) this.emit("error", error);
    });
    connection.onTlsBreak = () => this.onTlsBreak?.(connection.session.remoteAddress, reasonToEnd);
    const fail = (error: unknown) => {
      this.emit("error", error);
      connection.send(421, "The server failed; its log says why", false);
      connection.close();
    };
    // By its socket, and by its commands, which also come out of TLS.
    guard(socket, fail);
    guard(connection, fail);
    guarded(connection, () => connection.init());
  }

  // Answered in the same tick, so that nothing can arrive between accept and greeting.
  override onConnect(session: SMTPServerSession, callback: (error?: Error | null) => void): void {
    const offer = this.offer?.(session.remoteAddress);
    if (offer) {
      const withheld = [...(offer.starttls ? [] : ["STARTTLS"]), ...(offer.auth ? [] : ["AUTH"])];
      session.disabledCommands = ["WIZ", "SHELL", "KILL", ...withheld];
    }
    callback();
  }

  /** When all places are taken, one who has many gives one up that is not in the middle of a message. */
  #makeRoomFor(socket: Socket): boolean {
    for (const other of this.fairness?.inFavourOf(socket) ?? []) {
      const connection = this.#bySocket.get(other);
      if (connection === undefined || connection._dataStream || !this.connections.delete(connection)) continue;
      connection.send(421, "Your address has the most connections, and others need one; try again in a moment", false);
      connection.close();
      return true;
    }
    return false;
  }

  /** Says why and hangs up, also in the middle of a message. */
  hangUp(session: SMTPServerSession, code: number, reason: string): void {
    const connection = this.#bySession.get(session);
    if (!connection) return;
    connection.send(code, reason, false);
    connection.close();
  }

  /** Ends every connection that is not in the middle of a message. */
  closeIdle(): void {
    for (const connection of [...this.connections]) {
      if (connection._dataStream) continue;
      connection.send(421, "Server shutting down", false);
      connection._socket.destroySoon();
    }
  }
}

/** One line, and nothing of what the client says is read. */
function turnAway(socket: Socket, reason: string): void {
  socket.on("error", () => {});
  socket.end(`421 4.7.0 ${reason}\r\n`);
  const linger = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(linger));
}
