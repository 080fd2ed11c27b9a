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
export { type FailureListener, handleListenerErrors, runWithErrorHandler } from "./problems/listener-errors.ts";
export { createRejectionLog, type RejectionLog } from "./problems/rejection-log.ts";
export { rejectUpgrade } from "./problems/upgrade.ts";
export { shareServer } from "./tunnels/share-server.ts";

// IP addresses

export { createIpMatcher, createProxyMatcher } from "./access/access-rules.ts";
export { toNetwork } from "./access/network.ts";
export { createVisitorReader } from "./visitors/visitor.ts";
