import type { Duplex } from "node:stream";
import { AGENT_ERROR_HEADER, type Head } from "../wire/index.ts";
import type { Link, LinkUser, Loss } from "./connections/link.ts";
import type { LinkPool } from "./connections/pool.ts";
import { type Enrolled, NOWHERE } from "./connections/roll.ts";
import type { UnreadLedger } from "./connections/unread.ts";
import { APP_DOWN, CUT, GONE, MALFORMED, NO_LINK, SLOW_BODY, TOO_SLOW } from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import type { RequestBody } from "./visitors/request-body.ts";
import type { Visit, VisitAttendant } from "./visitors/visit.ts";

/** One request on its way through a tunnel. */
export interface Exchange extends VisitAttendant, Enrolled {
  // A plain field: an accessor would give each of these objects a shape of its own, which outlives it.
  over: boolean;
  /** Ends what takes too long. Called every second or so. */
  sweep(now: number): void;
  /** Cuts it, because the server stops. */
  abort(): void;
}

export interface ExchangeOptions {
  visit: Visit;
  method: string;
  route: ExchangeRoute;
  /** Another agent that serves the same name, where there is one. */
  reroute(): ExchangeRoute | null;
  body: RequestBody | undefined;
  /** The visitor asks to switch to another protocol. */
  upgrading: boolean;
  responseTimeout: number;
  /** Counts bytes that wait for the visitor or for the tunnel client. */
  unread: UnreadLedger;
  now: () => number;
  /** The visitor gave it up. */
  onAbort(): void;
  /** The exchange is over, well or not. */
  onEnd(exchange: Exchange): void;
}

/** Which agent serves a request, and what its app is to get. */
export interface ExchangeRoute {
  pool: LinkPool;
  /** The whole head, in latin1, and a body that came with it whole. */
  head: string;
  /** Search engines may list what is there. */
  indexable: boolean;
  /** What becomes of the app's answer on its way. */
  adapt?: ((answer: Head) => Head) | undefined;
}

/** More interim answers to one request are no information but a flood. */
const MOST_INTERIM = 1_000;
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS"]);
/** An app that hangs up this soon after a request on a kept connection was hanging up already (RFC 9110, 9.2.2). */
const REPEAT_WITHIN = 1_000;
/** A body beyond this size, or of a size that is not told, gets a connection of its own. */
const LARGE_BODY = 128 * 1024;

/** Sends a request over a data connection and its answer back, piece by piece, with back-pressure both ways. */
export function startExchange(options: ExchangeOptions): Exchange {
  const { visit, method, body, upgrading, reroute, responseTimeout, unread, now, onAbort, onEnd } = options;
  const repeatable = body === undefined && !upgrading && REPEATABLE.has(method);
  const sole = upgrading || (body !== undefined && body.length > LARGE_BODY);
  const startedAt = now();
  let { route } = options;
  let link: Link | null = null;
  let begunAt = 0;
  let repeated = false;
  let interim = 0;
  let answered = false;
  let ended = false;
  let upgraded: Duplex | null = null;
  let reusable = true;

  const visitor = {
    unread: () => (upgraded === null ? visit.unread() : upgraded.writableLength) + (link?.unread ?? 0),
    close: () => exchange.abort(),
  };

  /** The request while it waits for a connection: a client that reads nothing keeps all others waiting too. */
  const request = {
    unread: () => route.head.length + (body?.buffered() ?? 0),
    close: () => give(NO_LINK),
  };

  /** The visitor takes no more for now, so no more is read for it. */
  const holdBack = () => {
    link?.pause();
    unread.note(visitor);
  };

  const user: LinkUser = {
    onHead(answer) {
      if (answer.status === 101) return upgrade(answer);
      if (answer.status < 200) {
        if (++interim > MOST_INTERIM) return give(MALFORMED);
        if (!visit.inform(answer)) holdBack();
        return;
      }
      if (answer.status === 502 && agentErrorAt(answer) >= 0) return give(appDown(answer));
      answered = true;
      reusable = answer.keepAlive;
      if (body !== undefined) body.answered = true;
      visit.begin(route.adapt?.(answer) ?? answer, route.indexable);
    },
    onBody(bytes, last) {
      if (upgraded !== null) {
        if (!upgraded.write(bytes)) holdBack();
      } else if (last) {
        ended = true;
        visit.end(bytes, NONE);
      } else if (!visit.write(bytes)) holdBack();
    },
    onEnd(trailers) {
      if (!ended) visit.end(null, trailers);
      finish(!reusable || body?.sent === false);
    },
    onRead() {
      if (answered) visit.flush();
    },
    onDrain() {
      if (upgraded !== null) upgraded.resume();
      else body?.resume();
    },
    onLost(reason) {
      const lost = link;
      link = null;
      if (upgraded !== null) {
        upgraded.end();
        return finish(true);
      }
      if (lost !== null && mayRepeat(reason, lost)) return take();
      give(reason === "malformed" ? MALFORMED : CUT);
    },
  };

  const exchange: Exchange = {
    over: false,
    place: NOWHERE,
    onDrain() {
      unread.forget(visitor);
      link?.resume();
    },
    onLeft() {
      if (upgraded !== null) return;
      if (!exchange.over) onAbort();
      finish(true);
    },
    abort() {
      finish(true);
      if (upgraded !== null) upgraded.destroy();
      else visit.cut();
    },
    sweep(time) {
      if (exchange.over || upgraded !== null) return;
      if (body?.isStalled(time)) return give(SLOW_BODY);
      if (answered || body?.sent === false) return;
      if (time - (body?.movedAt ?? startedAt) > responseTimeout) give(TOO_SLOW);
    },
  };

  visit.attend(exchange);
  if (!exchange.over) take();
  return exchange;

  function take(): void {
    route.pool.acquire(
      (found) => {
        unread.forget(request);
        if (exchange.over) return found?.release();
        if (found === null) {
          // Nothing of it has been sent, so any agent will do.
          if (route.pool.retired && changeRoute()) return take();
          return give(route.pool.retired ? GONE : NO_LINK);
        }
        link = found;
        begunAt = now();
        found.begin(user, method, body === undefined ? route.head : route.head + body.begin());
        body?.start(found);
      },
      { fresh: !repeatable || repeated, sole },
    );
    if (link === null && !exchange.over) unread.note(request);
  }

  /** Whether the same may be asked again: nothing of an answer was seen, and the app can't have begun to work on it. */
  function mayRepeat(reason: Loss, lost: Link): boolean {
    if (!repeatable || repeated || interim > 0 || lost.replied || reason === "malformed") return false;
    repeated = true;
    // The agent is gone. Another may have the same app in its charge, or one like it.
    if (route.pool.retired) return changeRoute();
    return now() - begunAt < REPEAT_WITHIN && (reason === "cut" || lost.uses > 1);
  }

  function changeRoute(): boolean {
    const other = reroute();
    if (other === null) return false;
    route = other;
    return true;
  }

  function upgrade(answer: Head): void {
    const socket = upgrading ? visit.upgrade(answer) : null;
    if (socket === null) {
      give(MALFORMED);
      return;
    }
    upgraded = socket;
    socket.on("data", (bytes: Buffer) => {
      if (link?.write(bytes) === false) socket.pause();
    });
    socket.on("drain", exchange.onDrain);
    socket.on("end", () => link?.end());
    socket.on("close", () => finish(true));
    socket.resume();
  }

  function give(problem: EdgeProblem): void {
    finish(true);
    visit.refuse(problem);
  }

  function finish(spoiled: boolean): void {
    if (exchange.over) return;
    exchange.over = true;
    unread.forget(visitor);
    unread.forget(request);
    const used = link;
    link = null;
    body?.stop();
    if (spoiled) used?.destroy();
    else used?.release();
    onEnd(exchange);
  }
}

const NONE: string[] = [];

/** Where the agent says that it could not reach the app; -1 in an answer of the app. */
const agentErrorAt = ({ headers }: Head) =>
  headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === AGENT_ERROR_HEADER);

function appDown(head: Head): EdgeProblem {
  const why = head.headers[agentErrorAt(head) + 1] ?? "";
  return APP_DOWN(/^[A-Z_]{1,40}$/.test(why) ? why : "");
}
