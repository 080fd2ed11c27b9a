import type { Clock } from "../clock.ts";
import type { Services } from "../context.ts";
import { createFacts } from "../facts.ts";
import { createSafeHooks, type ServerHooks } from "../hooks.ts";
import { createMessageExtractor } from "../inbox/extraction.ts";
import { createRateLimits, type RateLimits } from "../limits/rate-limits.ts";
import { toRequestsPerMinute } from "../limits/requests-per-minute.ts";
import type { Log } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import type { ServerOptions } from "../options/options.ts";
import { checkFormat } from "../storage/format.ts";
import { limitStorageCalls, requireDurable } from "../storage/storage-timeouts.ts";
import type { Backend, Kv, Locks } from "../storage/types.ts";
import { createAuditLog } from "../store/audit-log.ts";
import { createAuditFile } from "./audit-file.ts";
import { type BootstrapResult, bootstrap } from "./bootstrap.ts";
import { type JoinCluster, prepareCluster } from "./join-cluster.ts";
import { createRetentionClock } from "./retention-clock.ts";
import { createServices } from "./services.ts";

/** A server's services on their storage, which is ready for requests. */
export interface OpenServices {
  services: Services;
  /** Fails, like `locks`, if the storage does not respond in time. */
  kv: Kv;
  locks: Locks;
  rates: RateLimits;
  firstKey: BootstrapResult;
  joinCluster: JoinCluster;
  /** Ends pending long polls, and the timers that delete what has expired. */
  closeInboxes(): Promise<void>;
  /** Stops the timers, stores what is still in memory, and then closes the storage. */
  closeStorage(): Promise<void>;
}

interface OpenServicesOptions {
  options: ServerOptions;
  /** The first agent key; `undefined` for a random one. */
  bootstrapKey: string | undefined;
  withSmtp: boolean;
  log: Log;
  clock: Clock;
  hooks: ServerHooks;
}

/** Creates the services and makes their storage ready. If that fails, closes the storage. */
export async function openServices(
  backend: Backend,
  { options, bootstrapKey, withSmtp, log, clock, hooks }: OpenServicesOptions,
): Promise<OpenServices> {
  const { bus, encryption } = backend;
  const metrics = createMetrics();
  const storage = limitStorageCalls(backend, { timeoutMs: options.storageTimeout, onCommit: metrics.recordCommit });
  const { kv, locks } = storage;
  const isShared = backend.presence !== undefined;
  const extractor = createMessageExtractor();
  const retentionClock = createRetentionClock({ clock, kv, log, isShared });
  const auditFile = createAuditFile(options.auditLog, log);
  const audit = createAuditLog({ kv, locks, clock, log, file: auditFile });
  const base = { options, kv, locks, bus, encryption, clock, retentionClock, audit, log, metrics, extractor };
  const facts = createFacts(options, { withSmtp });
  const services = createServices({ ...base, facts, hooks: createSafeHooks(hooks, extractor, log) });
  const limits = toRequestsPerMinute(options);
  const rates = createRateLimits({ limits, sharedCounters: backend.counters, now: clock.now });
  const prepared = await prepare().catch(async (error: unknown) => {
    await closeInboxes();
    await closeStorage();
    throw error;
  });
  return { services, kv, locks, rates, ...prepared, closeInboxes, closeStorage };

  /**
   * Opens the audit file, checks the storage and its format, starts the clock for the expiry of messages, and creates the first agent
   * key in an empty storage. Returns the result of that, and the function that later gives the tunnel edge its cluster options, once
   * the HTTP port is known.
   */
  async function prepare() {
    auditFile?.open();
    if (options.requireDurable) requireDurable(backend);
    // The format is checked before anything else in the storage is read or written, because this version may not know it.
    await checkFormat({ kv, encryption });
    await retentionClock.start();
    const joinCluster = await prepareCluster({ ...options, storage: { ...backend, kv, locks }, log });
    return { firstKey: await bootstrap({ kv, locks, ...services, shared: isShared }, bootstrapKey), joinCluster };
  }

  /** Ends waiting requests and timers, which use the storage: those of the inboxes, and of OAuth. */
  async function closeInboxes(): Promise<void> {
    await Promise.all([services.mail.close(), services.sms.close(), services.oauth.close()]);
  }

  /**
   * Closes the parts that still write to the storage, then the storage itself. The checks of senders end first, because their
   * verdicts are stored after that.
   */
  async function closeStorage(): Promise<void> {
    rates.close();
    services.senderVerdicts.close();
    await services.intake.close();
    await services.mail.saveVerdicts();
    await audit.close();
    await retentionClock.close();
    await storage.close();
  }
}
