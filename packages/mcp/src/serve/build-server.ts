import { McpServer, ProtocolError, ProtocolErrorCode, type ToolAnnotations } from "@modelcontextprotocol/server";
import { callTool } from "../calls/call-tool.ts";
import { attachPrompts } from "../calls/prompts.ts";
import { attachResources } from "../calls/resources.ts";
import { toInputJsonSchema, toOutputJsonSchema } from "../calls/schema.ts";
import { createKeyScopes } from "../calls/scopes.ts";
import type { Tool } from "../calls/tool.ts";
import { isOffered, isPermitted, noTunnelsHere } from "../calls/tool-visibility.ts";
import type { State } from "../state/state.ts";
import { similarTools } from "../text/similar-tools.ts";
import { tools } from "../tools/index.ts";
import { version } from "../version.ts";
import { toInstructions } from "./instructions.ts";

// Once per process: a schema that cannot be converted fails at start, not in a client's list.
const listed = new Map(tools.map((tool) => [tool.name, toListed(tool)]));

/** Creates the MCP server of one connection. Cheap, because clients open connections only to probe them. */
export function buildServer(state: State, log: (line: string) => void): McpServer {
  const offered = tools.filter((tool) => isOffered(tool, state));
  const scopes = createKeyScopes(state);
  const server = new McpServer(
    { name: "frontdesk", version, title: "Frontdesk" },
    { instructions: toInstructions(state), capabilities: { tools: { listChanged: false } } },
  );

  async function permitted(): Promise<Tool[]> {
    const held = await scopes.read();
    return held === undefined ? offered : offered.filter((tool) => isPermitted(tool, held));
  }

  // The SDK's own list ignores scopes. Read them only when a client lists the tools.
  server.server.setRequestHandler("tools/list", async () => ({
    tools: (await permitted()).map(({ name }) => listed.get(name)!),
  }));
  server.server.setRequestHandler("tools/call", ({ params }, ctx) => {
    const tool = offered.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, explainUnknown(params.name));
    return callTool(tool, params.arguments, ctx, {
      state,
      usableTools: async () => new Set((await permitted()).map(({ name }) => name)),
      canAskPerson: () => server.server.getClientCapabilities()?.elicitation !== undefined,
      log,
    });
  });
  attachResources(server, state, log);
  attachPrompts(server);
  return server;

  function explainUnknown(wanted: string): string {
    const known = tools.find(({ name }) => name === wanted);
    if (known?.isLocal && known.toolset === "tunnel" && state.isRemote)
      return `Tool ${wanted} not found here: ${noTunnelsHere}.`;
    if (known) return `Tool ${wanted} not found: it is hidden here. account_whoami says why.`;
    const names = offered.map(({ name }) => name);
    const like = similarTools(wanted, names);
    const hint =
      like.length > 0
        ? `The nearest ${like.length > 1 ? "are" : "is"} ${like.join(" and ")}.`
        : `There are ${names.join(", ")}.`;
    return `Tool ${wanted.slice(0, 60)} not found. ${hint}`;
  }
}

/** Returns the tool list as clients get it, without a key and a server. */
export function listTools(state: State) {
  return tools.filter((tool) => isOffered(tool, state)).map(({ name }) => listed.get(name)!);
}

function toListed({ name, title, description, input, output, hints, alwaysLoad, needsPerson }: Tool) {
  const annotations: ToolAnnotations = { title, ...hints };
  const meta = {
    ...(alwaysLoad ? { "anthropic/alwaysLoad": true } : {}),
    ...(needsPerson ? { "anthropic/requiresUserInteraction": true } : {}),
  };
  return {
    name,
    title,
    description,
    // Every input is a strict object.
    inputSchema: toInputJsonSchema(input) as { type: "object" },
    ...(output ? { outputSchema: toOutputJsonSchema(output) as { type: "object" } } : {}),
    annotations,
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}
