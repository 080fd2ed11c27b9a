import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import { gather, listOf } from "../../wire/index.ts";
import { guarded } from "../problems/guard.ts";
import { toProblemAnswer } from "../problems/problem-page.ts";
import type { BodySource } from "./body-source.ts";
import { beginPlainBody, type PlainBody } from "./plain-body.ts";
import { createPlainReader, type PlainRequest } from "./plain-request.ts";
import {
  createHeadWriter,
  isChunked,
  KEEP_ALIVE_SECONDS,
  toConnectionLine,
  toInterimHead,
  toLines,
  toReason,
  toTrailers,
} from "./response-head.ts";
import type { Visit, VisitAttendant } from "./visit.ts";
import type { Asked } from "./visitor.ts";

/** A visitor's connection that the edge reads itself, for as long as it asks for plain things of tunnels. */
export interface VisitorConnection {
  /** Ends it when it was idle for long. Called every second or so. */
  sweep(now: number): void;
  /** Hangs up: at once when it is idle, else after the running answer. */
  close(): void;
  destroy(): void;
}

export interface VisitorConnectionOptions {
  socket: Socket;
  isTunnelHost(host: string | undefined): boolean;
  /** `body`: as text in latin1, where it is short and has come whole. */
  serve(asked: Asked, visit: Visit, body: BodySource | string | undefined): void;
  /** Node's own HTTP server takes the connection, from the first byte that was not served. */
  handOver(): void;
  zones: readonly string[];
  abuseContact: string | undefined;
  now: () => number;
  /** The connection is closed, or in other hands. */
  onGone(connection: VisitorConnection): void;
}

/** The same as Node's own limit. */
const HEAD_LIMIT = 16_384;
const PIPELINE_LIMIT = 65_536;
const ONE_WRITE = 8_192;
/** A connection that says nothing at first is soon left to Node, which has a time limit for that; of others less is kept. */
const SILENT_FOR = 2_000;
/** What still comes of a body after its answer is read for so long, in milliseconds. */
const LINGER = 2_000;
/** How long a server that stops waits for the first request of a connection, in milliseconds. */
const FIRST_WITHIN = 250;
const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from("\r\n\r\n");
const CRLF = "\r\n";

/**
 * Serves plain requests of tunnels' visitors without Node's HTTP server, whose objects cost more than the rest of
 * their way. Whatever is not plain, or not for a tunnel, goes to Node with the whole connection, so that there is one
 * place that knows bodies, upgrades and what to say to malformed requests.
 */
export function createVisitorConnection(options: VisitorConnectionOptions): VisitorConnection {
  const { socket, isTunnelHost, serve, handOver, zones, abuseContact, now, onGone } = options;
  const reader = createPlainReader(socket);
  const toHead = createHeadWriter(zones);
  let held: Buffer = EMPTY;
  let busy = false;
  let used = false;
  let idleSince = now();
  let last = false;
  let asked: PlainRequest | null = null;
  let body: PlainBody | undefined;
  let attendant: VisitAttendant | null = null;
  let left = false;
  // Of the answer under way.
  let begun = false;
  let chunked = false;
  let head = "";

  const connection: VisitorConnection = {
    sweep(time) {
      if (busy) return;
      if (time - idleSince > SILENT_FOR) reader.forget();
      if (last && time - idleSince > FIRST_WITHIN) socket.destroy();
      else if (!used && time - idleSince > SILENT_FOR) leaveToNode();
      else if (time - idleSince > KEEP_ALIVE_SECONDS * 1_000) socket.destroy();
    },
    close() {
      last = true;
      if (busy) return;
      // The request of one that is new may just be on its way.
      if (used) socket.destroy();
      else idleSince = now();
    },
    destroy: () => void socket.destroy(),
  };

  const visit: Visit = {
    attend(next) {
      if (left) return next.onLeft();
      attendant = next;
    },
    inform: (answer) => answer.status === 100 || socket.write(toInterimHead(answer, zones), "latin1"),
    unread: () => socket.writableLength,
    begin(answer, indexable) {
      begun = true;
      closeAfterRest();
      chunked = isChunked(answer);
      head = toHead(answer, indexable, last);
    },
    write(bytes) {
      gather(socket, bytes.length);
      return send(bytes, "");
    },
    end(bytes, trailers) {
      send(bytes ?? EMPTY, chunked ? `0${CRLF}${toLines(toTrailers(trailers))}${CRLF}` : "");
      conclude();
    },
    flush() {
      if (head !== "") send(EMPTY, "");
    },
    upgrade: () => null,
    refuse(problem) {
      if (begun || left) return void socket.destroy();
      closeAfterRest();
      const { status, headers, body: page } = toProblemAnswer(problem, asked?.headers.accept, abuseContact);
      const reason = toReason(status);
      const text = `HTTP/1.1 ${status} ${reason}${CRLF}${toLines(headers)}${toConnectionLine(last)}${CRLF}`;
      socket.write(asked?.method === "HEAD" ? text : text + page);
      conclude();
    },
    cut: () => void socket.destroy(),
  };

  const onError = () => {};
  const onDrain = () => (busy ? attendant?.onDrain() : proceed());
  socket.on("error", onError);
  socket.on("data", take);
  socket.on("drain", onDrain);
  socket.on("end", hangUp);
  socket.on("close", leave);
  return connection;

  function take(bytes: Buffer): void {
    if (body?.isComplete() === false) bytes = body.push(bytes);
    if (bytes.length === 0) return;
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    if (!busy) read();
    else if (held.length > PIPELINE_LIMIT) socket.pause();
  }

  function read(): void {
    if (busy || left || held.length === 0 || socket.writableNeedDrain) return;
    const end = held.indexOf(HEAD_END);
    asked = end < 0 || end > HEAD_LIMIT ? null : reader.read(held.toString("latin1", 0, end));
    if (asked === null || !isTunnelHost(asked.headers.host)) {
      leaveToNode();
      return;
    }
    const began = beginPlainBody(socket, asked.length, held.subarray(end + 4));
    held = began.rest.length === 0 ? EMPTY : began.rest;
    body = began.source;
    busy = true;
    used = true;
    begun = false;
    last ||= asked.headers.connection !== undefined && listOf(asked.headers.connection).includes("close");
    serve(asked, visit, began.text ?? body);
  }

  /** Writes what is held of the head, the bytes as a chunk where the answer has chunks, and what comes after them. */
  function send(bytes: Buffer, tail: string): boolean {
    const framed = chunked && bytes.length > 0;
    const before = framed ? `${head}${bytes.length.toString(16)}${CRLF}` : head;
    const after = framed ? CRLF + tail : tail;
    head = "";
    if (bytes.length <= ONE_WRITE) return socket.write(before + bytes.toString("latin1") + after, "latin1");
    socket.cork();
    if (before !== "") socket.write(before, "latin1");
    socket.write(bytes);
    if (after !== "") socket.write(after, "latin1");
    socket.uncork();
    return !socket.writableNeedDrain;
  }

  /** Makes ready for the next request. */
  function conclude(): void {
    attendant = null;
    busy = false;
    idleSince = now();
    if (!last) proceed();
    else if (body?.isComplete() === false) linger();
    else socket.destroySoon();
  }

  /** A body that has not come whole by the time of its answer is not worth waiting for. */
  function closeAfterRest(): void {
    if (body?.isComplete() === false) last = true;
  }

  /** Still reads for a moment, because a reset could overtake the answer. */
  function linger(): void {
    socket.off("data", take);
    socket.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER);
    socket.once("close", () => clearTimeout(timer));
  }

  /** Reads on, unless the visitor has left so many answers unread that it must take some first. */
  function proceed(): void {
    if (left) return;
    if (socket.writableNeedDrain) return void socket.pause();
    if (socket.isPaused()) socket.resume();
    // In a turn of its own: a pipeline of requests that are refused at once would grow the stack, or let no one else in.
    if (held.length > 0) setImmediate(() => guarded(socket, read));
  }

  /** The visitor says it is done, which with HTTP means that it has gone. */
  function hangUp(): void {
    socket.destroy();
    leave();
  }

  function leave(): void {
    if (left) return;
    left = true;
    const former = attendant;
    attendant = null;
    onGone(connection);
    former?.onLeft();
  }

  function leaveToNode(): void {
    left = true;
    onGone(connection);
    socket.pause();
    socket.off("data", take);
    socket.off("drain", onDrain);
    socket.off("end", hangUp);
    socket.off("close", leave);
    if (held.length > 0) socket.unshift(held);
    handOver();
    socket.off("error", onError);
    socket.resume();
  }
}
