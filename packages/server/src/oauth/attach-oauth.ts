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
import type { OAuthOptions } from "./oauth-options.ts";
import { readForm, readSmallBody, requireParameter } from "./read-form.ts";
import { registerClient } from "./register.ts";
import { grantTokens } from "./token.ts";

/** Serves the authorization server for `/mcp` (contract section 12): metadata, registration, authorization and tokens. */
export function attachOAuth(options: OAuthOptions): void {
  attachMetadata(options);
  attachRegistration(options);
  attachTokens(options);
  attachAuthorization(options);
  attachConsent(options);
  attachCallbackPage(options.app);
}

/** Serves the metadata of the resource (RFC 9728) and of the authorization server (RFC 8414). */
function attachMetadata({ app, services }: OAuthOptions): void {
  const serve = (paths: string[], toDocument: typeof toResourceMetadata | typeof toServerMetadata) => {
    for (const path of paths)
      attachEndpoint(app, services.log, {
        method: "GET",
        path,
        respond(request) {
          const urls = findOAuthUrls(services, request);
          return urls && toOAuthResponse(toDocument(urls, acceptsDocuments(services)));
        },
      });
  };
  serve(resourceMetadataPaths, toResourceMetadata);
  serve(serverMetadataPaths, toServerMetadata);
}

/** Serves dynamic client registration (RFC 7591). */
function attachRegistration({ app, services, rates, clientNetworkOf }: OAuthOptions): void {
  const { clientIds } = services.oauth;
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/register",
    async respond(request) {
      if (!findOAuthUrls(services, request)) return null;
      limitHits(rates.registrations, clientNetworkOf(request), "Too many clients registered from this IP address");
      const client = await registerClient(clientIds, await readSmallBody(request), services.clock.now());
      return toOAuthResponse(client, 201);
    },
  });
}

/** Serves the token endpoint, and revocation (RFC 7009). */
function attachTokens({ app, services, rates, clientNetworkOf, clientIpOf }: OAuthOptions): void {
  const { connections } = services.oauth;
  /** Counts a wrong code, token or client as the wrong credential that it is. Successes do not count: hosted clients share few addresses. */
  const countFailure = (error: unknown, request: Request) => {
    const isCredential = error instanceof OAuthError && /^invalid_(?:grant|client)$/.test(error.code);
    if (!isCredential) throw error;
    const problem = new Problem("unauthenticated", error.message);
    throw limitFailures(rates, clientNetworkOf(request), problem) === problem ? error : tooManyFailures();
  };
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/token",
    async respond(request) {
      const urls = findOAuthUrls(services, request);
      if (!urls) return null;
      const form = await readForm(request);
      const caller = { urls, ip: clientIpOf(request) };
      const grant = await grantTokens(form, services.oauth, caller).catch((error) => countFailure(error, request));
      return toOAuthResponse(grant);
    },
  });
  attachEndpoint(app, services.log, {
    method: "POST",
    path: "/oauth/revoke",
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

/** Serves the page that a client opens in the person's browser. It leads to the consent page of the dashboard. */
function attachAuthorization({ app, services, rates, clientNetworkOf }: OAuthOptions): void {
  const { clients, requests } = services.oauth;
  /** Stores an authorization request, and redirects the browser to the page where the person approves it. */
  async function authorize(request: Request): Promise<Response> {
    const urls = findOAuthUrls(services, request);
    if (!urls)
      throw new OAuthError("not_found", "This server does not let apps sign in: its operator has switched it off.");
    limitHits(rates.authorizations, clientNetworkOf(request), "Too many sign-ins of apps from this IP address");
    const query = new URL(request.url).searchParams;
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
      // The 401 of an unknown client is for programs.
      return toErrorPage({ title: "This app cannot connect", lines, status: status === 401 ? 400 : status, headers });
    }),
  );
}
