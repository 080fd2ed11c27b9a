import { fromMark, toMark } from "./cursor.ts";
import { type NearMiss, WaitTimeoutError } from "./errors.ts";
import { type Filters, whyRefused } from "./filters.ts";
import { backOff, mayPass, sleep } from "./pauses.ts";
import { behindPage, moveBehind, type Place } from "./place.ts";
import type { Page, Source, Summary } from "./source.ts";

/** How long to wait, for which message, and from where. */
export interface WaitOptions<Message> extends Filters<Message> {
  /** Gives up after this many milliseconds. @default 60_000 */
  timeout?: number;
  /** Aborts the wait; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Starts behind this mark, id or cursor instead of the handle's own place. */
  after?: string;
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
      position = behindPage(page, position);
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
      const early = whyRefused(summary, page.now, options);
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
      return { found: result.found, message, cursor: moveBehind(place, summary.id, page) };
    }
    return null;
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
