import type { Server as HttpServer } from "node:http";
import { finishInterruptedDeletions } from "./admin/account-deletion.ts";
import { respondToAdmin } from "./admin/admin.ts";
import { type LockedStorage, openLockedStorage } from "./admin/locked-storage.ts";
import { createApp } from "./app.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Services } from "./context.ts";
import type { ServerHooks } from "./hooks.ts";
import { toProblemResponse } from "./http/responses.ts";
import { createHealth } from "./lifetime/health.ts";
import { createListeners, type ListenAddresses } from "./lifetime/listeners.ts";
import { type OpenServices, openServices } from "./lifetime/open-services.ts";
import { consoleLog, type Log } from "./log.ts";
import { nameOptionsInError, rejectUnknownOptions } from "./options/embedded-options.ts";
import { type CreateServerOptions, parseOptions } from "./options/options.ts";
import { Problem } from "./problem.ts";
import type { MailToDeliver } from "./smtp/compose.ts";
import { type DeliverResult, deliverMail } from "./smtp/deliver.ts";
import { defaultStorage, storageDirectory } from "./storage/backends.ts";
import type { Kv } from "./storage/types.ts";

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
 * Creates a server on the given storage. `fetch` works at once; `listen` opens the ports. Commands of the command line that find the
 * storage's folder locked by this server also get their response from it at once.
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
  // The caller gets the first key as `key`, so the next start need not replace it. The command line confirms a key only once it has
  // printed it.
  await confirmKey();
  acceptAdminCommands();
  return server;
}

const CLOSED_MESSAGE = "This Frontdesk was closed.";

type ServerSettings = CreateServerOptions & ServerHooks & { log?: Log; clock?: Clock };

interface OpenServerSettings extends ServerSettings {
  /** Wraps the store, as tests do to delay its commits. */
  wrapKv?: (kv: Kv) => Kv;
}

/** Creates a server like `createServer`, which calls this, and also returns its internals, for the command line. */
export async function openServer({
  storage = defaultStorage,
  bootstrapKey,
  smtp: withSmtp = true,
  log = consoleLog,
  clock = systemClock,
  wrapKv = (kv) => kv,
  onMessage,
  onRejected,
  ...settings
}: OpenServerSettings = {}): Promise<OpenServer> {
  const options = parseOptions(settings);
  const backend = await openLockedStorage(storage, { secret: options.secret });
  const hooks = { onMessage, onRejected };
  const openedServices = await openServices(
    { ...backend, kv: wrapKv(backend.kv) },
    { options, bootstrapKey, withSmtp, log, clock, hooks },
  );
  return createOpenServer(backend, openedServices, { withSmtp, directory: storageDirectory(storage) });
}

/** Creates the HTTP side of a server and its listeners, and resumes the work that an earlier run of the server left. */
function createOpenServer(
  backend: LockedStorage,
  opened: OpenServices,
  { withSmtp, directory }: { withSmtp: boolean; directory: string | null },
): OpenServer {
  const { services, firstKey } = opened;
  const health = createHealth(opened.kv);
  const acceptAdminCommands = () => backend.setAdminHandler((request) => respondToAdmin(services, request));
  const parts = { ...opened, bus: backend.bus, checkHealth: health.check };
  const listeners = createListeners({ ...parts, withSmtp, directory, onListen: acceptAdminCommands });
  const stopping = new AbortController();
  const { isCertificateAllowed } = listeners;
  const app = createApp({ ...parts, stopping: stopping.signal, isCertificateAllowed });
  const accountDeletions = finishInterruptedDeletions(services, stopping.signal);
  services.webhookDispatcher.resume();
  let closing: Promise<void> | undefined;

  /** Lets requests finish, then closes what they use. Admin endpoints close late, because they report the shutdown. */
  async function shutDown(): Promise<void> {
    health.markStopping();
    // Ends MCP calls, and the deletion of accounts, which the next start resumes.
    stopping.abort();
    // A port that was opened later would stay open.
    await listeners.finishListening();
    listeners.beginDrain();
    // Ends the requests that wait for messages: the listeners' drain would last as long as they do.
    await opened.closeInboxes();
    await Promise.all([listeners.drain(), accountDeletions, services.webhookDispatcher.close()]);
    listeners.closeAdmin();
    await opened.closeStorage();
  }

  /** Shuts down gracefully. Later calls return the same promise. */
  function close(): Promise<void> {
    closing ??= shutDown();
    return closing;
  }

  return {
    /** Responds to a request in process. */
    fetch: async (request) => {
      if (closing) return toProblemResponse(new Problem("unavailable", CLOSED_MESSAGE));
      const response = await app.fetch(request);
      // Some frameworks that embed the server accept only the global class and print any other as text.
      return new Response(response.body, response);
    },
    listen: async () => {
      if (closing) throw new Error(CLOSED_MESSAGE);
      return listeners.listen(app);
    },
    attach: (server) => {
      if (closing) throw new Error(CLOSED_MESSAGE);
      listeners.attach(server);
    },
    deliver: async (mail) => {
      if (closing) throw new Error(CLOSED_MESSAGE);
      return deliverMail(mail, services.intake, services.options);
    },
    key: firstKey.key,
    confirmKey: firstKey.confirm,
    acceptAdminCommands,
    // `risks`: what the storage may lose in a crash.
    warnings: [...backend.warnings, ...backend.risks, ...firstKey.warnings],
    storage: backend.description,
    services,
    close,
    [Symbol.asyncDispose]: close,
  };
}
