import type { IncomingMessage } from "node:http";
import type { Link } from "./link.ts";
import { toTrailerLines } from "./response-head.ts";
import type { RequestHeadOptions } from "./visitor.ts";

/** A request's body on its way to the app, with back-pressure. */
export interface RequestBody {
  /** All of it is sent. */
  sent: boolean;
  /** When it last came on. */
  movedAt: number;
  start(link: Link): void;
  /** The link takes bytes again. */
  resume(): void;
  /** The link is gone or no longer ours. */
  stop(): void;
  /** Whether the visitor sends it more slowly than allowed. Called every second or so. */
  isStalled(time: number): boolean;
}

export interface RequestBodyOptions {
  request: IncomingMessage;
  chunked: boolean;
  /** A kibibyte at least must come in each so many milliseconds. */
  window: number;
  now: () => number;
}

export const NO_BODY = { kind: "none" } as const;

/** How the body of a request that Node has read reaches the app. */
export function framingOf({ headers }: IncomingMessage): RequestHeadOptions["framing"] {
  // A request that offers to change the protocol is not read beyond its head.
  if (headers.upgrade !== undefined) return NO_BODY;
  if (headers["transfer-encoding"] !== undefined) return { kind: "chunked" };
  const length = headers["content-length"];
  return length === undefined ? NO_BODY : { kind: "length", length: Number(length) };
}

const WINDOW_BYTES = 1_024;
const CRLF = "\r\n";

export function createRequestBody({ request, chunked, window, now }: RequestBodyOptions): RequestBody {
  let link: Link | null = null;
  let received = 0;
  let receivedBefore = 0;

  const body: RequestBody = {
    sent: false,
    movedAt: now(),
    start(taken) {
      link = taken;
      request.on("data", send);
      request.on("end", () => {
        body.sent = true;
        body.movedAt = now();
        if (chunked) link?.write(`0${CRLF}${toTrailerLines(request.rawTrailers)}${CRLF}`);
      });
    },
    resume: () => void request.resume(),
    stop() {
      link = null;
      // What is left of it must be read, or the visitor's connection is stuck.
      request.resume();
    },
    isStalled(time) {
      if (body.sent) return false;
      if (request.isPaused() || received - receivedBefore >= WINDOW_BYTES) {
        body.movedAt = time;
        receivedBefore = received;
        return false;
      }
      return link !== null && time - body.movedAt > window;
    },
  };
  return body;

  function send(bytes: Buffer): void {
    if (link === null) return;
    received += bytes.length;
    let open = true;
    if (chunked) {
      link.write(`${bytes.length.toString(16)}${CRLF}`);
      link.write(bytes);
      open = link.write(CRLF);
    } else open = link.write(bytes);
    if (!open) request.pause();
  }
}
