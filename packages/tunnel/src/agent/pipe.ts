import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AGENT_ERROR_HEADER } from "../wire/index.ts";
import type { Connect } from "./target.ts";

/** Sees the bytes of one data connection as they pass. Must not throw, and must not keep the buffers. */
export interface Tap {
  request(bytes: Buffer): void;
  response(bytes: Buffer): void;
  /** `answered502`: the app could not be reached and the agent answered itself. */
  close(reason: "closed" | "app_down"): void;
}

export interface PipeOptions {
  /** A data connection, or one channel of it. */
  data: Duplex;
  first: Buffer;
  connect: Connect;
  tap?: Tap | undefined;
}

/**
 * Joins a data connection to the app: connects when the first bytes come and then passes bytes unread, so that
 * whatever the two ends say to each other stays as it is, and each holds the other back when it is slow.
 */
export function pipe({ data, first, connect, tap }: PipeOptions): void {
  let app: Socket | null = null;
  let answered = false;

  data.on("data", (bytes: Buffer) => {
    tap?.request(bytes);
    app ??= open();
    if (!app.write(bytes)) data.pause();
  });
  data.on("drain", () => app?.resume());
  data.on("end", () => (app === null ? data.end() : app.end()));
  data.on("close", () => {
    tap?.close("closed");
    app?.destroy();
  });
  if (first.length > 0) data.unshift(first);

  function open(): Socket {
    const socket = connect();
    socket.on("data", (bytes: Buffer) => {
      answered = true;
      tap?.response(bytes);
      if (!data.write(bytes)) socket.pause();
    });
    socket.on("drain", () => data.resume());
    socket.on("end", () => data.end());
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (answered || !isUnreachable(error)) return void data.destroy();
      tap?.close("app_down");
      data.end(answerFor(error));
      data.resume();
    });
    // After a clean end the last bytes may still be on their way out; `end` has closed this side already.
    socket.on("close", (failed) => {
      if (!failed && !data.writableEnded) data.end();
    });
    return socket;
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
  return `HTTP/1.1 502 Bad Gateway\r\n${AGENT_ERROR_HEADER}: ${code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
