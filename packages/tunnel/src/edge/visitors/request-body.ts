import type { IncomingMessage } from "node:http";
import type { Link } from "../connections/link.ts";
import type { BodySource } from "./body-source.ts";
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
  /** Bytes that have come and wait to be sent. */
  buffered(): number;
  /** What may leave together with the head, in latin1. To be called once, just before `start`. */
  begin(): string;
  start(link: Link): void;
  /** The link takes bytes again. */
  resume(): void;
  /** The link is gone or no longer ours. */
  stop(): void;
  /** Whether the visitor sends nothing or too little of it. Called every second or so. */
  isStalled(time: number): boolean;
}

export interface RequestBodyOptions {
  source: BodySource;
  chunked: boolean;
  tuning: { bodyWindow: number };
  now: () => number;
}

type Framing = RequestHeadOptions["framing"];
const NO_BODY: Framing = { kind: "none" };

/** How the body of a request that Node has read reaches the app. */
export function framingOf({ headers }: IncomingMessage): Framing {
  if (headers["transfer-encoding"] !== undefined) return { kind: "chunked" };
  const length = headers["content-length"];
  return length === undefined ? NO_BODY : { kind: "length", length: Number(length) };
}

/** The same for a request that the edge has read itself. */
export function framingOfPlain(body: BodySource | string | undefined): Framing {
  return body === undefined ? NO_BODY : { kind: "length", length: body.length };
}

/** Bytes that are to come; infinite where it is not told. */
export function lengthOf(framing: Framing): number {
  return framing.kind === "length" ? framing.length : Number.POSITIVE_INFINITY;
}

const CRLF = "\r\n";
/**
 * Bytes per second that a body must bring on average of two windows. Without it, a byte now and then keeps a data connection
 * for ever. Slow mobile networks are ten times as fast; the window outlasts their pauses.
 */
const MIN_RATE = 100;

export function createRequestBody({ source, chunked, tuning, now }: RequestBodyOptions): RequestBody {
  let link: Link | null = null;
  let received = 0;
  let receivedBefore = 0;
  const rateWindow = 2 * tuning.bodyWindow;
  const minBytes = (MIN_RATE * rateWindow) / 1_000;
  let rated = { since: now(), received };

  const body: RequestBody = {
    length: source.length,
    sent: false,
    answered: false,
    movedAt: now(),
    buffered: source.buffered,
    begin: source.begin,
    start(taken) {
      link = taken;
      rated = { since: now(), received };
      source.read(send, (trailers) => {
        body.sent = true;
        body.movedAt = now();
        if (chunked) link?.write(`0${CRLF}${toLines(toTrailers(trailers))}${CRLF}`);
      });
    },
    resume: source.resume,
    stop() {
      link = null;
      source.discard();
    },
    isStalled(time) {
      if (body.sent || body.answered) return false;
      if (source.isPaused() || received > receivedBefore) {
        body.movedAt = time;
        receivedBefore = received;
      }
      // The time in which the app holds it back is not the visitor's.
      if (source.isPaused()) rated = { since: time, received };
      if (link === null) return false;
      if (time - rated.since > rateWindow) {
        if (received - rated.received < minBytes) return true;
        rated = { since: time, received };
      }
      return time - body.movedAt > tuning.bodyWindow;
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
    if (!open) source.pause();
  }
}
