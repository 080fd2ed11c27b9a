import type { Fetch } from "@frontdesk/sdk";
import { type CursorStore, createCursorStore, noCursors } from "./cursor-store.ts";
import type { McpSettings } from "./settings.ts";
import { readSkill } from "./skill.ts";
import { createLocalTunnels, type LocalTunnels } from "./tunnels.ts";

/** State of the process, shared by all connections. */
export interface State {
  settings: McpSettings;
  /** Whether the Frontdesk server serves the tools itself, without access to the caller's ports and files. */
  isRemote: boolean;
  /** Sends requests to the Frontdesk server. */
  send: Fetch;
  /** Returns the skill document with the server's URL. */
  skill(): string;
  tunnels: LocalTunnels;
  /** Ports that the person has allowed to expose. */
  allowedPorts: Set<number>;
  cursors: CursorStore;
  /** Longest wait of one call. */
  maxWaitSeconds: number;
  /** Aborts when the process is stopping. */
  stopping: AbortSignal;
  close(): Promise<void>;
}

/** Most clients end a call after 60 seconds. */
const maxLocalWaitSeconds = 55;

/** Returns whether the only tool that reads recorded requests is offered. `--tools` overrides `--toolsets`. */
function readsRequests({ tools, toolsets }: McpSettings): boolean {
  return tools?.has("tunnel_wait_request") ?? toolsets.has("requests");
}

/** Creates the state of a local MCP server. Its tunnels keep requests only if the settings offer the tool that reads them. */
export function createState(settings: McpSettings): State {
  const stopping = new AbortController();
  const tunnels = createLocalTunnels({ keepsRequests: readsRequests(settings) });
  return {
    settings,
    isRemote: false,
    // Looked up for each request, so that tests can replace it.
    send: (request) => globalThis.fetch(request),
    skill: () => readSkill(settings.baseUrl),
    tunnels,
    allowedPorts: new Set(),
    cursors: createCursorStore(),
    maxWaitSeconds: maxLocalWaitSeconds,
    stopping: stopping.signal,
    async close() {
      stopping.abort(new Error("The MCP server is stopping."));
      await tunnels.close();
    },
  };
}

/**
 * Creates the state for one request to the `/mcp` of a Frontdesk server. The state ends with the request, so it keeps no cursors. Its
 * list of tunnels stays empty, because a server does not offer the tools that open tunnels on the caller's machine.
 */
export function createRemoteState(dependencies: Pick<State, "settings" | "send" | "skill" | "stopping">): State {
  return {
    ...dependencies,
    isRemote: true,
    tunnels: createLocalTunnels(),
    allowedPorts: new Set(),
    cursors: noCursors,
    // Most clients end a call after 60 seconds. The margin is larger than in a local server: proxies and networks are between.
    maxWaitSeconds: 50,
    close: async () => {},
  };
}
