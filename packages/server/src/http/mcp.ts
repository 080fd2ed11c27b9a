import type { RemoteCaller, RemoteTools } from "@frontdesk/mcp/remote";
import { toSkill } from "../agents/skill.ts";
import type { AppParts } from "../app-parts.ts";
import type { Log } from "../log.ts";
import { Problem } from "../problem.ts";
import type { ServerBus } from "../storage/types.ts";
import { readJson } from "./body.ts";
import { setClientIp } from "./client-network.ts";
import { limitFailures } from "./limit-requests.ts";
import { commonHeaders, createResponse, toProblemResponse } from "./responses.ts";
import { createRunningKeys } from "./running-keys.ts";

/** With and without a slash: a redirect would lose the key. */
const mcpPaths = ["/mcp", "/mcp/"];
const allowedMethods = "POST, OPTIONS";
const exposedHeaders = {
  "access-control-expose-headers": "www-authenticate, mcp-session-id, mcp-protocol-version",
};

interface McpOptions extends AppParts {
  bus: ServerBus;
  stopping: AbortSignal;
  log: Log;
  /** Returns the `WWW-Authenticate` header of a 401; `null` for a bare `Bearer`. */
  toChallenge(request: Request, hasToken: boolean): string | null;
}

/** Serves the MCP tools at `POST /mcp` (contract section 11). They call this application in process, with the client's key. */
export function attachMcp(options: McpOptions): void {
  const { app, services, authenticator, rates, clientNetworkOf, clientIpOf, bus, stopping, log, toChallenge } = options;
  let tools: Promise<RemoteTools> | undefined;
  /** Loads the MCP tools at the first call: they are a third of the server's code, and loading them would delay its start. */
  function loadTools(): Promise<RemoteTools> {
    tools ??= import("@frontdesk/mcp/remote").then(({ createRemoteTools }) =>
      createRemoteTools({
        baseUrl: () => services.facts.publicUrl,
        skill: () => toSkill(services),
        bus,
        stopping,
        log: log.warn,
      }),
    );
    return tools;
  }
  const runningKeys = createRunningKeys(bus, stopping);

  /** Runs an MCP call of a client whose key is valid. Ends it with a 401 when the key is revoked. */
  async function runCall(req: Request, keyId: string): Promise<Response> {
    const body = await readJson(req);
    const key = (req.headers.get("authorization") ?? "").replace(/^bearer +/i, "");
    const ip = clientIpOf(req);
    /** Sends a request of a tool to this application. It counts as the client's. */
    const send = async (request: Request) => {
      setClientIp(request, ip);
      return app.fetch(request);
    };
    /** Runs the call, unless the key was deleted after its check and before the revocation was watched for. */
    async function runTools(caller: RemoteCaller): Promise<Response> {
      const { fetch } = await loadTools();
      if ((await services.agentKeys.find(keyId)) === null) throw keyRevoked();
      return fetch(req, caller);
    }
    const { signal, end } = runningKeys.watch(keyId);
    // The tools call `onEnd` when the response is complete. An error may come before; ending twice does no harm.
    const response = await runTools({ key, body, send, revoked: signal, onEnd: end }).catch((error: unknown) => {
      end();
      throw signal.aborted ? keyRevoked() : error;
    });
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries({ ...commonHeaders, ...exposedHeaders })) headers.set(name, value);
    return createResponse(response.body, { status: response.status, headers });
  }

  /**
   * Converts a problem to a response, and throws any other error. A 401 says where a client can sign in (`toChallenge`); without OAuth,
   * only that it needs a key. `exposedHeaders` let pages of other origins read that. After too many wrong credentials it becomes a 429.
   */
  function toErrorResponse(req: Request, error: unknown): Response {
    if (!(error instanceof Problem)) throw error;
    if (error.code !== "unauthenticated") return toProblemResponse(error);
    const hasToken = req.headers.get("authorization") !== null;
    // A request without a credential is no guess: clients send one to learn where they can sign in.
    const problem = hasToken ? limitFailures(rates, clientNetworkOf(req), error) : error;
    const response = toProblemResponse(problem);
    const isBelowLimit = problem === error;
    if (isBelowLimit) response.headers.set("www-authenticate", toChallenge(req, hasToken) ?? "Bearer");
    for (const [name, value] of Object.entries(exposedHeaders)) response.headers.set(name, value);
    return response;
  }

  for (const path of mcpPaths) {
    app.on("POST", path, async ({ req }) => {
      try {
        const { key } = await authenticator.mcp(req.headers.get("authorization"), req);
        return await runCall(req, key.id);
      } catch (error) {
        return toErrorResponse(req, error);
      }
    });

    app.all(path, async ({ req }) => {
      if (req.method === "OPTIONS") return toPreflight();
      try {
        // Some clients look for the challenge with GET.
        await authenticator.mcp(req.headers.get("authorization"), req);
        throw new Problem(
          "method_not_allowed",
          `This path takes POST, not ${req.method}: MCP over streamable HTTP, with an agent key as bearer.`,
          { headers: { allow: allowedMethods } },
        );
      } catch (error) {
        return toErrorResponse(req, error);
      }
    });
  }
}

const keyRevoked = () => new Problem("unauthenticated", "This agent access key was revoked.");

/**
 * Responds to a CORS preflight request, so that clients in browsers of any origin (`commonHeaders` has the permission) can
 * connect. The headers are those of MCP clients. Browsers remember the response for a day.
 */
function toPreflight(): Response {
  return createResponse(null, {
    status: 204,
    headers: {
      ...commonHeaders,
      "access-control-allow-methods": allowedMethods,
      "access-control-allow-headers":
        "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
      "access-control-max-age": "86400",
    },
  });
}
