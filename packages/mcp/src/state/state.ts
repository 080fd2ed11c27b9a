import type { Fetch } from "@frontdesk/sdk";
import { createMarks, type Marks, noMarks } from "./marks.ts";
import type { Settings } from "./settings.ts";
import { readSkill } from "./skill.ts";
import { createTunnels, type Tunnels } from "./tunnels.ts";

/** What lives as long as the process, however many connections come and go. */
export interface State {
  settings: Settings;
  /** Whether the tools are served by the Frontdesk itself, which has neither the caller's ports nor the caller's files. */
  isRemote: boolean;
  /** How requests reach the Frontdesk. */
  send: Fetch;
  /** The skill document with the Frontdesk's address in it; read when someone asks. */
  skill(): string;
  tunnels: Tunnels;
  /** Ports that a person has allowed to be shown, when asked. */
  allowed: Set<number>;
  marks: Marks;
  /** Of one call, in seconds. */
  longestWait: number;
  /** Aborts when the process is about to end. */
  stopping: AbortSignal;
  close(): Promise<void>;
}

export function createState(settings: Settings): State {
  const stopping = new AbortController();
  const tunnels = createTunnels();
  return {
    settings,
    isRemote: false,
    // Looked up late, so that one that is replaced is used.
    send: (request) => globalThis.fetch(request),
    skill: () => readSkill(settings.baseUrl),
    tunnels,
    allowed: new Set(),
    marks: createMarks(),
    longestWait: 55,
    stopping: stopping.signal,
    async close() {
      stopping.abort(new Error("The MCP server is stopping."));
      await tunnels.close();
    },
  };
}

/** For one request to a Frontdesk that serves the tools itself: nothing outlives it. */
export function createRemoteState(parts: Pick<State, "settings" | "send" | "skill" | "stopping">): State {
  return {
    ...parts,
    isRemote: true,
    tunnels: createTunnels(),
    allowed: new Set(),
    marks: noMarks,
    longestWait: 50,
    close: async () => {},
  };
}
