import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers";
import { rootCauseMessage } from "@frontdesk/basics";
import { createMailReader, createReadingThread } from "@frontdesk/mail-reader";
import { toNetwork } from "@frontdesk/tunnel/edge";
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { StorageError } from "../problem.ts";
import { createFairness, type FairnessLimits } from "./fairness.ts";
import type { Offer } from "./offers.ts";
import { PromptServer } from "./prompt-server.ts";
import { toRecipient } from "./recipient.ts";
import type { Destination, SmtpOptions } from "./smtp-options.ts";

/** The SMTP listener: takes mail for this server's mailboxes, and nothing else. */
export interface Smtp {
  listen(): Promise<{ host: string; port: number }>;
  /** Shows another certificate from the next STARTTLS on. */
  renew(certificate: { key: string; cert: string }): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
const FAIRNESS: FairnessLimits = { connections: 200, refusals: 20, noops: 100, bytes: 1024 * MEBIBYTE };
/** Deleted since it was named as a recipient. */
const GONE = reply(550, "The mailbox was deleted");
const FULL = reply(452, "The server's storage is full, try again later");
/** The longest time that a timer of the system can hold. */
const FOREVER = 2 ** 31 - 1;
const POSTMASTER = Symbol("postmaster");

/** Beyond this multiple of the size limit the connection is cut instead of being read to its end. */
const PATIENCE = 4;

export function createSmtp(options: SmtpOptions): Smtp {
  const { host, port, domain, name = domain, size = 35 * MEBIBYTE, tls = null } = options;
  const { maxRecipients = 100, maxClients = 2000, idleTimeout = 60_000, dataTimeout = 600_000 } = options;
  const { closeTimeout = 5_000, resolve, deliver, onRecipientRejected, onMailRejected, log } = options;
  // Without a certificate of our own STARTTLS must go: the library would present its own, whose key is public.
  const given = options.offer ?? (() => ({ starttls: true, tlsRequired: false, auth: false }));
  const offer = (address: string): Offer => ({ ...given(address), ...(tls === null && { starttls: false }) });
  requirePositive({
    size,
    maxRecipients,
    maxClients: maxClients || 1,
    idleTimeout: idleTimeout || 1,
    dataTimeout,
    closeTimeout,
  });
  const fairness = createFairness({ limits: { ...FAIRNESS, ...options.fairness } });

  const targets = new WeakMap<SMTPServerAddress, string | typeof POSTMASTER>();
  const server = new PromptServer({
    name,
    banner: "Frontdesk",
    size,
    rejectOversized: true,
    maxRecipients,
    maxClients,
    maxCommandLength: 4096,
    socketTimeout: idleTimeout || FOREVER,
    closeTimeout,
    authOptional: true,
    disableReverseLookup: true,
    authMethods: ["PLAIN", "LOGIN"],
    // Credentials open nothing here, so there is nothing to guard.
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: "anyone" }),
    logger: false,
    ...(tls && { key: tls.key, cert: tls.cert, minVersion: "TLSv1.2" as const }),
    onMailFrom: (_address, session, callback) => {
      if (offer(session.remoteAddress).tlsRequired && !session.secure)
        return callback(reply(530, "Must issue a STARTTLS command first"));
      const reason = fairness.mayMail(session.remoteAddress);
      callback(reason === null ? null : reply(450, reason));
    },
    onRcptTo: (address, session, callback) => {
      accept(address, session.remoteAddress).then(
        () => callback(),
        (error) => void refuse(error, session, callback),
      );
    },
    onData: receive,
  });
  const noteFailure = (reason: string) => log?.warn(`A mail was stored as plainly as it could be read: ${reason}`);
  const thread = createReadingThread({ onFailure: noteFailure });
  let listening = false;
  let closing = false;
  server.on("error", (error: Error) => {
    // Before that it is the listener's own error, which whoever called listen() hears.
    if (listening) log?.info(`SMTP connection ended: ${error.message}`);
  });

  server.fairness = fairness;
  server.offer = offer;
  server.turns = (address) => {
    const parties = [senderParty(address)];
    return (work) => thread.turns.run(parties, work);
  };
  server.onTlsBreak = (address, reason) =>
    log?.warn(
      `A mail client at ${address} broke off as TLS began${reason && ` (${reason})`}: it does not trust this server's ` +
        "certificate. Give one that it trusts with --smtp-tls-cert and --smtp-tls-key, or start with --smtp-tls off.",
    );

  /** Guessing which mailboxes there are must not be quick. */
  async function refuse(error: unknown, session: SMTPServerSession, callback: (error?: Error | null) => void) {
    const isRefused = error instanceof Error && "responseCode" in error && error.responseCode === 550;
    const reason = isRefused ? await fairness.refused(session, session.remoteAddress) : null;
    if (reason !== null) server.hangUp(session, 421, reason);
    else callback(error instanceof Error ? error : new Error("The recipient could not be looked up"));
  }

  async function accept(address: SMTPServerAddress, client: string): Promise<void> {
    const recipient = toRecipient(address.address, domain);
    if (recipient.type === "postmaster") {
      targets.set(address, POSTMASTER);
      return;
    }
    if (recipient.type === "foreign") {
      onRecipientRejected?.(address.address, "other_domain", client);
      throw reply(550, `Relaying denied: this server takes mail for @${domain} only`);
    }
    const id = await resolve(recipient.name).catch((error: unknown) => {
      log?.warn(`Looking up mailbox ${recipient.name} failed: ${rootCauseMessage(error)}`);
      throw reply(451, "Mailboxes cannot be looked up just now, try again later");
    });
    if (id === null) {
      onRecipientRejected?.(address.address, "unknown_mailbox", client);
      throw reply(550, `No mailbox ${address.address} here`);
    }
    targets.set(address, id);
  }

  function receive(stream: SMTPServerDataStream, session: SMTPServerSession, answer: (error?: Error | null) => void) {
    const callback = (error?: Error | null) => {
      answer(error);
      // At a stop this message was the last of its connection, which its client would keep.
      if (closing) setImmediate(() => server.closeIdle());
    };
    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom ? mailFrom.address : "";
    // What is only for the postmaster is kept nowhere, so nothing of it is read.
    const isKept = rcptTo.some((address) => targets.get(address) !== POSTMASTER);
    const parties = [senderParty(session.remoteAddress), ...new Set(rcptTo.map(mailboxParty))];
    const reader = isKept ? createMailReader({ sender }, { thread, parties, onFailure: noteFailure }) : null;
    fairness.worked(session);
    const deadline = setTimeout(() => server.hangUp(session, 421, "The message took too long"), dataTimeout);
    let failure: unknown = null;
    stream.on("data", (chunk: Buffer) => {
      fairness.received(session.remoteAddress, chunk.length);
      if (stream.byteLength > size * PATIENCE) server.hangUp(session, 552, "The message is far too large");
      if (stream.sizeExceeded || failure) return;
      try {
        reader?.write(chunk);
      } catch (error) {
        failure = error;
      }
    });
    // The library destroys the stream of a client that goes away; there is no one left to answer then.
    stream.on("error", () => {});
    stream.on("close", () => clearTimeout(deadline));
    stream.on("end", () => {
      clearTimeout(deadline);
      if (stream.sizeExceeded) {
        onMailRejected?.("too_large", session.remoteAddress);
        // Answered 552 by the library.
        return callback();
      }
      finish().then(
        () => callback(),
        (error: unknown) => {
          const isFull = error instanceof StorageError && error.fault === "full";
          onMailRejected?.(error === GONE ? "deleted" : isFull ? "full" : "storage", session.remoteAddress);
          if (error === GONE) return callback(GONE);
          log?.warn(`Storing a mail failed${isFull ? ", for the storage is full" : ""}: ${rootCauseMessage(error)}`);
          callback(isFull ? FULL : reply(451, "The message could not be stored, try again later"));
        },
      );
    });

    async function finish(): Promise<void> {
      if (failure) throw failure;
      const destinations = toDestinations(rcptTo, sender, stream.byteLength);
      if (!reader || destinations.length === 0) return;
      const { byteLength: bytes } = stream;
      const isStored = await deliver(destinations, await reader.end(), {
        client: session.remoteAddress,
        from: sender,
        bytes,
      });
      if (!isStored && destinations.length === rcptTo.length) throw GONE;
    }
  }

  function mailboxParty(address: SMTPServerAddress): string {
    return `mailbox ${String(targets.get(address))}`;
  }

  function toDestinations(recipients: SMTPServerAddress[], sender: string, bytes: number): Destination[] {
    const destinations: Destination[] = [];
    for (const address of recipients) {
      const target = targets.get(address);
      if (target === POSTMASTER) {
        log?.info(`Mail to ${address.address} from ${sender === "" ? "<>" : sender}, ${bytes} bytes, not kept`);
      } else if (target !== undefined) {
        destinations.push({ id: target, recipient: address.address });
      }
    }
    return destinations;
  }

  const close = () =>
    new Promise<void>((done) => {
      closing = true;
      server.close(() => void thread.close().then(done));
      server.closeIdle();
    });

  return {
    listen: () =>
      new Promise((done, fail) => {
        // Node's default backlog of 511 overflows when many clients open a connection for each mail.
        const listener = server.listen({ host, port, backlog: 4096 });
        listener.once("error", fail);
        listener.once("listening", () => {
          listener.off("error", fail);
          listening = true;
          const address = listener.address() as AddressInfo; // a TCP listener has no other form of address
          done({ host: address.address, port: address.port });
        });
      }),
    renew: (certificate) => server.updateSecureContext({ ...certificate, minVersion: "TLSv1.2" }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function senderParty(address: string): string {
  return `sender ${toNetwork(address)}`;
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function requirePositive(limits: Record<string, number>): void {
  for (const [option, value] of Object.entries(limits)) {
    if (!(value > 0)) throw new RangeError(`SMTP option ${option} must be a number above 0, not ${value}`);
  }
}
