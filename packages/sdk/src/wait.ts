import { fromMark, type Position, toMark } from "./cursor.ts";
import { FrontdeskError, type NearMiss, WaitTimeoutError } from "./errors.ts";
import type { Page, Source, Summary } from "./source.ts";

/** What a message must be to be taken. */
export interface WaitOptions<Message> {
  /** Gives up after this many milliseconds. @default 60_000 */
  timeout?: number;
  /** Aborts the wait; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** A piece of the sender, case-insensitive, or a pattern. */
  from?: string | RegExp;
  /** A piece of the subject, case-insensitive, or a pattern. */
  subject?: string | RegExp;
  /** Anything else the message must be. */
  match?: (message: Message) => boolean;
  /** Starts behind this mark, id or cursor instead of the handle's own place. */
  after?: string;
  /** Milliseconds since `received_at`, by the server's clock, beyond which a message is too old. */
  maxAge?: number;
}

/** What a wait looks for in a message that passed the filters. */
export interface Search<Message, Found> {
  /** Names what is sought in errors, such as `code`. */
  wanted: string;
  /** What was found, or why not. */
  look(message: Message): { found: Found } | { why: string };
  /** Of several that suit, the newest (an older code is normally dead) or the first. */
  pick: "newest" | "first";
}

/** Longest hold asked of the server, in seconds: shorter than the idle limits of common proxies. */
const longestHold = 25;
/** A hold that ends sooner than this, in ms, was not held. */
const shortestHold = 100;
const pollFirst = 1_000;
const pollMost = 5_000;
const retryMost = 5_000;
/** How long the server may take to answer beyond the hold it was asked for, in ms. */
const answerMost = 15_000;

/** Where a handle stands. Shared by all waits of one handle, so that no message is returned twice. */
export interface Place {
  position: Position;
  returned: Set<string>;
}

/** The one wait loop: reads behind the place, holds at the server, filters, looks, and moves the place past what it returns. */
export async function waitFor<S extends Summary, Message extends S & { body: string }, Found>(
  source: Source<S>,
  place: Place,
  search: Search<Message, Found>,
  options: WaitOptions<Message>,
): Promise<{ found: Found; message: Message; cursor: string }> {
  const { timeout = 60_000, signal } = options;
  if (!(timeout >= 0)) throw new RangeError(`timeout must be a number of milliseconds from 0, not ${timeout}`);
  const deadline = performance.now() + timeout;
  const nearMisses = new Map<string, NearMiss & { passed: boolean }>();
  let position = options.after === undefined ? place.position : fromMark(options.after);
  let pause = 0;
  let failures = 0;

  for (;;) {
    signal?.throwIfAborted();
    const asked = performance.now();
    const page = await readPage(Math.max(0, deadline - asked));
    if (page) {
      failures = 0;
      const taken = await take(page);
      if (taken) return taken;
      position = next(page, position);
    }
    const remaining = deadline - performance.now();
    if (remaining <= 0) throw timedOut();
    if (!page) await sleep(Math.min(remaining, backOff(failures++, retryMost)), signal);
    else if (page.cursor === undefined) {
      pause = pause === 0 ? pollFirst : Math.min(pollMost, pause * 1.5);
      await sleep(Math.min(remaining, pause), signal);
    } else if (page.messages.length === 0 && performance.now() - asked < shortestHold) {
      // The server is about to stop and holds nothing any more.
      await sleep(Math.min(remaining, shortestHold), signal);
    }
  }

  /** One request; `null` when it failed in a way that may pass. */
  async function readPage(left: number): Promise<Page<S> | null> {
    const wait = Math.min(longestHold, Math.floor(left) / 1000);
    // A connection that died without a word would hold the wait for ever.
    const limit = AbortSignal.timeout(wait * 1000 + answerMost);
    try {
      return await source.recent({
        ...(position.type === "cursor" ? { after: position.cursor } : {}),
        ...(wait > 0 ? { wait } : {}),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!mayPass(error) || deadline - performance.now() <= 0) throw error;
      return null;
    }
  }

  /** Of a page's messages that are new here, the one to return. */
  async function take(page: Page<S>) {
    const newestFirst = page.messages.filter(
      ({ id }) => !place.returned.has(id) && !(position.type === "seen" && position.ids.has(id)),
    );
    for (const summary of search.pick === "newest" ? newestFirst : newestFirst.reverse()) {
      const early = refuseEarly(summary, page.now, options);
      if (early) {
        note(summary, early, false);
        continue;
      }
      const body = await source.body(summary.id, signal);
      if (body === null) continue;
      // A source's message is its summary with the body; the caller's type says the same.
      const message = { ...summary, body } as Message;
      if (options.match && !options.match(message)) {
        note(summary, "`match` refused it", false);
        continue;
      }
      const result = search.look(message);
      if ("why" in result) {
        note(summary, result.why, true);
        continue;
      }
      // Between the body's arrival and here another wait of the same handle may have returned it.
      if (place.returned.has(summary.id)) continue;
      place.returned.add(summary.id);
      return { found: result.found, message, cursor: moveBehind(summary.id, page) };
    }
    return null;
  }

  function moveBehind(id: string, page: Page<S>): string {
    const before = place.position;
    if (page.cursor === undefined) {
      const older = page.messages
        .slice(page.messages.findIndex((message) => message.id === id))
        .map((message) => message.id);
      place.position = { type: "seen", ids: new Set([...(before.type === "seen" ? before.ids : []), ...older]) };
      return toMark(place.position);
    }
    // Ids sort by arrival; a wait that started earlier must not move the place back.
    if (before.type === "seen" || id > before.cursor) place.position = { type: "cursor", cursor: id };
    return id;
  }

  function note({ id, sender, subject, snippet }: S, why: string, passed: boolean) {
    nearMisses.set(id, { id, sender, ...(subject === undefined ? {} : { subject }), snippet, why, passed });
  }

  function timedOut(): WaitTimeoutError {
    const misses = [...nearMisses.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const passed = misses.some((miss) => miss.passed);
    return new WaitTimeoutError({
      reason: misses.length === 0 ? "no_message" : passed ? "no_code" : "filtered_out",
      address: source.address,
      timeout,
      wanted: search.wanted,
      nearMisses: misses.map(({ passed: _passed, ...miss }) => miss),
      cursor: toMark(position),
    });
  }
}

/** The place behind everything the inbox holds now. */
export async function markNow<S extends Summary>(source: Source<S>, signal?: AbortSignal): Promise<Position> {
  const page = await source.recent(signal ? { signal } : {});
  return page.cursor === undefined
    ? { type: "seen", ids: new Set(page.messages.map(({ id }) => id)) }
    : { type: "cursor", cursor: page.cursor };
}

function next<S extends Summary>(page: Page<S>, at: Position): Position {
  if (page.cursor !== undefined) return { type: "cursor", cursor: page.cursor };
  const seen = at.type === "seen" ? at.ids : [];
  return { type: "seen", ids: new Set([...seen, ...page.messages.map(({ id }) => id)]) };
}

/** Whether the same request may succeed later: the network, an overload, a restart. */
function mayPass(error: unknown): boolean {
  if (error instanceof FrontdeskError) return error.status === 429 || error.status >= 500;
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

function refuseEarly<M>(summary: Summary, now: number, { from, subject, maxAge }: WaitOptions<M>): string | null {
  if (from !== undefined && !matches(summary.sender, from)) return `the sender is not ${from}`;
  if (subject !== undefined && !matches(summary.subject ?? "", subject)) return `the subject is not ${subject}`;
  if (maxAge !== undefined && now - Date.parse(summary.received_at) > maxAge)
    return `it was received at ${summary.received_at}, more than ${maxAge} ms ago`;
  return null;
}

function matches(text: string, wanted: string | RegExp): boolean {
  if (typeof wanted === "string") return text.toLowerCase().includes(wanted.toLowerCase());
  // A global or sticky pattern keeps a place of its own, which would make every second test fail.
  return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, "")).test(text);
}

/** Growing pauses with jitter, so that many clients do not come back in step. */
function backOff(failures: number, most: number): number {
  return Math.min(most, 200 * 2 ** failures) * (0.5 + Math.random() / 2);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
