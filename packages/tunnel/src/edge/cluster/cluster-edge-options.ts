import type { SendBufferBudget } from "../connections/send-buffers.ts";
import type { TunnelRegistry } from "../tunnels/tunnel-registry.ts";
import type { EdgeOptions, EdgeTuning } from "../types.ts";

/** What an edge's part of the cluster needs from the edge. */
export interface ClusterEdgeOptions extends Pick<EdgeOptions, "cluster" | "bus" | "log" | "onAuthenticated"> {
  tunnels: () => TunnelRegistry;
  tuning: Required<EdgeTuning>;
  now: () => number;
  sendBuffers: SendBufferBudget;
}
