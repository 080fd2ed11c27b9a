import { McpServer, type ToolAnnotations } from "@modelcontextprotocol/server";
import { callTool } from "./call-tool.ts";
import { isOffered, isPermitted } from "./gate.ts";
import { instructions } from "./instructions.ts";
import { attachPrompts } from "./prompts.ts";
import { attachResources } from "./resources.ts";
import { toListedJson, toListedOutput, toListedSchema } from "./schema.ts";
import { createScopes } from "./scopes.ts";
import type { State } from "./state.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools/index.ts";
import { version } from "./version.ts";

// Once per process: a schema that can't be converted fails at start, not in a client's list.
const listed = new Map(tools.map((tool) => [tool.name, toListed(tool)]));

/** Makes the server of one connection. Does nothing beside: connections are probed and thrown away. */
export function buildServer(state: State, log: (line: string) => void): McpServer {
  const offered = tools.filter((tool) => isOffered(tool, state.settings));
  const scopes = createScopes(state.settings);
  const server = new McpServer(
    { name: "frontdesk", version, title: "Frontdesk" },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  let shown: ReadonlySet<string> = new Set(offered.map(({ name }) => name));
  for (const tool of offered) {
    const { name, title, description, input, hints } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: toListedSchema(input), annotations: { title, ...hints } },
      (args, ctx) => callTool(tool, args, ctx, { state, listed: shown, knownScopes: scopes.known, log }),
    );
  }
  // The SDK's own list knows no scopes; these must not be asked for before someone lists.
  server.server.setRequestHandler("tools/list", async () => {
    const permitted = await scopes.read();
    const visible = permitted === undefined ? offered : offered.filter((tool) => isPermitted(tool, permitted));
    shown = new Set(visible.map(({ name }) => name));
    return { tools: visible.map(({ name }) => listed.get(name)!) };
  });
  attachResources(server, state, log);
  attachPrompts(server);
  return server;
}

/** The whole list as clients get it, without a key and a server. */
export function listOffline(state: State) {
  return tools.filter((tool) => isOffered(tool, state.settings)).map(({ name }) => listed.get(name)!);
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
    inputSchema: toListedJson(input) as { type: "object" },
    ...(output ? { outputSchema: toListedOutput(output) as { type: "object" } } : {}),
    annotations,
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}
