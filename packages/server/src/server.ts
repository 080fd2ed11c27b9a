import type { Server as HttpServer } from "node:http";
import { finishInterruptedDeletions } from "./admin/account-deletion.ts";
import { respondToAdmin } from "./admin/admin.ts";
import { openLockedStorage } from "./admin/locked-storage.ts";
import { createApp } from "./app.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Services } from "./context.ts";
import { createFacts } from "./facts.ts";
import { createSafeHooks, type ServerHooks } from "./hooks.ts";
import { toProblemResponse } from "./http/responses.ts";
import { createExtractor } from "./inbox/extraction.ts";
import { createAuditFile } from "./lifetime/audit-file.ts";
import { bootstrap } from "./lifetime/bootstrap.ts";
import { createHealth } from "./lifetime/health.ts";
import { prepareCluster } from "./lifetime/join-cluster.ts";
import { createListeners, type ListenAddresses } from "./lifetime/listeners.ts";
import { createRetentionClock } from "./lifetime/retention-clock.ts";
import { createRateLimits } from "./limits/rate-limits.ts";
import { toRequestsPerMinute } from "./limits/requests-per-minute.ts";
import { consoleLog, type Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { nameOptionsInError, rejectUnknownOptions } from "./options/embedded-options.ts";
import { type CreateServerOptions, parseOptions } from "./options/options.ts";
import { Problem } from "./problem.ts";
import { createServices } from "./services.ts";
import type { MailToDeliver } from "./smtp/compose.ts";
import { type DeliverResult, deliverMail } from "./smtp/deliver.ts";
import { defaultStorage, storageDirectory } from "./storage/backends.ts";
import { checkFormat } from "./storage/format.ts";
import { limitStorageCalls, requireDurable } from "./storage/storage-timeouts.ts";
import { createAuditLog } from "./store/audit-log.ts";

/** A Frontdesk server. */
export interface Server {
  /** Responds to an API request in process, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Opens the HTTP and SMTP ports; after `attach`, only the SMTP port. */
  listen(): Promise<ListenAddresses>;
  /**
   * Serves tunnels on a program's own HTTP server, including WebSockets and the connections of tunnel clients. The program
   * passes API requests to `fetch`. Call it before `listen` or instead of it.
   */
  attach(server: HttpServer): void;
  /**
   * Delivers a mail without SMTP. Same recipients, aliases and parsing. Resolves when it is durable.
   *
   * @throws Error if no recipient has a mailbox here.
   */
  deliver(mail: MailToDeliver): Promise<DeliverResult>;
  /** The first agent key on the start that created it, else `null`. */
  key: string | null;
  /** Warnings about the storage and the bootstrap key, for the operator. */
  warnings: string[];
  /** Description of the storage, without credentials. */
  storage: string;
  /** Ends pending long polls, lets other requests finish within the drain time, then closes everything. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server with its internals, for the command line. Embedding programs do not get them. */
export interface OpenServer extends Server {
  services: Services;
  /** Records that the first key was printed. Without this call the next start replaces the key. */
  confirmKey(): Promise<void>;
  /**
   * Responds from now on to commands that find the storage's folder locked; `listen` does the same. A command that opens the
   * storage only for a moment does not call this, because it would exit before it could respond.
   */
  acceptAdminCommands(): void;
}

/**
 * Creates a server on the given storage. `fetch` works at once; `listen` opens the ports.
 *
 * @throws OptionsError that names each invalid option
 */
export async function createServer(options: ServerSettings = {}): Promise<Server> {
  rejectUnknownOptions(options);
  const {
    services: _services,
    confirmKey,
    acceptAdminCommands,
    ...server
  } = await openServer(options).catch((error: unknown) => {
    throw nameOptionsInError(error);
  });
  await confirmKey();
  acceptAdminCommands();
  return server;
}

const CLOSED = "This Frontdesk was closed.";

type ServerSettings = CreateServerOptions & ServerHooks & { log?: Log; clock?: Clock };

/** Creates a server like `createServer`, and also returns its internals. */
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
  const backend = await openLockedStorage(storage, { secret: options.secret });
  const metrics = createMetrics();
  const { storageTimeout: timeoutMs } = options;
  const storageWithTimeouts = limitStorageCalls(backend, { timeoutMs, onCommit: metrics.recordCommit });
  const facts = createFacts(options, { withSmtp });
  const { kv, locks } = storageWithTimeouts;
  const extractor = createExtractor();
  const hooks = createSafeHooks({ onMessage, onRejected }, extractor, log);
  const isShared = backend.presence !== undefined;
  const retentionClock = createRetentionClock({ clock, kv, log, isShared });
  const { bus, encryption } = backend;
  const auditFile = createAuditFile(options.auditLog, log);
  const audit = createAuditLog({ kv, locks, clock, log, file: auditFile });
  const services = createServices({
    options,
    kv,
    locks,
    bus,
    facts,
    encryption,
    extractor,
    hooks,
    clock,
    retentionClock,
    audit,
    log,
    metrics,
  });
  const rates = createRateLimits({
    limits: toRequestsPerMinute(options),
    sharedCounters: backend.counters,
    now: services.clock.now,
  });
  const health = createHealth(kv);
  const { firstKey, joinCluster } = await prepare().catch(async (error: unknown) => {
    await closeInboxes();
    await closeStorage();
    throw error;
  });
  const acceptAdminCommands = () => backend.setAdminHandler((request) => respondToAdmin(services, request));
  const listeners = createListeners({
    services,
    bus,
    rates,
    metrics,
    log,
    checkHealth: health.check,
    joinCluster,
    withSmtp,
    kv,
    locks,
    directory: storageDirectory(storage),
    onListen: acceptAdminCommands,
  });
  const stopping = new AbortController();
  const app = createApp({
    services,
    kv,
    rates,
    checkHealth: health.check,
    bus,
    stopping: stopping.signal,
    isCertificateAllowed: listeners.isCertificateAllowed,
  });

  /** Makes the storage ready: checks the format, starts the clock and creates the first key. */
  async function prepare() {
    auditFile?.open();
    if (options.requireDurable) requireDurable(backend);
    await checkFormat({ kv, encryption });
    await retentionClock.start();
    const joinCluster = await prepareCluster({ ...options, storage: { ...backend, kv, locks }, log });
    return { firstKey: await bootstrap({ kv, locks, ...services, shared: isShared }, bootstrapKey), joinCluster };
  }

  /** Ends pending long polls, and the timers that delete what has expired. */
  async function closeInboxes(): Promise<void> {
    await Promise.all([services.mail.close(), services.sms.close(), services.oauth.close()]);
  }

  /** Stops the timers, stores what is still in memory, and then closes the storage. */
  async function closeStorage(): Promise<void> {
    rates.close();
    services.mailAuthentication.close();
    await services.intake.close();
    await services.mail.saveVerdicts();
    await audit.close();
    await retentionClock.close();
    await storageWithTimeouts.close();
  }

  const accountDeletions = finishInterruptedDeletions(services, stopping.signal);
  services.webhookDispatcher.resume();
  let closing: Promise<void> | undefined;
  /**
   * Shuts down gracefully: lets requests finish, then closes what they use. Admin endpoints close late, because they report the
   * shutdown. Later calls return the same promise.
   */
  function close(): Promise<void> {
    closing ??= (async () => {
      health.markStopping();
      stopping.abort();
      listeners.beginDrain();
      await closeInboxes();
      await Promise.all([listeners.drain(), accountDeletions, services.webhookDispatcher.close()]);
      listeners.closeAdmin();
      await closeStorage();
    })();
    return closing;
  }

  return {
    fetch: async (request) => {
      if (closing) return toProblemResponse(new Problem("unavailable", CLOSED));
      const response = await app.fetch(request);
      // Some frameworks that embed the server accept only the global class and print any other as text.
      return new Response(response.body, response);
    },
    listen: async () => {
      if (closing) throw new Error(CLOSED);
      return listeners.listen(app);
    },
    attach: listeners.attach,
    deliver: async (mail) => {
      if (closing) throw new Error(CLOSED);
      return deliverMail(mail, services.intake, options);
    },
    key: firstKey.key,
    confirmKey: firstKey.confirm,
    acceptAdminCommands,
    warnings: [...backend.warnings, ...backend.risks, ...firstKey.warnings],
    storage: backend.description,
    services,
    close,
    [Symbol.asyncDispose]: close,
  };
}
