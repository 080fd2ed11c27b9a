import type { IncomingMessage } from "node:http";
import type { H3, H3Event } from "h3";
import type { Services } from "../context.ts";
import type { RequestAuthenticator } from "../http/auth.ts";
import type { ClientNetworkOf } from "../http/client-network.ts";
import { limitFailures } from "../http/limit-requests.ts";
import { type RequestLogger, toRequestId } from "../http/mount-operations.ts";
import { createResponse, toProblemResponse } from "../http/responses.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem } from "../problem.ts";
import { createProviderAccess, requireChannel } from "./access.ts";
import { type BodyLease, createBodyBudget } from "./body-budget.ts";
import { sendOnce } from "./idempotency.ts";
import { providers } from "./index.ts";
import { createOutlets } from "./outlet.ts";
import type { Provider, ProviderReply } from "./provider.ts";
import { ProviderError, toProviderError } from "./provider-error.ts";
import { cameToProviderPort } from "./provider-host.ts";
import { readProviderBody } from "./read-body.ts";
import { findRoute, notImplemented, type RouteMatch } from "./routes.ts";

/** Path below which every provider has its routes: `/as/<provider>/…`. */
const providersPath = "/as";

interface ProvidersOptions {
  app: H3;
  services: Services;
  authenticator: RequestAuthenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  log: RequestLogger;
}

/** A request whose route was looked for. */
interface RoutedRequest {
  name: string;
  provider: Provider;
  match: RouteMatch | null;
  /** The request's share of the memory for bodies. */
  lease: BodyLease;
}

/** Serves the send routes of all providers (contract section 12). Their responses have no CORS headers. */
export function attachProviders(parts: ProvidersOptions): void {
  const { app, services, rates, clientNetworkOf, log } = parts;
  const authorize = createProviderAccess(parts);
  const toOutlet = createOutlets(services);
  const budget = createBodyBudget();
  for (const [name, provider] of Object.entries<Provider>(providers)) {
    app.all(`${providersPath}/${name}/**`, (event) => serve(name, provider, event));
  }
  app.get(`${providersPath}/ca.pem`, () => toCertificateResponse(services.facts.providerCertificate));
  app.all(`${providersPath}/**`, () =>
    toProblemResponse(
      new Problem("not_found", `There is no provider of this name. There are ${Object.keys(providers).join(", ")}.`),
    ),
  );

  /**
   * Responds to a request to a provider's API, errors included, in the provider's form. Logs the request. `recordFailure` counts a wrong
   * credential, and returns another error if there were too many. `lease` is the request's share of the memory for the bodies of all
   * requests (`budget`), until the response is known.
   */
  async function serve(name: string, provider: Provider, event: H3Event): Promise<Response> {
    const start = performance.now();
    const id = toRequestId();
    const operation = `${providersPath}/${name}`;
    const { req, url } = event;
    // An SDK whose base URL has no slash at its end may request the base URL itself.
    const pathname = url.pathname.slice(operation.length) || "/";
    const match = req.method === "POST" ? findRoute(provider, pathname) : null;
    const toErrorReply = match?.route.toErrorReply ?? provider.toErrorReply;
    const lease = budget.open();
    const running = authorizeAndRespond({ name, provider, match, lease }, event).finally(lease.close);
    const reply = await running.catch((error: unknown) => {
      const providerError = toProviderError(error);
      const isServerAtFault = providerError === null || providerError.fault === "unavailable";
      if (isServerAtFault) log.failure(operation, id, error);
      if (providerError?.fault === "unauthenticated") return toErrorReply(recordFailure(operation, providerError, req));
      const unexpectedError = new ProviderError("failed", `The server failed; its log says why, of request ${id}.`);
      return toErrorReply(providerError ?? unexpectedError);
    });
    log.request({ id, operation, status: reply.status, milliseconds: performance.now() - start });
    return toResponse(reply);
  }

  /**
   * Checks the credential, reads the body and lets the route respond, which delivers by the `outlet`. If the provider's credential may be
   * in the body, reads that first. A route with a `chosen` channel delivers mail or SMS as the body says, so the outlet checks whether
   * the key may. What has an idempotency key is sent once. Without a route (`match` is `null`), responds 501, but only to a valid
   * credential. `lease` counts the body's bytes, for the limit of all bodies in memory. @throws ProviderError or Problem
   */
  async function authorizeAndRespond(
    { name, provider, match, lease }: RoutedRequest,
    { req, url, runtime }: H3Event,
  ): Promise<ProviderReply> {
    const { smtpMaxSize } = services.options;
    const client = toClient(runtime);
    const isBodyFirst = match !== null && provider.hasCredentialInBody === true;
    const earlyBody = isBodyFirst ? await readProviderBody(req, match.route, { smtpMaxSize, lease }) : null;
    const access = await authorize({ provider, request: req, body: earlyBody?.value, client });
    if (match === null) throw notImplemented(provider);
    const { route, path } = match;
    if (route.channel !== "chosen") requireChannel(access, route.channel);
    const parsed = earlyBody ?? (await readProviderBody(req, route, { smtpMaxSize, lease }));
    // A client decides how long its body takes. A key that was revoked meanwhile must not deliver it.
    if (earlyBody === null) await access.recheck();
    if (route.channel !== "chosen") requireChannel(access, route.channel);
    const { value: body, digest, ...readers } = parsed;
    const outlet = toOutlet(access, { name, title: provider.title });
    const send = () => route.respond({ path, headers: req.headers, body, ...readers }, outlet);
    const key = provider.idempotencyHeader && req.headers.get(provider.idempotencyHeader);
    // The same key and body for another inbox or another route is another request.
    const scope = [name, access.account, access.smsInboxId, url.pathname].join(" ");
    return key ? sendOnce(services.idempotentRequests, access.account, { scope, key, digest }, send) : send();
  }

  /**
   * Counts a wrong credential and logs it. Returns the error to respond with: above the rate limit, one that says so. Then nothing
   * is logged, or a flood would fill the log.
   */
  function recordFailure(operation: string, error: ProviderError, request: Request): ProviderError {
    const client = clientNetworkOf(request);
    const problem = limitFailures(rates, client, new Problem("unauthenticated", error.message));
    const isAboveLimit = problem.code === "rate_limited";
    if (isAboveLimit) return toProviderError(problem) ?? error;
    const [firstSentence = ""] = error.message.split(".", 1);
    log.rejectedKey(operation, firstSentence, client);
    return error;
  }
}

/**
 * Returns where a request comes from: the rules for requests without a key depend on that. A request from within the process has no
 * connection, so no IP address.
 */
function toClient(runtime: H3Event["runtime"]) {
  const incoming = runtime?.node?.req as IncomingMessage | undefined;
  return { ip: incoming?.socket.remoteAddress ?? null, cameToProviderPort: cameToProviderPort(incoming) };
}

/** Returns the certificate of the authority that signs those of the provider port, for apps to trust; 404 if the port is off. */
function toCertificateResponse(certificate: string | null): Response {
  if (certificate === null)
    return toProblemResponse(
      new Problem("not_found", "The provider port is off. Start the server with --provider-port."),
    );
  return createResponse(certificate, {
    headers: { "content-type": "application/x-pem-file", "cache-control": "no-store" },
  });
}

/**
 * Converts a reply to a response. It has no CORS headers, so no web page can read it. An object is sent as JSON; for a text, such
 * as XML, the reply's own headers replace the type of JSON.
 */
function toResponse({ status, body, headers }: ProviderReply): Response {
  const isObject = typeof body === "object" && body !== null;
  return createResponse(isObject ? JSON.stringify(body) : body, {
    status,
    headers: {
      ...(body !== null && { "content-type": "application/json" }),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
