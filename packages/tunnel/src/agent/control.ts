import type { Socket } from "node:net";
import {
  type AgentFrame,
  CONTROL_PATH,
  createEdgeFrameReader,
  type EdgeFrame,
  encodeFrame,
  type Rules,
} from "../wire/index.ts";
import { dial } from "./dial.ts";

export type Welcome = Extract<EdgeFrame, { type: "welcome" }>;

/** How a control connection ended. */
export type ControlEnd =
  | { type: "lost" }
  /** The server is stopping and asks to be dialled again. */
  | { type: "drained" }
  | { type: "closed"; reason: "replaced" | "renewed" | "deleted" };

/** One control connection, from its dial to its end. */
export interface Control {
  welcome: Welcome;
  ended: Promise<ControlEnd>;
  undialed(count: number): void;
  /** Takes leave, so that the name is free at once. */
  close(): void;
}

export interface ControlOptions {
  server: URL;
  token: string;
  agent: string;
  share: boolean;
  rules: Rules;
  resume: { session: string; secret: string } | undefined;
  signal: AbortSignal;
  onDial(count: number, session: Welcome): void;
}

/** The edge pings every heartbeat; this many without a byte mean that it is gone. */
const SILENT_HEARTBEATS = 2.5;

export async function openControl(options: ControlOptions): Promise<Control> {
  const { server, token, agent, share, rules, resume, signal, onDial } = options;
  const { socket, first } = await dial({ server, path: CONTROL_PATH, secret: token, signal });
  return new Promise((resolve, reject) => {
    let end: ControlEnd = { type: "lost" };
    let finish: (end: ControlEnd) => void;
    const ended = new Promise<ControlEnd>((settle) => {
      finish = settle;
    });
    let welcome: Welcome | undefined;
    let watch: NodeJS.Timeout | undefined;
    let heard = false;
    const leave = () => socket.destroy();
    signal.addEventListener("abort", leave);

    const read = createEdgeFrameReader((frame) => {
      switch (frame.type) {
        case "welcome":
          welcome = frame;
          watch = watchSilence(socket, frame.heartbeat * SILENT_HEARTBEATS, () => {
            const was = heard;
            heard = false;
            return was;
          });
          resolve({
            welcome: frame,
            ended,
            undialed: (count) => send(socket, { type: "undialed", count }),
            close() {
              send(socket, { type: "bye" });
              socket.end();
            },
          });
          break;
        case "ping":
          send(socket, { type: "pong" });
          break;
        case "dial":
          if (welcome) onDial(frame.count, welcome);
          break;
        case "drain":
          end = { type: "drained" };
          finish(end);
          break;
        case "closed":
          end = { type: "closed", reason: frame.reason };
          socket.end();
          break;
      }
    });
    socket.on("data", (bytes: Buffer) => {
      heard = true;
      try {
        read(bytes);
      } catch {
        socket.destroy();
      }
    });
    socket.on("close", () => {
      clearInterval(watch);
      signal.removeEventListener("abort", leave);
      finish(end);
      reject(new Error("the server closed the connection before the tunnel was open"));
    });
    send(socket, { type: "hello", agent, share, rules, carries: true, ...(resume && { resume }) });
    if (first.length > 0) socket.emit("data", first);
  });
}

/** Ends a connection over which nothing came for a whole period; a timer that fires late has proven nothing. */
function watchSilence(socket: Socket, period: number, takeHeard: () => boolean): NodeJS.Timeout {
  let due = performance.now() + period;
  return setInterval(() => {
    const late = performance.now() - due > period / 2;
    due = performance.now() + period;
    if (!takeHeard() && !late) socket.destroy();
  }, period);
}

function send(socket: Socket, frame: AgentFrame): void {
  if (!socket.destroyed && !socket.writableEnded) socket.write(encodeFrame(frame));
}
