import type { IncomingMessage } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { type AgentsOptions, createAgents } from "../../../src/edge/tunnels/agents.ts";
import { createTunnels } from "../../../src/edge/tunnels/tunnels.ts";
import type { SubdomainRef } from "../../../src/edge/types.ts";
import { CONTROL_PATH, createEdgeFrameReader, type EdgeFrame, encodeFrame, PROTOCOL } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";

export const REF: SubdomainRef = { id: "s1", domain: "demo.localhost", tokenHash: "h" };

/** The dials of one edge among fakes. Each look-up of a token is answered by `find`, which a test may change. */
export function setUp(more: Partial<AgentsOptions> = {}) {
  const bed = { closing: false, find: async (_token: string): Promise<SubdomainRef | null> => REF };
  const listening = new Set<(message: string) => void>();
  const refused: string[] = [];
  const logged: string[] = [];
  const proven: Duplex[] = [];
  const served: string[] = [];
  const bus: AgentsOptions["bus"] = {
    publish: async () => {},
    subscribe(topic, listener) {
      if (topic.startsWith("tunnel:")) return () => {};
      listening.add(listener);
      return () => void listening.delete(listener);
    },
    onGap: () => () => {},
  };
  const log = { info() {}, warn: (line: string) => void logged.push(line) };
  const findByDomain = async () => REF;
  const tunnels = createTunnels({ bus, mostClients: 0, findByDomain, log, onOpen() {}, onDrop() {}, onClose() {} });
  const answer = createAgents({
    bus,
    log,
    tunnels,
    findByToken: (token) => bed.find(token),
    now: () => 0,
    unread: { total: 0, of: () => ({ note() {}, forget() {} }), sweep() {} },
    tuning: {
      heartbeat: 3_000,
      grace: 30_000,
      acquireTimeout: 10_000,
      responseTimeout: 900_000,
      sharedLinks: 1,
      initialLinks: 1,
      reserves: 0,
      maxLinks: 100,
      reuseWithin: 4_000,
      bodyWindow: 30_000,
      drain: 30_000,
    },
    urlOf: (domain) => `http://${domain}`,
    isClosing: () => bed.closing,
    cluster: { serve: () => void served.push("relay"), forward: () => served.push("forward") > 0 },
    refusals: { note: (address, reason) => void refused.push(`${address}: ${reason}`) },
    onProven: (socket) => void proven.push(socket),
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
        if (!String(bytes).startsWith("HTTP/")) read(bytes);
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
