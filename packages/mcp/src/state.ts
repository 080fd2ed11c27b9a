import { createMarks, type Marks } from "./marks.ts";
import type { Settings } from "./settings.ts";
import { createTunnels, type Tunnels } from "./tunnels.ts";

/** What lives as long as the process, however many connections come and go. */
export interface State {
  settings: Settings;
  tunnels: Tunnels;
  marks: Marks;
  /** Aborts when the process is about to end. */
  stopping: AbortSignal;
  close(): Promise<void>;
}

export function createState(settings: Settings): State {
  const stopping = new AbortController();
  const tunnels = createTunnels();
  return {
    settings,
    tunnels,
    marks: createMarks(),
    stopping: stopping.signal,
    async close() {
      stopping.abort(new Error("The MCP server is stopping."));
      await tunnels.close();
    },
  };
}
