import type { AppParts } from "../app-parts.ts";
import { limitFailures, limitHits } from "../http/limit-requests.ts";
import { createResponse } from "../http/responses.ts";
import { Problem } from "../problem.ts";
import { attachConsent } from "./attach-consent.ts";
import { checkAuthorizationRequest, type FindClient } from "./authorize.ts";
import { acceptsDocuments, findOAuthUrls } from "./availability.ts";
import { attachCallbackPage } from "./callback-page.ts";
import { attachEndpoint, toOAuthError } from "./endpoint.ts";
import { toErrorPage } from "./error-page.ts";
import { resourceMetadataPaths, serverMetadataPaths, toResourceMetadata, toServerMetadata } from "./metadata.ts";
import { OAuthError, toOAuthResponse } from "./oauth-error.ts";
import { readForm, readSmallBody, requireParameter } from "./read-form.ts";
import { registerClient } from "./register.ts";
import { grantTokens } from "./token.ts";

/** Serves the authorization server for `/mcp` (contract section 12): metadata, registration, authorization and tokens. */
export function attachOAuth(options: AppParts): void {
  attachMetadata(options);
  attachRegistration(options);
  attachTokens(options);
  attachAuthorization(options);
  attachConsent(options);
  attachCallbackPage(options.app);
}

/** Serves the metadata of the resource (RFC 9728) and of the authorization server (RFC 8414). */
function attachMetadata({ app, services }: AppParts): void {
  /** Serves one document at several paths, because clients look for it at different ones. 404 if OAuth is off. */
  function serveDocument(paths: string[], toDocument: typeof toResourceMetadata | typeof toServerMetadata): void {
    for (const path of paths)
      attachEndpoint(app, services.log, {
        method: "GET",
        path,
        /** Responds with the metadata of the server or of the resource. 404 (`null`) if OAuth is off. */
        respond(request) {
          const urls = findOAuthUrls(services, request);
          // The server's metadata says whether client ids may be URLs of metadata documents; the resource's ignores that.
          return urls && toOAuthResponse(toDocument(urls, acceptsDocuments(services)));
        },
      });
  }
  serveDocument(resourceMetadataPaths, toResourceMetadata);
  serveDocument(serverMetadataPaths, toServerMetadata);
}

/** Serves dynamic client registration (RFC 7591), with which apps introduce themselves. Limits it per IP address. */
function attachRegistration({ app, services, rates, clientNetworkOf }: AppParts): void {
  const { clientIds } = services.oauth;
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/register",
    /** Registers the client that the JSON body describes. 404 (`null`) if OAuth is off. */
    async respond(request) {
      if (!findOAuthUrls(services, request)) return null;
      limitHits(rates.registrations, clientNetworkOf(request), "Too many clients registered from this IP address");
      const client = await registerClient(clientIds, await readSmallBody(request), services.clock.now());
      return toOAuthResponse(client, 201);
    },
  });
}

/** Serves the token endpoint, and revocation (RFC 7009). */
function attachTokens({ app, services, rates, clientNetworkOf, clientIpOf }: AppParts): void {
  const { connections } = services.oauth;
  /**
   * Throws the error again. A wrong code, token or client counts as a wrong credential of the client's IP address; above the rate
   * limit, throws `tooManyFailures` instead. Successes do not count, because all users of a hosted app share its few addresses.
   */
  function countAndThrow(error: unknown, request: Request): never {
    const isWrongCredential = error instanceof OAuthError && /^invalid_(?:grant|client)$/.test(error.code);
    if (!isWrongCredential) throw error;
    const problem = new Problem("unauthenticated", error.message);
    // Below the limit, `limitFailures` returns the problem that was passed in; above it, another one.
    const isBelowLimit = limitFailures(rates, clientNetworkOf(request), problem) === problem;
    throw isBelowLimit ? error : tooManyFailures();
  }
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/token",
    /**
     * Exchanges a code or a refresh token for tokens. 404 (`null`) if OAuth is off. A wrong code, token or client counts against the
     * rate limit of the client's IP address.
     */
    async respond(request) {
      const urls = findOAuthUrls(services, request);
      if (!urls) return null;
      const form = await readForm(request);
      const caller = { urls, ip: clientIpOf(request) };
      const grant = await grantTokens(form, services.oauth, caller).catch((error) => countAndThrow(error, request));
      return toOAuthResponse(grant);
    },
  });
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/revoke",
    /** Revokes a token. Responds the same for an unknown one (RFC 7009 section 2.2). 404 (`null`) if OAuth is off. */
    async respond(request) {
      if (!findOAuthUrls(services, request)) return null;
      const form = await readForm(request);
      await connections.revoke(requireParameter(form, "token"), form.get("client_id"), clientIpOf(request));
      return toOAuthResponse({});
    },
  });
}

const tooManyFailures = () =>
  new OAuthError("temporarily_unavailable", "Too many wrong credentials from this IP address within this minute.", {
    "retry-after": "60",
  });

/**
 * Serves the authorization endpoint (RFC 6749 section 3.1), which a client opens in the person's browser. It leads to the consent
 * page of the dashboard, or shows an error page.
 */
function attachAuthorization({ app, services, rates, clientNetworkOf }: AppParts): void {
  const { clients, requests } = services.oauth;
  /**
   * Checks and stores an authorization request, then redirects the browser to the page where the person approves it. Only that
   * page gets the id, in the URL's fragment, which browsers send to no server. Limits requests per IP address, and per host the
   * metadata documents fetched from it.
   */
  async function authorize(request: Request): Promise<Response> {
    const urls = findOAuthUrls(services, request);
    if (!urls)
      throw new OAuthError("not_found", "This server does not let apps sign in: its operator has switched it off.");
    limitHits(rates.authorizations, clientNetworkOf(request), "Too many sign-ins of apps from this IP address");
    const query = new URL(request.url).searchParams;
    /** Finds the client with this id. Counts a fetch of its metadata document against the limit of the document's host. */
    const findClient: FindClient = (id) =>
      clients.find(id, (host) =>
        limitHits(rates.authorizations, `host ${host}`, "Too many sign-ins of apps from this host"),
      );
    const id = await requests.add(await checkAuthorizationRequest(query, findClient, urls));
    const headers = {
      location: `${urls.issuer}/connect#${id}`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    };
    return createResponse(null, { status: 303, headers });
  }
  app.on("GET", "/oauth/authorize", async ({ req }) =>
    authorize(req).catch((error: unknown) => {
      const { message, status, headers } = toOAuthError(error, services.log);
      const lines = [
        message,
        "Nothing was shared. Go back to the app and try again, or tell its maker what this page says.",
      ];
      // The 401 of an unknown client makes programs register again. A person's browser gets 400.
      return toErrorPage({ title: "This app cannot connect", lines, status: status === 401 ? 400 : status, headers });
    }),
  );
}
