// Names

export { AGENT_ERROR_HEADER, CONTROL_PATH, DATA_PATH, PROTOCOL, RELAY_PATH, SESSION_HEADER } from "./names.ts";

// The control connection

export type { AgentFrame, EdgeFrame, Rules } from "./frames.ts";
export { createAgentFrameReader, createEdgeFrameReader, encodeFrame } from "./frames.ts";

// HTTP/1.1 on data connections

export { listOf } from "./blanks.ts";
export { inOnePiece, pairsOf } from "./flat-headers.ts";
export type { Head, ResponseHeadReader } from "./head.ts";
export { createResponseHeadReader, LONGEST_KEPT, MalformedMessageError, parseRequestHead } from "./head.ts";
export { isHopByHop } from "./hop-by-hop.ts";
export { createMessageParser } from "./message-parser.ts";

// Many connections in one

export { HEADER } from "./batch.ts";
export type { Carrier } from "./carried.ts";
export { createCarrier } from "./carrier.ts";
export type { Channel } from "./channel.ts";
export { CHANNEL_WINDOW } from "./channel.ts";
export type { Pulse } from "./pulse.ts";
export { createPulse, toControlTimes } from "./pulse.ts";
export { gather, SOCKET_MARK } from "./sockets.ts";
