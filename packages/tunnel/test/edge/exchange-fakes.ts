import { Duplex } from "node:stream";
import type { LinkNeeds, LinkUser } from "../../src/edge/connections/link.ts";
import type { LinkTaker } from "../../src/edge/connections/pool.ts";
import type { Peer } from "../../src/edge/connections/unread.ts";
import { type ExchangeOptions, type ExchangeRoute, startExchange } from "../../src/edge/exchange.ts";
import type { EdgeProblem } from "../../src/edge/problems/problem-page.ts";
import type { RequestBody } from "../../src/edge/visitors/request-body.ts";
import type { VisitAttendant } from "../../src/edge/visitors/visit.ts";
import type { Head } from "../../src/wire/index.ts";

export interface Fakes {
  method: string;
  body: Partial<RequestBody>;
  upgrading: boolean;
  /** What the visitor's connection says to each write. */
  takes: boolean;
  uses: number;
  other: Partial<ExchangeRoute>;
}

export const answer = (status: number, more: Partial<Head> = {}) =>
  ({ status, headers: [], keepAlive: true, ...more }) as Head;

/** A request among fakes: what is asked of the connection to the app and of the visitor's, in the order in which it is. */
export function setUp({ method = "GET", body, upgrading = false, takes = true, uses = 2, other }: Partial<Fakes> = {}) {
  const did: string[] = [];
  const asked: LinkNeeds[] = [];
  const noted = new Set<Peer>();
  const takers: LinkTaker[] = [];
  const refused: EdgeProblem[] = [];
  const bed = { time: 0, waits: false, replied: false, written: true, hasLeft: false };
  let user: LinkUser;
  let attendant: VisitAttendant;
  const upgraded = new Duplex({ highWaterMark: 1, read() {}, write: (_bytes, _encoding, done) => takes && done() });
  const say = (word: string) => void did.push(word);
  const link = {
    uses,
    unread: 7,
    get replied() {
      return bed.replied;
    },
    begin(next: LinkUser, _method: string, head: string) {
      user = next;
      say(`begin ${head}`);
    },
    write: () => bed.written,
    pause: () => say("pause"),
    resume: () => say("resume"),
    release: () => say("release"),
    destroy: () => say("destroy"),
    end: () => say("end"),
  };
  const pool = {
    retired: false,
    acquire(take: (found: unknown) => void, needs: LinkNeeds) {
      asked.push(needs);
      if (bed.waits) takers.push(take);
      else take(link);
    },
  };
  const options = {
    visit: {
      attend(next: VisitAttendant) {
        attendant = next;
        if (bed.hasLeft) next.onLeft();
      },
      inform: () => takes,
      begin: ({ status }: Head) => say(`answer ${status}`),
      write: () => takes,
      end: (bytes: Buffer | null) => say(`visitor's end ${bytes}`),
      unread: () => 5,
      flush: () => say("flush"),
      upgrade: () => (upgrading ? upgraded : null),
      refuse(problem: EdgeProblem) {
        refused.push(problem);
        say(`refuse ${problem.status} ${problem.code}`);
      },
      cut: () => say("cut"),
    },
    method,
    route: { pool, head: "head", indexable: false },
    reroute: () => (other ? { pool, head: "other", indexable: false, ...other } : null),
    body: body && { length: 1, begin: () => "", start() {}, stop: () => say("stop"), buffered: () => 3, ...body },
    upgrading,
    responseTimeout: 1_000,
    unread: { note: (peer: Peer) => noted.add(peer), forget: (peer: Peer) => noted.delete(peer) },
    now: () => bed.time,
    onAbort: () => say("abort"),
    onEnd: () => say("over"),
  } as unknown as ExchangeOptions;
  return {
    bed,
    did,
    asked,
    noted,
    pool,
    takers,
    upgraded,
    link,
    body: options.body,
    refused,
    start: () => startExchange(options),
    app: () => user,
    visitor: () => attendant,
  };
}

/** What follows from a start and what happens then. */
export function after(fakes: Partial<Fakes>, happens: (bed: Bed) => void): string[] {
  const bed = setUp(fakes);
  bed.start();
  bed.did.length = 0;
  happens(bed);
  return bed.did;
}

export type Bed = ReturnType<typeof setUp>;
