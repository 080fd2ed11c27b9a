import type { Socket } from "node:net";
import { corkShortChunk, LEGACY_ERROR_HEADER, type Stream, TUNNEL_ERROR_HEADER } from "../wire/index.ts";
import type { Connect } from "./target.ts";

/** Sees the bytes of one channel as they pass. Must not throw, and must not keep the buffers. */
export interface Tap {
  request(bytes: Buffer): void;
  response(bytes: Buffer): void;
  /** `app_down`: the app could not be reached and the agent answered itself. */
  close(reason: "closed" | "app_down"): void;
}

const SHORT = 8 * 1024;

export interface PipeOptions {
  channel: Stream;
  connect: Connect;
  tap?: Tap | undefined;
}

/**
 * Joins a channel to the app: connects when the first bytes come and then passes bytes unread, so that whatever the
 * two ends say to each other stays as it is, and each holds the other back when it is slow.
 */
export function pipe({ channel, connect, tap }: PipeOptions): void {
  let app: Socket | null = null;
  let answered = false;

  channel.listener = {
    onData(bytes) {
      tap?.request(bytes);
      app ??= open();
      if (channel.isDedicated) corkShortChunk(app, bytes.length);
      if (!app.write(bytes)) channel.pause();
    },
    onDrain: () => app?.resume(),
    onEnd: () => (app === null ? channel.end() : app.end()),
    onClose() {
      tap?.close("closed");
      app?.destroy();
    },
  };

  function open(): Socket {
    const socket = connect((bytes, done) => {
      answered = true;
      if (tap === undefined) return channel.write(bytes, done);
      // Whoever reads along may keep a part of a head until the rest has come. What is long is theirs for good.
      const own = bytes.length > SHORT ? bytes : Buffer.from(bytes);
      if (own !== bytes) done?.();
      tap.response(own);
      return channel.write(own);
    });
    socket.on("drain", () => channel.resume());
    socket.on("end", () => channel.end());
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (answered || !isUnreachable(error)) return leave();
      tap?.close("app_down");
      channel.write(answerFor(error));
      channel.end();
      channel.resume();
    });
    // After a clean end the last bytes may still be on their way out; `end` has closed this side already.
    socket.on("close", (failed) => {
      if (!failed) channel.end();
    });
    return socket;
  }

  function leave(): void {
    tap?.close("closed");
    channel.destroy();
  }
}

function isUnreachable(error: NodeJS.ErrnoException): boolean {
  const { syscall, code } = error;
  return (
    syscall === "connect" ||
    // Of a name with several addresses, each of which was tried.
    error instanceof AggregateError ||
    syscall === "getaddrinfo" ||
    code === "ECONNREFUSED" ||
    // TLS was asked of an app that speaks none.
    code === "EPROTO" ||
    code?.startsWith("ERR_SSL") === true
  );
}

function answerFor({ code = "UNREACHABLE" }: NodeJS.ErrnoException): string {
  return `HTTP/1.1 502 Bad Gateway\r\n${TUNNEL_ERROR_HEADER}: ${code}\r\n${LEGACY_ERROR_HEADER}: ${code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
