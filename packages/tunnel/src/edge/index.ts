// The edge itself

export { createEdge } from "./edge.ts";
export type { EdgeLog } from "./problems/log.ts";
export type {
  Bus,
  Cluster,
  Edge,
  EdgeOptions,
  EdgeTuning,
  Presence,
  SubdomainRef,
  VisitorRate,
  VisitorRates,
} from "./types.ts";

// On a listener

export { type ConnectionLimit, createConnectionLimit } from "./access/connection-limit.ts";
export { type AttachOptions, attachEdge, EDGE_SERVER_OPTIONS } from "./attach.ts";
export { guard, guarded, type NoteFailure } from "./problems/guard.ts";
export { createRefusalLog, type RefusalLog } from "./problems/refusal-log.ts";
export { shareServer } from "./tunnels/share.ts";

// Addresses

export { createAddressList, createProxyList } from "./access/gate.ts";
export { toNetwork } from "./access/network.ts";
export { createVisitorReader } from "./visitors/visitor.ts";
