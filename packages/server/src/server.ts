import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import {
  attachEdge,
  createConnectionLimit,
  createProxyList,
  createRefusalLog,
  EDGE_SERVER_OPTIONS,
  type Edge,
} from "@frontdesk/tunnel/edge";
import { toNodeHandler } from "h3/node";
import { resumeRemovals } from "./admin/account-removal.ts";
import { answerAdmin } from "./admin/admin.ts";
import { openClaimedStorage } from "./admin/claimed-storage.ts";
import { createApp } from "./app.ts";
import { bootstrap } from "./bootstrap.ts";
import type { Clock } from "./clock.ts";
import type { ServerFacts, Services } from "./context.ts";
import { createHealth } from "./health.ts";
import { createAuthenticator } from "./http/auth.ts";
import { createClientReader } from "./http/client-address.ts";
import { type Drain, listenOn, watchForDrain } from "./http/listener.ts";
import { createOperatorApp } from "./http/operator-pages.ts";
import { prepareCluster } from "./join-cluster.ts";
import { consoleLog, type Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { openEdge } from "./open-edge.ts";
import { type CreateServerOptions, parseOptions } from "./options.ts";
import { createRates } from "./rates.ts";
import { createServices } from "./services.ts";
import { openSmtp } from "./smtp/open-smtp.ts";
import type { Smtp } from "./smtp/smtp.ts";
import { defaultStorage, storageDirectory } from "./storage/backends.ts";
import { guardStorage } from "./storage/guard.ts";

/** Where a listening server is reached. */
export interface Addresses {
  /** Of the API, without a trailing slash. */
  url: string;
  /** `host:port` of the SMTP listener; `null` when it is off. */
  smtp: string | null;
  /** Of the operator's pages, without a trailing slash; `null` when they are off. */
  admin: string | null;
}

/** A Frontdesk. */
export interface Server {
  /** Answers an API request in process, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Opens the HTTP and SMTP ports. */
  listen(): Promise<Addresses>;
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
}

/**
 * Makes a Frontdesk on the given storage. It answers `fetch` at once; `listen` opens its ports.
 *
 * @throws OptionsError naming each option that is wrong.
 */
export async function createServer(options: ServerParts = {}): Promise<Server> {
  const { services: _inside, confirmKey, ...server } = await openServer(options);
  await confirmKey();
  return server;
}

type ServerParts = CreateServerOptions & { log?: Log; clock?: Clock };

/** As `createServer`, with the inside. */
export async function openServer({
  storage = defaultStorage,
  bootstrapKey,
  smtp: withSmtp = true,
  log = consoleLog,
  clock,
  ...settings
}: ServerParts = {}): Promise<OpenServer> {
  const options = parseOptions(settings);
  const backend = await openClaimedStorage(storage);
  const kv = guardStorage(backend.kv);
  const facts: ServerFacts = {
    publicUrl: (options.publicUrl || `http://localhost:${options.port}`).replace(/\/+$/, ""),
    smtpPort: withSmtp ? options.smtpPort : null,
    isOnline: () => false,
  };
  const { locks, bus } = backend;
  const services = createServices({ options, kv, locks, bus, facts, ...(clock ? { clock } : {}) });
  const metrics = createMetrics(services);
  const rates = createRates({
    limits: {
      failures: options.failuresPerAddress,
      requestsOfKey: options.requestsPerKey,
      requestsOfAccount: options.requestsPerAccount,
      guesses: options.guessesPerVisitor,
      aborts: options.abortsPerVisitor,
    },
    tally: backend.tally,
  });
  const health = createHealth(kv);
  const { fault } = health;
  const { first, joinCluster } = await prepare().catch(async (error: unknown) => {
    rates.close();
    await backend.close();
    throw error;
  });
  const app = createApp({
    services,
    authenticator: createAuthenticator(services, kv, rates),
    rates,
    clientOf: createClientReader(options.trustedProxies),
    fault,
    metrics,
    log,
    tlsAsk,
    mayAskTls: createProxyList(options.trustedProxies),
  });

  async function prepare() {
    await kv.recover();
    const joinCluster = await prepareCluster({ ...options, storage: { ...backend, kv }, log });
    const shared = backend.presence !== undefined;
    return { first: await bootstrap({ kv, locks, ...services, shared }, bootstrapKey), joinCluster };
  }

  const stopping = new AbortController();
  const removals = resumeRemovals(services, stopping.signal).then(
    (names) => {
      for (const name of names) log.info(`The removal of account ${name}, which was cut off, is finished.`);
    },
    (error: unknown) => {
      if (!stopping.signal.aborted) log.error("Finishing the removal of an account failed", error);
    },
  );

  async function tlsAsk(domain: string): Promise<boolean> {
    return isOwnName(domain) || (edge?.tlsAsk(domain) ?? false);
  }

  /** The API's own name, for which the proxy in front needs a certificate as for any tunnel's. */
  function isOwnName(domain: string): boolean {
    const { protocol, hostname } = new URL(facts.publicUrl);
    return protocol === "https:" && hostname === domain.toLowerCase();
  }

  let closing: Promise<void> | undefined;
  let http: HttpServer | undefined;
  let operator: HttpServer | undefined;
  let drain: Drain | undefined;
  let smtp: Smtp | undefined;
  let edge: Edge | undefined;

  async function listen(): Promise<Addresses> {
    http = createHttpServer(EDGE_SERVER_OPTIONS);
    const port = await listenOn(http, options.host, options.port);
    // A command that has the folder for a moment answers no other: it would go before it could.
    backend.answerAdmin((request) => answerAdmin(services, request));
    if (!options.publicUrl) facts.publicUrl = `http://localhost:${port}`;
    const limit = createConnectionLimit({ most: options.connectionsPerAddress, exempt: options.trustedProxies });
    const refusals = createRefusalLog(log);
    edge = openEdge(services, { ...joinCluster(port), refusals, onProven: limit.release, bus, rates, log });
    facts.isOnline = edge.isOnline;
    attachEdge(http, edge, toNodeHandler(app), {
      limit,
      refusals,
      onFailure: (what, error) => log.error(`${what} failed and was closed`, error),
    });
    drain = watchForDrain(http);
    const admin = await listenForOperator();
    if (!withSmtp) return { url: facts.publicUrl, smtp: null, admin };
    smtp = await openSmtp({ services, metrics, log, directory: storageDirectory(storage) });
    const address = await smtp.listen();
    facts.smtpPort = address.port;
    return { url: facts.publicUrl, smtp: `${address.host}:${address.port}`, admin };
  }

  async function listenForOperator(): Promise<string | null> {
    const { adminPort, adminHost } = options;
    if (adminPort === "") return null;
    operator = createHttpServer(toNodeHandler(createOperatorApp({ metrics, fault, tlsAsk })));
    const port = await listenOn(operator, adminHost, adminPort);
    return `http://${adminHost.includes(":") ? `[${adminHost}]` : adminHost}:${port}`;
  }

  const close = () => {
    closing ??= (async () => {
      health.stop();
      stopping.abort();
      drain?.begin();
      await Promise.all([services.mail.close(), services.sms.close()]);
      await Promise.all([
        smtp?.close(),
        edge?.close({ drainMs: options.drain }),
        drain?.close(options.drain),
        removals,
      ]);
      // Last, so that whoever asks meanwhile hears why.
      operator?.close();
      operator?.closeAllConnections();
      rates.close();
      await backend.close();
    })();
    return closing;
  };

  return {
    fetch: async (request) => {
      const answer = await app.fetch(request);
      // Frameworks that embed the server know the platform's own class; some print any other as text.
      return new Response(answer.body, answer);
    },
    listen,
    key: first.key,
    confirmKey: first.confirm,
    warnings: [...backend.warnings, ...first.warnings],
    storage: backend.description,
    services,
    close,
    [Symbol.asyncDispose]: close,
  };
}
