// The edge itself

export { createEdge } from "./edge.ts";
export type { EdgeLog } from "./log.ts";
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

export { type AttachOptions, attachEdge, EDGE_SERVER_OPTIONS } from "./attach.ts";
export { type ConnectionLimit, createConnectionLimit } from "./connection-limit.ts";
export { guard, guarded, type NoteFailure } from "./guard.ts";
export { createRefusalLog, type RefusalLog } from "./refusal-log.ts";
export { shareServer } from "./share.ts";

// Addresses

export { createAddressList, createProxyList } from "./gate.ts";
export { toNetwork } from "./network.ts";
export { createVisitorReader } from "./visitor.ts";
