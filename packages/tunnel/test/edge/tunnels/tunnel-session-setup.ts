import { duplexPair } from "node:stream";
import { createTunnelSession } from "../../../src/edge/tunnels/tunnel-session.ts";
import type { EdgeTuning } from "../../../src/edge/types.ts";
import { createEdgeFrameReader, type EdgeFrame, type TunnelRules } from "../../../src/wire/index.ts";

const heartbeatMs = 3_000;

/** A session and its agent, on a clock that the test moves. */
export function createSessionBed(tuning: Partial<Required<EdgeTuning>> = {}) {
  const bed = { time: 0, ended: 0, gone: 0 };
  const session = createTunnelSession({
    subdomain: { id: "s1", domain: "demo.tunnel.localhost", tokenHash: "h" },
    hello: { type: "hello", agent: "test", share: false, rules: {} },
    url: "http://demo.tunnel.localhost",
    tuning: {
      heartbeatMs,
      resumeTimeoutMs: 30_000,
      acquireTimeoutMs: 10_000,
      responseTimeoutMs: 900_000,
      sharedConnections: 2,
      dedicatedConnections: 4,
      spareConnections: 0,
      maxConnections: 100,
      reuseTimeoutMs: 4_000,
      bodyTimeoutMs: 30_000,
      drainTimeoutMs: 30_000,
      ...tuning,
    },
    now: () => bed.time,
    onEnd: () => bed.ended++,
    sendBuffers: { track() {}, untrack() {} },
    onGone: () => bed.gone++,
  });
  const dial = (rules: TunnelRules = {}, share = false) => {
    const [control, agent] = duplexPair();
    const frames: EdgeFrame["type"][] = [];
    const said: EdgeFrame[] = [];
    const read = createEdgeFrameReader((frame) => {
      frames.push(frame.type);
      said.push(frame);
    });
    agent.on("data", read);
    agent.on("error", () => {});
    session.attach(control, { type: "hello", agent: "test", share, rules });
    return { control, agent, frames, said };
  };
  /** One turn of the edge's sweeper after so many milliseconds, and what it set off. */
  const after = async (ms: number) => {
    bed.time += ms;
    session.checkTimeouts();
    await new Promise(setImmediate);
  };
  return { bed, session, dial, after };
}
