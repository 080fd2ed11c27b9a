import type { Socket } from "node:net";
import { corkShortChunk, LEGACY_ERROR_HEADER, type Stream, TUNNEL_ERROR_HEADER } from "../wire/index.ts";
import type { ConnectToApp } from "./target.ts";

/** Sees the bytes of one stream. Must not throw, and must not keep the buffers. */
export interface Tap {
  request(bytes: Buffer): void;
  response(bytes: Buffer): void;
  /** `app_down`: the app could not be reached, and the tunnel client responded itself. */
  close(reason: "closed" | "app_down"): void;
}

const MAX_COPIED_BYTES = 8 * 1024;

export interface PipeOptions {
  stream: Stream;
  connect: ConnectToApp;
  tap?: Tap | undefined;
}

/**
 * Connects a stream to the app: opens the connection when the first bytes arrive, and then passes bytes both ways
 * unchanged, with back-pressure.
 */
export function pipeToApp({ stream, connect, tap }: PipeOptions): void {
  let app: Socket | null = null;
  let hasResponse = false;

  stream.listener = {
    onData(bytes) {
      tap?.request(bytes);
      app ??= open();
      if (stream.isDedicated) corkShortChunk(app, bytes.length);
      if (!app.write(bytes)) stream.pause();
    },
    onDrain: () => app?.resume(),
    onEnd: () => (app === null ? stream.end() : app.end()),
    onClose() {
      tap?.close("closed");
      app?.destroy();
    },
  };

  function open(): Socket {
    const socket = connect((bytes, done) => {
      hasResponse = true;
      if (tap === undefined) return stream.write(bytes, done);
      // The tap may keep part of a head until the rest arrives, so it gets a copy, or a long buffer that is not reused.
      const owned = bytes.length > MAX_COPIED_BYTES ? bytes : Buffer.from(bytes);
      if (owned !== bytes) done?.();
      tap.response(owned);
      return stream.write(owned);
    });
    socket.on("drain", () => stream.resume());
    socket.on("end", () => stream.end());
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (hasResponse || !isUnreachable(error)) return abort();
      tap?.close("app_down");
      stream.write(toErrorResponse(error));
      stream.end();
      stream.resume();
    });
    // Not destroyed: after a clean end the last bytes may still be in the send buffer.
    socket.on("close", (failed) => {
      if (!failed) stream.end();
    });
    return socket;
  }

  function abort(): void {
    tap?.close("closed");
    stream.destroy();
  }
}

function isUnreachable(error: NodeJS.ErrnoException): boolean {
  const { syscall, code } = error;
  return (
    syscall === "connect" ||
    // All IP addresses of the app's name failed.
    error instanceof AggregateError ||
    syscall === "getaddrinfo" ||
    code === "ECONNREFUSED" ||
    // The app does not use TLS.
    code === "EPROTO" ||
    code?.startsWith("ERR_SSL") === true
  );
}

function toErrorResponse({ code = "UNREACHABLE" }: NodeJS.ErrnoException): string {
  return `HTTP/1.1 502 Bad Gateway\r\n${TUNNEL_ERROR_HEADER}: ${code}\r\n${LEGACY_ERROR_HEADER}: ${code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
