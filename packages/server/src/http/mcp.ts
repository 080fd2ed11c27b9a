import { createRemoteTools } from "@frontdesk/mcp/remote";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Log } from "../log.ts";
import { Problem } from "../problem.ts";
import { toSkill } from "../skill.ts";
import type { ServerBus } from "../storage/types.ts";
import type { Authenticator } from "./auth.ts";
import { readJson } from "./body.ts";
import type { ClientNetworkOf } from "./client-network.ts";
import { limitFailures } from "./limit-requests.ts";
import { commonHeaders, createResponse, toProblemResponse } from "./responses.ts";

const path = "/mcp";

interface McpOptions {
  app: H3;
  services: Services;
  authenticator: Authenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  bus: ServerBus;
  stopping: AbortSignal;
  log: Log;
}

/** Serves the MCP tools at `POST /mcp` (contract section 11). They call this application in process, with the client's key. */
export function attachMcp({
  app,
  services,
  authenticator,
  rates,
  clientNetworkOf,
  bus,
  stopping,
  log,
}: McpOptions): void {
  const tools = createRemoteTools({
    send: async (request) => app.fetch(request),
    baseUrl: () => services.facts.publicUrl,
    skill: () => toSkill(services),
    bus,
    stopping,
    log: log.warn,
  });

  app.on("POST", path, async ({ req }) => {
    try {
      const header = req.headers.get("authorization");
      // Without a scope: the operations that a tool calls check theirs.
      await authenticator.agent(header, null, req);
      const body = await readJson(req);
      // The authenticator has checked that the header holds a key.
      const key = header?.replace(/^bearer +/i, "") ?? "";
      const response = await tools.fetch(req, { key, body });
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
      headers.set("access-control-expose-headers", "mcp-session-id, www-authenticate");
      return createResponse(response.body, { status: response.status, headers });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problem = error.code === "unauthenticated" ? limitFailures(rates, clientNetworkOf(req), error) : error;
      return toProblemResponse(problem);
    }
  });

  app.all(path, ({ req }) => {
    const allow = "POST, OPTIONS";
    if (req.method === "OPTIONS")
      return createResponse(null, {
        status: 204,
        headers: {
          ...commonHeaders,
          "access-control-allow-methods": allow,
          "access-control-allow-headers":
            "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
          "access-control-max-age": "86400",
        },
      });
    const sentence = `This path takes POST, not ${req.method}: MCP over streamable HTTP, with an agent key as bearer.`;
    return toProblemResponse(new Problem("method_not_allowed", sentence, { headers: { allow } }));
  });
}
