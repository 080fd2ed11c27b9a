import type { Socket } from "node:net";
import { corkShortChunk, LEGACY_ERROR_HEADER, type Stream, TUNNEL_ERROR_HEADER } from "../wire/index.ts";
import type { ConnectToApp } from "./target.ts";

/** Observes the bytes of one stream. Must not throw. May keep bytes until the rest of a head arrives. */
export interface Tap {
  request(bytes: Buffer): void;
  /** `undefined` while it needs no responses, which saves copies. May change after each call of `request`. */
  readonly response: ((bytes: Buffer) => void) | undefined;
  /** `app_down`: the app could not be reached, and the tunnel client responded itself. */
  close(reason: "closed" | "app_down"): void;
}

/** Longer chunks are not copied for the tap: a new read buffer costs less. */
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
    /** Passes bytes of the visitor on to the app. The first bytes open the connection to it. */
    onData(bytes) {
      tap?.request(bytes);
      app ??= open();
      // Joins short chunks of a body into one write. On shared streams, a request mostly is a single chunk.
      if (stream.isDedicated) corkShortChunk(app, bytes.length);
      if (!app.write(bytes)) stream.pause();
    },
    onDrain: () => app?.resume(),
    /** The visitor sent everything. Without any bytes there is no app connection that could respond. */
    onEnd: () => (app === null ? stream.end() : app.end()),
    onClose() {
      tap?.close("closed");
      app?.destroy();
    },
  };

  /** Connects to the app, and passes its response on to the stream. */
  function open(): Socket {
    const socket = connect(onResponse);
    socket.on("drain", () => stream.resume());
    socket.on("end", () => stream.end());
    socket.on("error", onError);
    // The stream is ended and not destroyed: its last bytes may still be in its send buffer. The "end" above may be missing when
    // this side has closed the socket.
    socket.on("close", (hadError) => {
      if (!hadError) stream.end();
    });
    return socket;
  }

  /**
   * Passes bytes of the response on to the stream, and to the tap if it needs them. The tap may keep them, so their memory must not
   * be reused: short chunks are copied, long ones not released.
   */
  function onResponse(bytes: Buffer, releaseBuffer?: () => void): boolean {
    hasResponse = true;
    const observeResponse = tap?.response;
    if (observeResponse === undefined) return stream.write(bytes, releaseBuffer);
    const isCopied = bytes.length <= MAX_COPIED_BYTES;
    const keptBytes = isCopied ? Buffer.from(bytes) : bytes;
    if (isCopied) releaseBuffer?.();
    observeResponse(keptBytes);
    return stream.write(keptBytes);
  }

  /**
   * Responds with a 502 if the app could not be reached. If a connection to it was lost later, the app may have acted on the request,
   * so the stream is aborted: the edge reports that to the visitor.
   */
  function onError(error: NodeJS.ErrnoException): void {
    if (hasResponse || !isUnreachable(error)) {
      abort();
      return;
    }
    tap?.close("app_down");
    stream.write(toErrorResponse(error));
    stream.end();
    // A stream that is still paused would never deliver the end of the request, and so never close.
    stream.resume();
  }

  /** Closes the stream without a response. */
  function abort(): void {
    tap?.close("closed");
    stream.destroy();
  }
}

/** Returns whether an error means that the connection to the app could not be opened, rather than lost later. */
function isUnreachable(error: NodeJS.ErrnoException): boolean {
  const { syscall, code = "" } = error;
  // Node tries all addresses of the host and collects the errors of the attempts.
  const haveAllAddressesFailed = error instanceof AggregateError;
  const hasNoConnection = syscall === "connect" || syscall === "getaddrinfo" || code === "ECONNREFUSED";
  const hasTlsFailed = code === "EPROTO" || code.startsWith("ERR_SSL");
  return haveAllAddressesFailed || hasNoConnection || hasTlsFailed;
}

/** Returns a 502 whose headers tell the edge that the app could not be reached, and why. */
function toErrorResponse({ code = "UNREACHABLE" }: NodeJS.ErrnoException): string {
  return `HTTP/1.1 502 Bad Gateway\r\n${TUNNEL_ERROR_HEADER}: ${code}\r\n${LEGACY_ERROR_HEADER}: ${code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
