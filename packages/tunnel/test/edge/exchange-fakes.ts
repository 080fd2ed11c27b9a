import { Duplex } from "node:stream";
import type { AppConnectionNeeds, ResponseHandler } from "../../src/edge/connections/app-connection.ts";
import type { AcquireCallback } from "../../src/edge/connections/connection-pool-types.ts";
import type { BufferOwner } from "../../src/edge/connections/send-buffers.ts";
import { startExchange } from "../../src/edge/exchange.ts";
import type { ExchangeOptions, ExchangeRoute } from "../../src/edge/exchange-types.ts";
import type { EdgeProblem } from "../../src/edge/problems/problem-page.ts";
import type { RequestBody } from "../../src/edge/visitors/request-body.ts";
import type { WriterEvents } from "../../src/edge/visitors/response-writer.ts";
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
  const asked: AppConnectionNeeds[] = [];
  const noted = new Set<BufferOwner>();
  const takers: AcquireCallback[] = [];
  const refused: EdgeProblem[] = [];
  const bed = { time: 0, waits: false, replied: false, written: true, hasLeft: false };
  let user: ResponseHandler;
  let attendant: WriterEvents;
  const upgraded = new Duplex({ highWaterMark: 1, read() {}, write: (_bytes, _encoding, done) => takes && done() });
  const say = (word: string) => void did.push(word);
  const link = {
    requestCount: uses,
    bufferedBytes: () => 7,
    get hasResponseBytes() {
      return bed.replied;
    },
    sendRequest(next: ResponseHandler, _method: string, head: string) {
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
    isDraining: false,
    acquire(take: (found: unknown) => void, needs: AppConnectionNeeds) {
      asked.push(needs);
      if (bed.waits) takers.push(take);
      else take(link);
    },
  };
  const options = {
    writer: {
      listen(next: WriterEvents) {
        attendant = next;
        if (bed.hasLeft) next.onDisconnect();
      },
      writeInformational: () => takes,
      writeHead: ({ status }: Head) => say(`answer ${status}`),
      write: () => takes,
      end: (bytes: Buffer | null) => say(`visitor's end ${bytes}`),
      bufferedBytes: () => 5,
      flush: () => say("flush"),
      upgrade: () => (upgrading ? upgraded : null),
      sendError(problem: EdgeProblem) {
        refused.push(problem);
        say(`refuse ${problem.status} ${problem.code}`);
      },
      destroy: () => say("cut"),
    },
    method,
    route: { pool, head: "head", isIndexable: false },
    reroute: () => (other ? { pool, head: "other", isIndexable: false, ...other } : null),
    body: body && {
      length: 1,
      takeBuffered: () => "",
      start() {},
      stop: () => say("stop"),
      bufferedBytes: () => 3,
      ...body,
    },
    isUpgrade: upgrading,
    responseTimeoutMs: 1_000,
    sendBuffers: { track: (peer: BufferOwner) => noted.add(peer), untrack: (peer: BufferOwner) => noted.delete(peer) },
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
