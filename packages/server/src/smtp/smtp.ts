import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers";
import { rootCauseMessage } from "@frontdesk/basics";
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from "smtp-server";
import { StorageError } from "../problem.ts";
import type { SmtpCapabilities } from "./capabilities.ts";
import { ImmediateGreetingServer } from "./immediate-greeting-server.ts";
import { createMailParsing } from "./mail-parsing.ts";
import { createRecipientMailboxes } from "./recipient-mailboxes.ts";
import { MAILBOX_DELETED, reply, STORAGE_FULL } from "./replies.ts";
import { createSenderLimiter, DEFAULT_SENDER_LIMITS, toSenderParty } from "./sender-limits.ts";
import { MAX_RECIPIENTS, requirePositive, type SmtpOptions } from "./smtp-options.ts";

/** The SMTP listener. Accepts mail for this server's mailboxes only; it never relays. */
export interface Smtp {
  listen(): Promise<{ host: string; port: number }>;
  /** Uses another certificate from the next STARTTLS on. */
  replaceCertificate(certificate: { key: string; cert: string }): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Longest delay that Node's timers accept. Stands for no limit. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** More than any command of RFC 5321 has. A line that never ends must not fill the memory. */
const MAX_COMMAND_LENGTH = 4096;
/**
 * Beyond this multiple of the size limit the connection is closed, instead of reading the message to its end, after which the client
 * expects the reply.
 */
const MAX_OVERSIZE_FACTOR = 4;

/** Replies to a command: accepts it, or rejects it with the error's code and text. */
type ReplyCallback = (error?: Error | null) => void;

/** Creates the SMTP listener. It opens the port at `listen`. */
export function createSmtp(options: SmtpOptions): Smtp {
  const { host, port, domain, maxSize = 35 * 1024 ** 2, tls = null, deliver, onMailRejected, log } = options;
  const { maxClients = 2000, idleTimeoutMs = 60_000, dataTimeoutMs = 600_000, closeTimeoutMs = 5_000 } = options;
  const parsing = options.parsing ?? createMailParsing(log);
  const configuredCapabilities =
    options.capabilitiesFor ?? (() => ({ starttls: true, tlsRequired: false, auth: false }));
  /** Returns what a client with this IP address is offered: STARTTLS only if there is a certificate. */
  function capabilitiesFor(ip: string): SmtpCapabilities {
    const capabilities = configuredCapabilities(ip);
    // Without our own certificate the library would use its built-in one, whose private key is public.
    return tls === null ? { ...capabilities, starttls: false } : capabilities;
  }
  requirePositive({ maxSize, dataTimeoutMs, closeTimeoutMs });
  // 0 is allowed for these two: it means no limit.
  requirePositive({ maxClients: maxClients || 1, idleTimeoutMs: idleTimeoutMs || 1 });
  const senderLimiter = createSenderLimiter({ limits: { ...DEFAULT_SENDER_LIMITS, ...options.senderLimits } });
  const recipients = createRecipientMailboxes(options);
  const server = new ImmediateGreetingServer({
    ...toServerOptions({ domain, maxSize, maxClients, idleTimeoutMs, closeTimeoutMs, tls }),
    /** Rejects the mail if TLS is missing and required, or if the client's network has sent too much in this minute. */
    onMailFrom: (_address, session, callback) => {
      if (capabilitiesFor(session.remoteAddress).tlsRequired && !session.secure)
        return callback(reply(530, "Must issue a STARTTLS command first"));
      const reason = senderLimiter.checkQuota(session.remoteAddress);
      callback(reason === null ? null : reply(450, reason));
    },
    /** Accepts a recipient that has a mailbox here, and the postmaster. */
    onRcptTo: (address, session, callback) => {
      recipients.resolve(address, session.remoteAddress).then(
        () => callback(),
        (error) => void rejectRecipient(error, session, callback),
      );
    },
    onData: receiveMessage,
  });
  let listening = false;
  let closing = false;
  server.on("error", (error: Error) => {
    // Until the port is open, it is the listener's own error, which rejects the promise of `listen()`.
    if (listening) log?.info(`SMTP connection ended: ${error.message}`);
  });

  server.senderLimiter = senderLimiter;
  server.capabilitiesFor = capabilitiesFor;
  server.turnsFor = (ip) => {
    const parties = [toSenderParty(ip)];
    return (work) => parsing.pool.mainThread.run(parties, work);
  };
  server.onTlsAbort = (ip, reason) => log?.warn(toTlsAbortWarning(ip, reason));

  /** Responds to a rejected recipient. Unknown ones are counted and delayed, so that guessing mailbox names is slow. */
  async function rejectRecipient(error: unknown, session: SMTPServerSession, callback: ReplyCallback) {
    // 550 says that there is no such mailbox here. Other errors are failures of this server, not guesses.
    const isUnknown = error instanceof Error && "responseCode" in error && error.responseCode === 550;
    const reason = isUnknown ? await senderLimiter.countUnknownRecipient(session, session.remoteAddress) : null;
    if (reason !== null) server.disconnect(session, 421, reason);
    else callback(error instanceof Error ? error : new Error("The recipient could not be looked up"));
  }

  /**
   * Parses a message while it arrives, then stores it. Responds when it is durable. A mail for the postmaster alone is not stored, so
   * it is not parsed either.
   */
  function receiveMessage(stream: SMTPServerDataStream, session: SMTPServerSession, callback: ReplyCallback) {
    /** Responds to the message: that it was accepted, or with the error. */
    function respond(error?: Error | null): void {
      callback(error);
      // On shutdown this message was the connection's last, and the client would keep the idle connection open. It is closed in the
      // next turn of the event loop, when the library has ended the message.
      if (closing) setImmediate(() => server.closeIdle());
    }
    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom ? mailFrom.address : "";
    const hasMailbox = rcptTo.some(recipients.hasMailbox);
    const parties = [toSenderParty(session.remoteAddress), ...new Set(rcptTo.map(recipients.toParty))];
    const parser = hasMailbox ? parsing.createParser({ sender }, parties) : null;
    const evidence = hasMailbox ? options.collectEvidence?.(session) : null;
    senderLimiter.resetCounters(session);
    const deadline = setTimeout(() => server.disconnect(session, 421, "The message took too long"), dataTimeoutMs);
    let parseError: unknown = null;
    stream.on("data", (chunk: Buffer) => {
      senderLimiter.countBytes(session.remoteAddress, chunk.length);
      const isFarTooLarge = stream.byteLength > maxSize * MAX_OVERSIZE_FACTOR;
      if (isFarTooLarge) server.disconnect(session, 552, "The message is far too large");
      const willBeRejected = stream.sizeExceeded || Boolean(parseError);
      if (willBeRejected) return;
      try {
        parser?.write(chunk);
        evidence?.write(chunk);
      } catch (error) {
        parseError = error;
      }
    });
    // The library destroys the stream if the client disconnects. There is nobody left to respond to.
    stream.on("error", () => {});
    stream.on("close", () => clearTimeout(deadline));
    stream.on("end", () => {
      clearTimeout(deadline);
      if (stream.sizeExceeded) {
        onMailRejected?.("too_large", session.remoteAddress);
        // The library responds with 552.
        return respond();
      }
      storeMessage().then(
        () => respond(),
        (error: unknown) => {
          if (error === MAILBOX_DELETED) {
            onMailRejected?.("deleted", session.remoteAddress);
            return respond(MAILBOX_DELETED);
          }
          const isFull = error instanceof StorageError && error.fault === "full";
          onMailRejected?.(isFull ? "full" : "storage", session.remoteAddress);
          log?.warn(`Mail not stored${isFull ? ", the storage is full" : ""}: ${rootCauseMessage(error)}`);
          respond(isFull ? STORAGE_FULL : reply(451, "The message could not be stored, try again later"));
        },
      );
    });

    /**
     * Stores the message in its mailboxes. One for the postmaster alone has none, and is logged by `toDestinations`. The sender is checked
     * with the `evidence` that was collected from the message; `null` if it need not be checked.
     *
     * @throws MAILBOX_DELETED, or an error of parser or storage
     */
    async function storeMessage(): Promise<void> {
      if (parseError) throw parseError;
      const destinations = recipients.toDestinations(rcptTo, sender, stream.byteLength);
      const isForPostmasterAlone = parser === null;
      if (isForPostmasterAlone) return;
      const origin = { client: session.remoteAddress, from: sender, bytes: stream.byteLength };
      const mail = { ...(await parser.end()), via: "smtp" } as const;
      const isStored = await deliver(destinations, mail, origin, evidence?.end() ?? null);
      const isAlsoForPostmaster = destinations.length !== rcptTo.length;
      if (!isStored && !isAlsoForPostmaster) throw MAILBOX_DELETED;
    }
  }

  /** Opens the port. */
  function listen(): Promise<{ host: string; port: number }> {
    return new Promise((done, fail) => {
      // Node's default backlog of 511 overflows when many clients open a connection for each mail.
      const listener = server.listen({ host, port, backlog: 4096 });
      listener.once("error", fail);
      listener.once("listening", () => {
        listener.off("error", fail);
        listening = true;
        const address = listener.address() as AddressInfo; // other types exist only for pipes
        done({ host: address.address, port: address.port });
      });
    });
  }

  /** Accepts no more connections, ends the idle ones, and waits for the others. Then closes the mail parser that it created itself. */
  async function close(): Promise<void> {
    closing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdle();
    await closed;
    // A parser that the caller passed in may serve others, so the caller closes it.
    if (options.parsing === undefined) await parsing.close();
  }

  return {
    listen,
    replaceCertificate: (certificate) => server.updateSecureContext({ ...certificate, minVersion: "TLSv1.2" }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Limits and certificate of the listener, with the defaults applied. 0 means no limit. */
type ServerLimits = Required<
  Pick<SmtpOptions, "domain" | "maxSize" | "maxClients" | "idleTimeoutMs" | "closeTimeoutMs" | "tls">
>;

/**
 * Returns the options of the SMTP server of the library smtp-server. The library responds with 552 to a message above `size`. It
 * looks up no host names, because a DNS query for each connection would delay its greeting. An `idleTimeoutMs` of 0 is no limit: it
 * becomes the longest time that a timer can have, because the library would replace 0 with its own default.
 */
function toServerOptions({ domain, maxSize, maxClients, idleTimeoutMs, closeTimeoutMs, tls }: ServerLimits) {
  return {
    name: domain,
    banner: "Frontdesk",
    size: maxSize,
    rejectOversized: true,
    maxRecipients: MAX_RECIPIENTS,
    maxClients,
    maxCommandLength: MAX_COMMAND_LENGTH,
    socketTimeout: idleTimeoutMs || MAX_TIMER_MS,
    closeTimeout: closeTimeoutMs,
    authOptional: true,
    disableReverseLookup: true,
    authMethods: ["PLAIN", "LOGIN"],
    // Some apps insist on a login, so any is accepted. It is harmless without TLS too: the credentials grant nothing.
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: "anyone" }),
    logger: false,
    ...(tls && { key: tls.key, cert: tls.cert, minVersion: "TLSv1.2" as const }),
  } satisfies SMTPServerOptions;
}

/** Explains a connection that ended during TLS, with what to do about it. */
function toTlsAbortWarning(ip: string, reason: string): string {
  // Empty if the client closed the connection without an error.
  const shownReason = reason === "" ? "" : ` (${reason})`;
  return (
    `A mail client at ${ip} disconnected during TLS${shownReason}. If it does not trust this server's certificate, ` +
    "give one that it trusts with --smtp-tls-cert and --smtp-tls-key, or start with --smtp-tls off."
  );
}
