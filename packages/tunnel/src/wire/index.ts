// Names

export {
  CONTROL_PATH,
  DATA_PATH,
  LEGACY_ERROR_HEADER,
  PROTOCOL,
  RELAY_PATH,
  SESSION_HEADER,
  TUNNEL_ERROR_HEADER,
  TUNNEL_PATH_PREFIX as TUNNEL_PATHS,
} from "./names.ts";

// The control connection

export { isAddressOrBlock } from "./address-block.ts";
export type { ClientFrame, EdgeFrame, TunnelRules } from "./frames.ts";
export { createClientFrameReader, createEdgeFrameReader, encodeFrame } from "./frames.ts";

// HTTP/1.1 on data connections

export { flattenString, headerPairs } from "./flat-headers.ts";
export type { Head, ResponseHeadReader } from "./head.ts";
export { createCachingHeadReader, MAX_CACHED_HEAD_LENGTH, MalformedMessageError, parseRequestHead } from "./head.ts";
export { isHopByHop } from "./hop-by-hop.ts";
export type { MessageParser } from "./message-parser.ts";
export { createMessageParser } from "./message-parser.ts";
export { readRequestFraming } from "./request-framing.ts";
export { toLowerCaseList } from "./whitespace.ts";

// Many streams in one connection

export { createDataConnection } from "./data-connection.ts";
export type { DataConnection } from "./data-connection-types.ts";
export type { Heartbeat } from "./heartbeat.ts";
export { CONTROL_STATE, createHeartbeat, toControlHeartbeatTimes } from "./heartbeat.ts";
export { STREAM_WINDOW } from "./receive-window.ts";
export { corkShortChunk, endConnection, SOCKET_HIGH_WATER_MARK } from "./sockets.ts";
export type { Stream, StreamListener } from "./stream-types.ts";
export { FRAME_HEADER_BYTES } from "./write-batch.ts";
