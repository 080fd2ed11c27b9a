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

/** Hint for Claude: always offer the tool to the model. */
const alwaysOffersTool = { "anthropic/alwaysLoad": true };
/** Hint for Claude: ask the person before each call. */
const asksPersonBeforeCalls = { "anthropic/requiresUserInteraction": true };

// Once per process: a schema that cannot be converted fails at start, not in a client's list.
const entriesByTool = new Map(tools.map((tool) => [tool, toEntry(tool)]));

/** Creates the MCP server of one connection. Cheap, because clients open connections only to probe them. */
export function buildServer(state: State, log: (line: string) => void): McpServer {
  const offeredTools = tools.filter((tool) => isOffered(tool, state));
  const scopes = createKeyScopes(state);
  const server = new McpServer(
    { name: "frontdesk", version, title: "Frontdesk" },
    { instructions: toInstructions(state), capabilities: { tools: { listChanged: false } } },
  );
  // Handlers of our own, because the SDK's list ignores scopes.
  server.server.setRequestHandler("tools/list", async () => ({ tools: (await readPermitted()).map(entryOf) }));
  server.server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = offeredTools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, explainUnknown(params.name, offeredTools, state));
    return callTool(tool, params.arguments, context, {
      state,
      usableTools: async () => new Set((await readPermitted()).map(({ name }) => name)),
      canAskPerson: () => server.server.getClientCapabilities()?.elicitation !== undefined,
      log,
    });
  });
  attachResources(server, state, log);
  attachPrompts(server);
  return server;

  /** Returns the tools that the key may use; all that are offered if its scopes cannot be read. */
  async function readPermitted(): Promise<Tool[]> {
    const keyScopes = await scopes.read();
    return keyScopes === undefined ? offeredTools : offeredTools.filter((tool) => isPermitted(tool, keyScopes));
  }
}

/** Returns why no tool of this name is offered: it is hidden, or unknown. Suggests similar names for an unknown one. */
function explainUnknown(requestedName: string, offeredTools: readonly Tool[], state: State): string {
  const hiddenTool = tools.find(({ name }) => name === requestedName);
  const needsTunnel = hiddenTool?.toolset === "tunnel" || hiddenTool?.toolset === "requests";
  const needsCallersMachine = hiddenTool?.isLocal && state.isRemote;
  if (needsCallersMachine && needsTunnel) return `Tool ${requestedName} not found here: ${noTunnelsHere}.`;
  if (hiddenTool) return `Tool ${requestedName} not found: it is hidden here. account_whoami says why.`;
  const names = offeredTools.map(({ name }) => name);
  const similar = similarTools(requestedName, names);
  const verb = similar.length > 1 ? "are" : "is";
  const hint = similar.length > 0 ? `The nearest ${verb} ${similar.join(" and ")}.` : `There are ${names.join(", ")}.`;
  // The model has made this name up, so it may be of any length.
  return `Tool ${requestedName.slice(0, 60)} not found. ${hint}`;
}

/** Returns the tool list as clients get it, without a key and a server. */
export function listTools(state: State) {
  return tools.filter((tool) => isOffered(tool, state)).map(entryOf);
}

/** Returns the entry of a tool in the list that clients get. */
function entryOf(tool: Tool) {
  return entriesByTool.get(tool)!; // has every tool
}

/** Converts a tool to its entry in the list that clients get. */
function toEntry({ name, title, description, input, output, hints, alwaysLoad, needsPerson }: Tool) {
  const annotations: ToolAnnotations = { title, ...hints };
  const meta = {
    ...(alwaysLoad ? alwaysOffersTool : {}),
    ...(needsPerson ? asksPersonBeforeCalls : {}),
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
