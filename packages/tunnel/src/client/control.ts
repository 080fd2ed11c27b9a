import {
  type ClientFrame,
  CONTROL_PATH,
  CONTROL_STATE,
  createEdgeFrameReader,
  createHeartbeat,
  type EdgeFrame,
  encodeFrame,
  type TunnelRules,
  toControlHeartbeatTimes,
} from "../wire/index.ts";
import { dial, type ServerEndpoint } from "./dial.ts";
import { hasLocalIp } from "./network.ts";

export type WelcomeFrame = Extract<EdgeFrame, { type: "welcome" }>;

/** Why a control connection ended. */
export type ControlEnd =
  | { type: "lost" }
  /** The server is stopping and asks the client to connect again. */
  | { type: "drained" }
  | { type: "closed"; reason: "replaced" | "renewed" | "deleted" };

/** The control connection of an open tunnel. */
export interface ControlConnection {
  welcome: WelcomeFrame;
  ended: Promise<ControlEnd>;
  /** Reports data connections that could not be opened. */
  reportFailedDials(count: number): void;
  /** Disconnects: no new visitors are accepted, and current requests may finish. */
  close(): void;
}

export interface ControlConnectionOptions {
  endpoint: ServerEndpoint;
  token: string;
  agent: string;
  share: boolean;
  rules: TunnelRules;
  resume: { session: string; secret: string } | undefined;
  signal: AbortSignal;
  /** Called when the edge requests data connections. */
  onDial(count: number, session: WelcomeFrame): void;
}

const CHECK_INTERVAL_MS = 1_000;

/** Opens a control connection. Resolves when the edge accepted it; rejects if it refused or closed before. */
export async function openControl(options: ControlConnectionOptions): Promise<ControlConnection> {
  const { endpoint, token, agent, share, rules, resume, signal, onDial } = options;
  const { socket, firstBytes } = await dial({ ...endpoint, path: CONTROL_PATH, secret: token, signal });
  return new Promise((resolve, reject) => {
    // Without any frame about its end, the connection was lost.
    let end: ControlEnd = { type: "lost" };
    let resolveEnded: (end: ControlEnd) => void;
    const ended = new Promise<ControlEnd>((resolve) => {
      resolveEnded = resolve;
    });
    let welcome: WelcomeFrame | undefined;
    let heartbeat = createHeartbeat(now);
    const checkTimer = setInterval(() => {
      const state = heartbeat.check(CONTROL_STATE);
      // After a network change, the connection's local IP address no longer exists. The system may report that much later.
      if (state === "dead" || !hasLocalIp(socket.localAddress)) socket.destroy();
      // Before the welcome, the edge expects the hello only.
      else if (state === "ping" && welcome !== undefined) send({ type: "ping" });
    }, CHECK_INTERVAL_MS);
    const onAbort = () => socket.destroy();
    signal.addEventListener("abort", onAbort);

    const read = createEdgeFrameReader((frame) => {
      switch (frame.type) {
        case "welcome":
          welcome = frame;
          // The edge chooses the interval.
          heartbeat = createHeartbeat(now, toControlHeartbeatTimes(frame.heartbeat));
          resolve({
            welcome: frame,
            ended,
            reportFailedDials: (count) => send({ type: "undialed", count }),
            close() {
              send({ type: "bye" });
              socket.end();
            },
          });
          break;
        case "ping":
          send({ type: "pong" });
          break;
        case "dial":
          // Before the welcome there is no session whose connections could be opened.
          if (welcome) onDial(frame.count, welcome);
          break;
        case "drain":
          // The connection stays open: the edge still serves through it until the client connects to another server.
          end = { type: "drained" };
          resolveEnded(end);
          break;
        case "closed":
          // Reported by the "close" of the socket.
          end = { type: "closed", reason: frame.reason };
          socket.end();
          break;
      }
    });
    socket.on("data", (bytes: Buffer) => {
      heartbeat.onReceived();
      try {
        read(bytes);
      } catch {
        // The edge sent something that is no valid frame.
        socket.destroy();
      }
    });
    socket.on("close", () => {
      clearInterval(checkTimer);
      signal.removeEventListener("abort", onAbort);
      resolveEnded(end);
      // No effect after the welcome.
      reject(new Error("the server closed the connection before the tunnel was open"));
    });
    send({ type: "hello", agent, share, rules, ...(resume && { resume }) });
    if (firstBytes.length > 0) socket.emit("data", firstBytes);

    /** Sends a frame, unless the connection is closing. */
    function send(frame: ClientFrame): void {
      if (socket.destroyed || socket.writableEnded) return;
      heartbeat.onSent();
      socket.write(encodeFrame(frame));
    }
  });
}

const now = () => performance.now();
