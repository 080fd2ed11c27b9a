import type { IncomingMessage } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { createDialHandler, type DialHandlerOptions } from "../../../src/edge/tunnels/dial-handler.ts";
import { createTunnelRegistry } from "../../../src/edge/tunnels/tunnel-registry.ts";
import type { SubdomainRef } from "../../../src/edge/types.ts";
import { CONTROL_PATH, createEdgeFrameReader, type EdgeFrame, encodeFrame, PROTOCOL } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";

export const REF: SubdomainRef = { id: "s1", domain: "demo.localhost", tokenHash: "h" };

/** The dials of one edge among fakes. Each look-up of a token is answered by `find`, which a test may change. */
export function setUp(more: Partial<DialHandlerOptions> = {}) {
  const bed = { closing: false, find: async (_token: string): Promise<SubdomainRef | null> => REF };
  const listening = new Set<(message: string) => void>();
  const refused: string[] = [];
  const logged: string[] = [];
  const proven: Duplex[] = [];
  const served: string[] = [];
  const bus: DialHandlerOptions["bus"] = {
    publish: async () => {},
    subscribe(topic, listener) {
      if (topic.startsWith("tunnel:")) return () => {};
      listening.add(listener);
      return () => void listening.delete(listener);
    },
    onReconnect: () => () => {},
  };
  const log = { info() {}, warn: (line: string) => void logged.push(line) };
  const findByDomain = async () => REF;
  const tunnels = createTunnelRegistry({
    bus,
    maxClients: 0,
    findByDomain,
    log,
    onClientOpen() {},
    onClientClose() {},
    onTunnelClose() {},
  });
  const answer = createDialHandler({
    bus,
    log,
    tunnels,
    findByToken: (token) => bed.find(token),
    now: () => 0,
    sendBuffers: { totalBytes: () => 0, forTunnel: () => ({ track() {}, untrack() {} }), recheck() {} },
    tuning: {
      heartbeatMs: 3_000,
      resumeTimeoutMs: 30_000,
      acquireTimeoutMs: 10_000,
      responseTimeoutMs: 900_000,
      sharedConnections: 1,
      dedicatedConnections: 1,
      spareConnections: 0,
      maxConnections: 100,
      reuseTimeoutMs: 4_000,
      bodyTimeoutMs: 30_000,
      drainTimeoutMs: 30_000,
    },
    urlOf: (domain) => `http://${domain}`,
    isClosing: () => bed.closing,
    cluster: { serveRelay: () => void served.push("relay"), forwardDial: () => served.push("forward") > 0 },
    rejections: { log: (address, reason) => void refused.push(`${address}: ${reason}`) },
    onAuthenticated: (socket) => void proven.push(socket),
    ...more,
  });
  /** Dials by hand; what comes back as text, and as frames once the dial was taken. */
  const dial = (url: string, { head = "", method = "GET", ...headers }: Record<string, string> = {}) => {
    const [socket, agent] = duplexPair();
    let text = "";
    const frames: EdgeFrame[] = [];
    const read = createEdgeFrameReader((frame) => frames.push(frame));
    agent
      .on("error", () => {})
      .on("data", (bytes: Buffer) => {
        text += bytes;
        // A data connection carries bytes, not lines.
        if (url === CONTROL_PATH && !String(bytes).startsWith("HTTP/")) read(bytes);
      });
    const all = { upgrade: PROTOCOL, authorization: "Bearer svc_a", ...headers };
    const request = { method, url, headers: all, socket: { remoteAddress: "2001:db8::1" } };
    answer(request as object as IncomingMessage, socket, Buffer.from(head));
    return { socket, agent, frames, status: () => text.slice(9, 12), text: () => text };
  };
  const hello = (resume?: { session: string; secret: string }) =>
    encodeFrame({ type: "hello", agent: "test", share: false, rules: {}, ...(resume && { resume }) });
  const tell = (message: string) => {
    for (const listener of [...listening]) listener(message);
  };
  /** A control connection whose client has said hello. */
  const enter = async (resume?: { session: string; secret: string }) => {
    const dialled = dial(CONTROL_PATH, { head: hello(resume) });
    await turn();
    const [frame] = dialled.frames;
    if (frame?.type !== "welcome") throw new Error(`not welcome: ${dialled.text()}`);
    return { ...dialled, session: frame.session, secret: frame.secret };
  };
  return { bed, dial, enter, hello, tell, tunnels, listening, refused, logged, proven, served };
}
