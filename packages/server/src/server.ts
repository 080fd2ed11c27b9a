import type { Server as HttpServer } from "node:http";
import { createProxyMatcher } from "@frontdesk/tunnel/edge";
import { resumeAccountDeletions } from "./admin/account-deletion.ts";
import { respondToAdmin } from "./admin/admin.ts";
import { openLockedStorage } from "./admin/locked-storage.ts";
import { createApp } from "./app.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { ServerFacts, Services } from "./context.ts";
import { createSafeHooks, type ServerHooks } from "./hooks.ts";
import { createAuthenticator } from "./http/auth.ts";
import { createClientNetworkReader } from "./http/client-network.ts";
import { toProblemResponse } from "./http/responses.ts";
import { createExtractor } from "./inbox/extraction.ts";
import { bootstrap } from "./lifetime/bootstrap.ts";
import { createHealth } from "./lifetime/health.ts";
import { prepareCluster } from "./lifetime/join-cluster.ts";
import { createListeners, type ListenAddresses } from "./lifetime/listeners.ts";
import { createRetentionClock } from "./lifetime/retention-clock.ts";
import { createRateLimits } from "./limits/rate-limits.ts";
import { consoleLog, type Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { nameOptionsInError, rejectUnknownOptions } from "./options/embedded-options.ts";
import { type CreateServerOptions, parseOptions } from "./options/options.ts";
import { Problem } from "./problem.ts";
import { createServices } from "./services.ts";
import type { MailToDeliver } from "./smtp/compose.ts";
import { type DeliverResult, deliverMail } from "./smtp/deliver.ts";
import { createIntake } from "./smtp/intake.ts";
import { defaultStorage, storageDirectory } from "./storage/backends.ts";
import { checkFormat } from "./storage/format.ts";
import { limitStorageCalls, requireDurable } from "./storage/storage-timeouts.ts";

/** A Frontdesk. */
export interface Server {
  /** Answers an API request in process, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Opens the HTTP and SMTP ports; after `attach`, the SMTP port alone. */
  listen(): Promise<ListenAddresses>;
  /**
   * Serves tunnels on a program's own listener, which hands `fetch` what it wants of the rest: agents dial there, visitors
   * of a tunnel's name are served, and WebSockets pass. Call it before `listen` or instead of it.
   */
  attach(server: HttpServer): void;
  /**
   * Hands in a mail without SMTP: the same mailboxes, aliases and reading. Resolves once it is durable.
   *
   * @throws Error where no recipient is anybody's here.
   */
  deliver(mail: MailToDeliver): Promise<DeliverResult>;
  /** The first agent key, on the one start that made it; else `null`. */
  key: string | null;
  /** What the storage says the operator should know. */
  warnings: string[];
  /** Which storage this is, without credentials. */
  storage: string;
  /** Lets running requests finish within the drain time, ends held waits, then closes everything. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A Frontdesk with its inside, which the command line manages and no embedding program sees. */
export interface OpenServer extends Server {
  services: Services;
  /** Notes that the first key was shown. Without it the next start makes another in its place. */
  confirmKey(): Promise<void>;
  /**
   * From now on commands that find the storage's folder claimed are answered; `listen` does the same. A command that has
   * the folder for a moment answers no other: it would go before it could.
   */
  acceptAdminCommands(): void;
}

/**
 * Makes a Frontdesk on the given storage. It answers `fetch` at once; `listen` opens its ports.
 *
 * @throws OptionsError naming each option that is wrong.
 */
export async function createServer(options: ServerSettings = {}): Promise<Server> {
  rejectUnknownOptions(options);
  const {
    services: _inside,
    confirmKey,
    acceptAdminCommands: answerCommands,
    ...server
  } = await openServer(options).catch((error: unknown) => {
    throw nameOptionsInError(error);
  });
  await confirmKey();
  answerCommands();
  return server;
}

const CLOSED = "This Frontdesk was closed.";

type ServerSettings = CreateServerOptions & ServerHooks & { log?: Log; clock?: Clock };

/** As `createServer`, with the inside. */
export async function openServer({
  storage = defaultStorage,
  bootstrapKey,
  smtp: withSmtp = true,
  log = consoleLog,
  clock = systemClock,
  onMessage,
  onRejected,
  ...settings
}: ServerSettings = {}): Promise<OpenServer> {
  const options = parseOptions(settings);
  const backend = await openLockedStorage(storage);
  const metrics = createMetrics();
  const guarded = limitStorageCalls(backend, { timeoutMs: options.storageTimeout, onCommit: metrics.recordCommit });
  const facts: ServerFacts = {
    publicUrl: (options.publicUrl || `http://localhost:${options.port}`).replace(/\/+$/, ""),
    smtpPort: withSmtp ? options.smtpPort : null,
    clientsOf: () => 0,
  };
  const { kv, locks } = guarded;
  const { bus } = backend;
  const extractor = createExtractor();
  const hooks = createSafeHooks({ onMessage, onRejected }, extractor, log);
  const shared = backend.presence !== undefined;
  const timeline = createRetentionClock({ clock, kv, log, isShared: shared });
  const services = createServices({
    options,
    kv,
    locks,
    bus,
    facts,
    extractor,
    hooks,
    clock,
    retentionClock: timeline,
    log,
    metrics,
  });
  const rates = createRateLimits({
    limits: {
      failures: options.authFailuresPerIp,
      requestsOfKey: options.requestsPerKey,
      requestsOfAccount: options.requestsPerAccount,
      guesses: options.passwordFailuresPerVisitor,
      aborts: options.abortsPerVisitor,
    },
    tally: backend.counters,
    now: services.clock.now,
  });
  const health = createHealth(kv);
  const { check: fault } = health;
  const { first, joinCluster } = await prepare().catch(async (error: unknown) => {
    await endInboxes();
    await release();
    throw error;
  });
  const intake = createIntake({ services, onRejected: hooks.onRejected });
  const answerCommands = () => backend.setAdminHandler((request) => respondToAdmin(services, request));
  const listeners = createListeners({
    services,
    bus,
    rates,
    metrics,
    log,
    intake,
    fault,
    joinCluster,
    withSmtp,
    directory: storageDirectory(storage),
    onListen: answerCommands,
  });
  const stopping = new AbortController();
  const app = createApp({
    services,
    authenticator: createAuthenticator(services, kv, rates),
    rates,
    clientNetworkOf: createClientNetworkReader(options.trustedProxies),
    checkHealth: fault,
    bus,
    stopping: stopping.signal,
    isCertificateAllowed: listeners.tlsAsk,
    mayAskAboutCertificates: createProxyMatcher(options.trustedProxies),
  });

  async function prepare() {
    if (options.requireDurable) requireDurable(backend);
    await kv.recover();
    await checkFormat(kv);
    await timeline.start();
    const joinCluster = await prepareCluster({ ...options, storage: { ...backend, kv, locks }, log });
    return { first: await bootstrap({ kv, locks, ...services, shared }, bootstrapKey), joinCluster };
  }

  /** Ends held waits, and what removes messages in their time. */
  async function endInboxes(): Promise<void> {
    await Promise.all([services.mail.close(), services.sms.close()]);
  }

  /** Lets go of the storage, and of all that runs by a timer. */
  async function release(): Promise<void> {
    rates.close();
    await timeline.close();
    await guarded.close();
  }

  const removals = resumeAccountDeletions(services, stopping.signal).then(
    (names) => {
      for (const name of names) log.info(`The removal of account ${name}, which was cut off, is finished.`);
    },
    (error: unknown) => {
      if (!stopping.signal.aborted) log.error("Finishing the removal of an account failed", error);
    },
  );

  services.webhookDispatcher.resume();

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      health.markStopping();
      stopping.abort();
      listeners.beginDrain();
      await endInboxes();
      await Promise.all([listeners.drain(), removals, services.webhookDispatcher.close()]);
      listeners.closeOperator();
      await release();
    })();
    return closing;
  };

  return {
    fetch: async (request) => {
      if (closing) return toProblemResponse(new Problem("unavailable", CLOSED));
      const answer = await app.fetch(request);
      // Frameworks that embed the server know the platform's own class; some print any other as text.
      return new Response(answer.body, answer);
    },
    listen: async () => {
      if (closing) throw new Error(CLOSED);
      return listeners.listen(app);
    },
    attach: listeners.attach,
    deliver: async (mail) => {
      if (closing) throw new Error(CLOSED);
      return deliverMail(mail, intake, options);
    },
    key: first.key,
    confirmKey: first.confirm,
    acceptAdminCommands: answerCommands,
    warnings: [...backend.warnings, ...backend.risks, ...first.warnings],
    storage: backend.description,
    services,
    close,
    [Symbol.asyncDispose]: close,
  };
}
