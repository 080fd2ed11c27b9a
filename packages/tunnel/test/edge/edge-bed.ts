import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { vi } from "vitest";
import { createEdge } from "../../src/edge/edge.ts";
import type { EdgeOptions } from "../../src/edge/types.ts";
import {
  CONTROL_PATH,
  createDataConnection,
  createEdgeFrameReader,
  DATA_PATH,
  type EdgeFrame,
  encodeFrame,
  PROTOCOL,
  type Stream,
} from "../../src/wire/index.ts";
import { turn } from "../wire/ends.ts";

const now = () => performance.now();

/** An edge with the times that it has by itself, one client by hand, and visitors. */
export function createEdgeBed(more: Partial<EdgeOptions> = {}) {
  const logged: string[] = [];
  const bed = { watchers: 0 };
  const ref = { id: "s1", domain: "demo.tunnel.localhost", tokenHash: "h" };
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost:8787",
    reserved: [],
    bus: {
      publish: async () => {},
      subscribe: () => () => {},
      onReconnect() {
        bed.watchers++;
        return () => void bed.watchers--;
      },
    },
    findByToken: async () => ref,
    findByDomain: async () => ref,
    log: { info() {}, warn: (line) => void logged.push(line) },
    ...more,
  });
  const dial = (url: string, secret: string, headers: object, head = "") => {
    const [socket, agent] = duplexPair();
    const all = { host: "localhost", upgrade: PROTOCOL, authorization: `Bearer ${secret}`, ...headers };
    const request = { method: "GET", url, headers: all, socket: { remoteAddress: "192.0.2.1" } };
    edge.handleUpgrade(request as object as IncomingMessage, socket, Buffer.from(head));
    return agent.on("error", () => {});
  };
  const enter = async () => {
    const frames: EdgeFrame[] = [];
    const read = createEdgeFrameReader((frame) => frames.push(frame));
    const hello = encodeFrame({ type: "hello", agent: "test", share: false, rules: {} });
    const control = dial(CONTROL_PATH, "svc_a", {}, hello);
    control.on("data", (bytes: Buffer) => {
      if (!String(bytes).startsWith("HTTP/")) read(bytes);
    });
    await turn();
    const [first] = frames;
    if (first?.type !== "welcome") throw new Error("not welcome");
    const channels: Stream[] = [];
    /** A data connection whose app takes everything and answers nothing. */
    const connect = async () => {
      const socket = dial(DATA_PATH, first.secret, { "frontdesk-session": first.session });
      const [head] = await new Promise<Buffer[]>((resolve) => socket.once("data", (bytes: Buffer) => resolve([bytes])));
      const carrier = createDataConnection({
        socket,
        now,
        onStream(channel) {
          channels.push(channel);
          channel.listener = { onData() {}, onDrain() {}, onEnd() {}, onClose() {} };
        },
      });
      const rest = head!.subarray(head!.indexOf("\r\n\r\n") + 4);
      if (rest.length > 0) socket.emit("data", rest);
      return carrier;
    };
    return { control, frames, connect, channels };
  };
  const visit = (text: string) => {
    const [socket, visitor] = duplexPair();
    const tcp = {
      remoteAddress: "192.0.2.9",
      setTimeout() {},
      setNoDelay() {},
      setKeepAlive() {},
      destroySoon: () => void socket.end(),
    };
    let reply = "";
    visitor.on("data", (bytes) => (reply += bytes)).on("error", () => {});
    edge.handleConnection(Object.assign(socket, tcp) as object as Socket, () => {});
    visitor.write(text);
    return { socket, status: () => reply.slice(9, 12) };
  };
  return { bed, edge, logged, enter, visit };
}

export const GET = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n";

/** Lets time pass on the fake clock, and what it sets off. */
export async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let turns = 0; turns < 4; turns++) await turn();
}
