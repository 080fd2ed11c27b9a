import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AGENT_ERROR_HEADER, type Head } from "@frontdesk/tunnel/wire";
import type { Link, LinkUser } from "./link.ts";
import type { LinkPool } from "./pool.ts";
import { type EdgeProblem, sendProblem } from "./problem-page.ts";
import { toResponseHeaders, toTrailerLines } from "./response-head.ts";

/** One request on its way through a tunnel. */
export interface Exchange {
  readonly over: boolean;
  /** Ends what takes too long. Called every second or so. */
  sweep(now: number): void;
  /** Cuts it, because the server stops. */
  abort(): void;
}

export interface ExchangeOptions {
  request: IncomingMessage;
  response: ServerResponse;
  /** The whole head that the app is to get, in latin1. */
  head: string;
  /** How the request's body reaches the app. */
  body: "none" | "length" | "chunked";
  /** The visitor's bare connection, where it asked for a WebSocket. */
  websocket?: { socket: Duplex; head: Buffer } | undefined;
  pool: LinkPool;
  responseTimeout: number;
  bodyWindow: number;
  now: () => number;
  abuseContact: string | undefined;
  /** Domains that an app behind a tunnel may not set cookies for. */
  zones: readonly string[];
  /** The exchange is over, well or not. */
  onEnd(exchange: Exchange): void;
}

const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS"]);
const BODY_WINDOW_BYTES = 1_024;
const ONE_WRITE = 8_192;
const CRLF = "\r\n";

/** Sends a request over a data connection and its answer back, piece by piece, with back-pressure both ways. */
export function startExchange(options: ExchangeOptions): Exchange {
  const { request, response, head, body, websocket, pool, responseTimeout, bodyWindow, now, abuseContact, zones } =
    options;
  const method = request.method!;
  const repeatable = body === "none" && websocket === undefined && REPEATABLE.has(method);
  const startedAt = now();
  let link: Link | null = null;
  let attempts = 0;
  let over = false;
  let answered = false;
  let upgraded = false;
  let requestSent = body === "none";
  let reusable = true;
  let received = 0;
  let windowFrom = startedAt;
  let windowBytes = 0;

  const user: LinkUser = {
    onHead(answer) {
      if (answer.status < 200) {
        inform(answer);
        return;
      }
      if (answer.status === 502 && isFromAgent(answer)) {
        finish(true);
        return sendProblem(request, response, appDown(answer), abuseContact);
      }
      answered = true;
      reusable = answer.keepAlive;
      if (!requestSent) response.shouldKeepAlive = false;
      response.sendDate = false;
      response.writeHead(
        answer.status,
        answer.start[2] || STATUS_CODES[answer.status] || "",
        toResponseHeaders(answer, zones),
      );
      if (answer.framing !== "none" && !(answer.framing === "length" && answer.length === 0)) flushSoon();
    },
    onBody(bytes, last) {
      if (upgraded) {
        if (!websocket!.socket.write(bytes)) link?.pause();
        return;
      }
      if (last) endWith(bytes);
      else if (!response.write(bytes)) link?.pause();
    },
    onEnd(trailers) {
      if (trailers.length > 0) response.addTrailers(pairsOf(trailers));
      response.end();
      finish(!reusable || !requestSent);
    },
    onDrain() {
      if (upgraded) websocket!.socket.resume();
      else request.resume();
    },
    onLost(reason, replied) {
      link = null;
      if (upgraded) {
        websocket!.socket.end();
        return finish(true);
      }
      if (reason === "closed" && !replied && repeatable && attempts < 2) return take();
      finish(true);
      if (answered) return void response.destroy();
      sendProblem(request, response, reason === "malformed" ? MALFORMED : CUT, abuseContact);
    },
  };

  const exchange: Exchange = {
    get over() {
      return over;
    },
    abort() {
      finish(true);
      (upgraded ? websocket?.socket : response)?.destroy();
    },
    sweep(time) {
      if (over || upgraded) return;
      if (!requestSent) {
        const held = request.isPaused();
        if (held || received - windowBytes >= BODY_WINDOW_BYTES) {
          windowFrom = time;
          windowBytes = received;
        } else if (link !== null && time - windowFrom > bodyWindow) {
          return give(SLOW_BODY);
        }
      }
      if (!answered && requestSent && time - Math.max(startedAt, windowFrom) > responseTimeout) give(TOO_SLOW);
    },
  };

  response.on("drain", () => link?.resume());
  response.on("close", () => {
    if (upgraded || over) return;
    finish(true);
  });
  take();
  return exchange;

  function take(): void {
    pool.acquire(
      (found) => {
        if (over) return found?.release();
        if (found === null) return give(pool.retired ? GONE : NO_LINK);
        link = found;
        attempts++;
        found.begin(user, method, head);
        if (!requestSent && attempts === 1) sendBody();
      },
      !repeatable || attempts > 0,
    );
  }

  function sendBody(): void {
    request.on("data", (bytes: Buffer) => {
      if (link === null) return;
      received += bytes.length;
      let open = true;
      if (body === "chunked") {
        link.write(`${bytes.length.toString(16)}${CRLF}`);
        link.write(bytes);
        open = link.write(CRLF);
      } else open = link.write(bytes);
      if (!open) request.pause();
    });
    request.on("end", () => {
      requestSent = true;
      windowFrom = now();
      if (body === "chunked") link?.write(`0${CRLF}${toTrailerLines(request.rawTrailers)}${CRLF}`);
    });
  }

  function inform(answer: Head): void {
    if (answer.status === 101) {
      if (websocket === undefined) give(MALFORMED);
      else upgrade(answer, websocket);
      return;
    }
    // An HTTP/1.0 visitor knows no interim answers.
    if (request.httpVersionMinor === 0) return;
    if (answer.status === 100) {
      if (request.headers.expect !== undefined) response.writeContinue();
    } else if (response.socket) {
      response.socket.write(
        `HTTP/1.1 ${answer.status} ${answer.start[2]}${CRLF}${toTrailerLines(toResponseHeaders(answer, zones))}${CRLF}`,
        "latin1",
      );
    }
  }

  function upgrade(answer: Head, { socket, head: first }: { socket: Duplex; head: Buffer }): void {
    upgraded = true;
    response.detachSocket(socket as Parameters<ServerResponse["detachSocket"]>[0]);
    const lines = toTrailerLines(toResponseHeaders(answer, zones));
    socket.write(
      `HTTP/1.1 101 Switching Protocols${CRLF}Connection: Upgrade${CRLF}Upgrade: websocket${CRLF}${lines}${CRLF}`,
      "latin1",
    );
    socket.on("data", (bytes: Buffer) => {
      if (link?.write(bytes) === false) socket.pause();
    });
    socket.on("drain", () => link?.resume());
    socket.on("end", () => link?.end());
    socket.on("close", () => finish(true));
    if (first.length > 0) link?.write(first);
    socket.resume();
  }

  /** A short answer leaves with its head in one write: as text Node joins the two, as bytes it would not. */
  function endWith(bytes: Buffer): void {
    if (bytes.length <= ONE_WRITE) response.end(bytes.toString("latin1"), "latin1");
    else response.end(bytes);
  }

  /** Flushes a head whose body has not come yet, so that an event stream opens at once. */
  function flushSoon(): void {
    setImmediate(() => {
      if (!over) response.flushHeaders();
    });
  }

  function give(problem: EdgeProblem): void {
    finish(true);
    sendProblem(request, response, problem, abuseContact);
  }

  function finish(spoiled: boolean): void {
    if (over) return;
    over = true;
    const used = link;
    link = null;
    if (spoiled) used?.destroy();
    else used?.release();
    options.onEnd(exchange);
  }
}

function isFromAgent({ headers }: Head): boolean {
  return headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === AGENT_ERROR_HEADER);
}

function appDown({ headers }: Head): EdgeProblem {
  const at = headers.findIndex((name) => name.toLowerCase() === AGENT_ERROR_HEADER);
  const why = /^[A-Z_]{1,40}$/.test(headers[at + 1] ?? "") ? ` (${headers[at + 1]})` : "";
  return {
    status: 502,
    code: "app_down",
    title: "The app does not answer",
    error: `The tunnel is open, but nothing accepts connections on its local port${why}. Start the app and reload.`,
  };
}

function pairsOf(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!]);
}

const MALFORMED: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The app's answer is not HTTP",
  error: "The app behind this tunnel sent something that is not valid HTTP/1.1.",
};
const CUT: EdgeProblem = {
  status: 502,
  code: "app_error",
  title: "The connection was cut",
  error: "The app behind this tunnel, or the tunnel itself, closed the connection before it answered.",
};
const GONE: EdgeProblem = {
  status: 502,
  code: "tunnel_offline",
  title: "The tunnel is offline",
  error: "The agent behind this tunnel has just left. Start it again and reload.",
};
const NO_LINK: EdgeProblem = {
  status: 504,
  code: "tunnel_busy",
  title: "The tunnel has no free connection",
  error: "The agent behind this tunnel opened no connection for this request in time. Try again.",
};
const TOO_SLOW: EdgeProblem = {
  status: 504,
  code: "app_timeout",
  title: "The app takes too long",
  error: "The app behind this tunnel did not begin its answer in time.",
};
const SLOW_BODY: EdgeProblem = {
  status: 408,
  code: "request_timeout",
  title: "The request came too slowly",
  error: "The body of this request came too slowly and was given up.",
};
