import type { IncomingMessage } from "node:http";
import type { Link } from "./link.ts";
import { toLines, toTrailers } from "./response-head.ts";
import type { RequestHeadOptions } from "./visitor.ts";

/** A request's body on its way to the app, with back-pressure. */
export interface RequestBody {
  /** In bytes; infinite where it is not told. */
  readonly length: number;
  /** All of it is sent. */
  sent: boolean;
  /** The app has begun to answer, which is its word that it takes the body as slowly as it comes. */
  answered: boolean;
  /** When it last came on. */
  movedAt: number;
  start(link: Link): void;
  /** The link takes bytes again. */
  resume(): void;
  /** The link is gone or no longer ours. */
  stop(): void;
  /** Whether the visitor has stopped sending it. Called every second or so. */
  isStalled(time: number): boolean;
}

export interface RequestBodyOptions {
  request: IncomingMessage;
  chunked: boolean;
  length: number;
  /** Something must come in each so many milliseconds. */
  window: number;
  now: () => number;
}

export const NO_BODY = { kind: "none" } as const;

/** How the body of a request that Node has read reaches the app. */
export function framingOf({ headers }: IncomingMessage): RequestHeadOptions["framing"] {
  if (headers["transfer-encoding"] !== undefined) return { kind: "chunked" };
  const length = headers["content-length"];
  return length === undefined ? NO_BODY : { kind: "length", length: Number(length) };
}

const CRLF = "\r\n";

export function createRequestBody({ request, chunked, length, window, now }: RequestBodyOptions): RequestBody {
  let link: Link | null = null;
  let received = 0;
  let receivedBefore = 0;

  const body: RequestBody = {
    length,
    sent: false,
    answered: false,
    movedAt: now(),
    start(taken) {
      link = taken;
      request.on("data", send);
      request.on("end", () => {
        body.sent = true;
        body.movedAt = now();
        if (chunked) link?.write(`0${CRLF}${toLines(toTrailers(request.rawTrailers))}${CRLF}`);
      });
    },
    resume: () => void request.resume(),
    stop() {
      link = null;
      // What is left of it must be read, or the visitor's connection is stuck.
      request.resume();
    },
    isStalled(time) {
      if (body.sent || body.answered) return false;
      if (request.isPaused() || received > receivedBefore) {
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
