import {
  type ClientFrame,
  CONTROL_PATH,
  createEdgeFrameReader,
  createHeartbeat,
  type EdgeFrame,
  encodeFrame,
  type TunnelRules,
  toControlHeartbeatTimes,
} from "../wire/index.ts";
import { type Dial, dial } from "./dial.ts";
import { hasAddress } from "./network.ts";

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
  /** Takes leave: no new visitor comes, and those who are here may finish. */
  close(): void;
}

export interface ControlOptions {
  via: Dial;
  token: string;
  agent: string;
  share: boolean;
  rules: TunnelRules;
  resume: { session: string; secret: string } | undefined;
  signal: AbortSignal;
  onDial(count: number, session: Welcome): void;
}

const CHECK_EVERY = 1_000;

export async function openControl(options: ControlOptions): Promise<Control> {
  const { via, token, agent, share, rules, resume, signal, onDial } = options;
  const { socket, first } = await dial({ ...via, path: CONTROL_PATH, secret: token, signal });
  return new Promise((resolve, reject) => {
    let end: ControlEnd = { type: "lost" };
    let finish: (end: ControlEnd) => void;
    const ended = new Promise<ControlEnd>((settle) => {
      finish = settle;
    });
    let welcome: Welcome | undefined;
    let pulse = createHeartbeat(now);
    const watch = setInterval(() => {
      const state = pulse.check({ isBusy: true, isReading: true });
      // A connection from an address that is no longer this machine's is dead, whatever the system says of it.
      if (state === "dead" || !hasAddress(socket.localAddress)) socket.destroy();
      else if (state === "ping" && welcome !== undefined) say({ type: "ping" });
    }, CHECK_EVERY);
    const leave = () => socket.destroy();
    signal.addEventListener("abort", leave);

    const read = createEdgeFrameReader((frame) => {
      switch (frame.type) {
        case "welcome":
          welcome = frame;
          pulse = createHeartbeat(now, toControlHeartbeatTimes(frame.heartbeat));
          resolve({
            welcome: frame,
            ended,
            undialed: (count) => say({ type: "undialed", count }),
            close() {
              say({ type: "bye" });
              socket.end();
            },
          });
          break;
        case "ping":
          say({ type: "pong" });
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
      pulse.onReceived();
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
    say({ type: "hello", agent, share, rules, ...(resume && { resume }) });
    if (first.length > 0) socket.emit("data", first);

    function say(frame: ClientFrame): void {
      if (socket.destroyed || socket.writableEnded) return;
      pulse.onSent();
      socket.write(encodeFrame(frame));
    }
  });
}

const now = () => performance.now();
