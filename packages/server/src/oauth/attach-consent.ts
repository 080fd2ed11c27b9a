import type { AppParts } from "../app-parts.ts";
import type { AgentContext } from "../context.ts";
import { readJson } from "../http/body.ts";
import { limitFailures } from "../http/limit-requests.ts";
import { createResponse, toProblemResponse } from "../http/responses.ts";
import { Problem, StorageError } from "../problem.ts";
import { findOAuthUrls } from "./availability.ts";
import { readSmallBody } from "./read-form.ts";

/** Without CORS: only the page of this server may read the responses or send its key. */
const consentHeaders = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

type ConsentCall = (body: unknown, context: AgentContext) => Promise<object>;

/** Serves the calls of the consent page. They carry the key of the signed-in person, so no other site can send them. */
export function attachConsent({ app, services, authenticator, rates, clientNetworkOf }: AppParts): void {
  const { consent } = services.oauth;
  const calls: Record<string, ConsentCall> = {
    "/oauth/consent": consent.describe,
    "/oauth/consent/approve": consent.approve,
    "/oauth/consent/deny": consent.deny,
  };

  /**
   * Authenticates the signed-in person, then runs the call of the consent page with the request's body. The person's agent key
   * needs `token:write`, because an approval creates another key. @throws Problem
   */
  async function authenticateAndRun(run: ConsentCall, request: Request): Promise<Response> {
    if (!findOAuthUrls(services, request)) throw new Problem("not_found", "OAuth is off on this server (--oauth).");
    const header = request.headers.get("authorization");
    const context = await authenticator.agent(header, "token:write", request);
    const body = await readJson(request, () => readSmallBody(request));
    return createResponse(JSON.stringify(await run(body, context)), { status: 200, headers: consentHeaders });
  }

  /**
   * Converts an error to a response that pages of other origins cannot read. Counts a wrong key against the client's rate limit.
   *
   * @throws unexpected errors, which the application logs
   */
  function toErrorResponse(error: unknown, request: Request): Response {
    const problem = error instanceof StorageError ? error.toProblem() : error;
    if (!(problem instanceof Problem)) throw error;
    const isWrongKey = problem.code === "unauthenticated";
    const shownProblem = isWrongKey ? limitFailures(rates, clientNetworkOf(request), problem) : problem;
    const response = toProblemResponse(shownProblem);
    response.headers.delete("access-control-allow-origin");
    return response;
  }

  for (const [path, run] of Object.entries(calls))
    app.on("POST", path, ({ req }) =>
      authenticateAndRun(run, req).catch((error: unknown) => toErrorResponse(error, req)),
    );
}
