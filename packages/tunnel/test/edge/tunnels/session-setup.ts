import { duplexPair } from "node:stream";
import { createSession } from "../../../src/edge/tunnels/session.ts";
import type { EdgeTuning } from "../../../src/edge/types.ts";
import { createEdgeFrameReader, type EdgeFrame, type Rules } from "../../../src/wire/index.ts";

const heartbeat = 3_000;

/** A session and its agent, on a clock that the test moves. */
export function createSessionBed(tuning: Partial<Required<EdgeTuning>> = {}) {
  const bed = { time: 0, ended: 0, gone: 0 };
  const session = createSession({
    subdomain: { id: "s1", domain: "demo.tunnel.localhost", tokenHash: "h" },
    hello: { type: "hello", agent: "test", share: false, rules: {} },
    url: "http://demo.tunnel.localhost",
    tuning: {
      heartbeat,
      grace: 30_000,
      acquireTimeout: 10_000,
      responseTimeout: 900_000,
      sharedLinks: 2,
      initialLinks: 4,
      reserves: 0,
      maxLinks: 100,
      reuseWithin: 4_000,
      bodyWindow: 30_000,
      drain: 30_000,
      ...tuning,
    },
    now: () => bed.time,
    onEnd: () => bed.ended++,
    unread: { note() {}, forget() {} },
    onGone: () => bed.gone++,
  });
  const dial = (rules: Rules = {}, share = false) => {
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
    session.sweep();
    await new Promise(setImmediate);
  };
  return { bed, session, dial, after };
}
