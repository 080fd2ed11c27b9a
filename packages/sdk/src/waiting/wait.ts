import { backoffDelay } from "@frontdesk/basics";
import { type NearMiss, WaitTimeoutError } from "../errors.ts";
import { mayPass, sleep } from "../requests/pauses.ts";
import { within } from "../requests/within.ts";
import { toWhole } from "./content.ts";
import { fromMark, toMark } from "./cursor.ts";
import type { Filters } from "./filters.ts";
import { behindPage, moveBehind, type Place } from "./place.ts";
import { readAll } from "./read-all.ts";
import type { Content, Page, Source, Summary } from "./source.ts";

/** How long to wait, for which message, and from where. */
export interface WaitOptions<Message> extends Filters<Message> {
  /** Gives up after this many milliseconds. @default 60_000 */
  timeout?: number;
  /** Aborts the wait; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Starts behind this mark, id or cursor instead of the handle's own place. */
  after?: string;
  /**
   * Instead of `after`: starts with what arrived at most this many milliseconds ago by the server's clock, an hour at most.
   * For a first wait by one who may come after the message.
   */
  lookback?: number;
}

/** Of a mail: only what was sent to this address, in whatever letter case. */
export interface Addressed {
  to?: string | undefined;
}

/** What a wait looks for in a message that passed the filters. */
export interface Search<Message, Found> {
  /** Names what is sought in errors, such as `code`. */
  wanted: string;
  /** What was found, or why not. */
  look(message: Message): Looked<Found> | Promise<Looked<Found>>;
  /** Of several that suit, the newest (an older code is normally dead) or the first. */
  pick: "newest" | "first";
}

type Looked<Found> = { found: Found } | { why: string };

/** What a wait needs that is told which message it wants; most take any. */
export const loadFiltering = () => import("./filtering.ts");

/** Longest hold asked of the server, in seconds: shorter than the idle limits of common proxies. */
const longestHold = 25;
/** A hold that ends sooner than this, in ms, was not held. */
const shortestHold = 100;
const pollFirst = 1_000;
const pollMost = 5_000;
const retryMost = 5_000;

/** The one wait loop: reads behind the place, holds at the server, filters, looks, and moves the place past what it returns. */
export async function waitFor<S extends Summary, Message extends S & Content, Found>(
  source: Source<S>,
  toPlace: () => Promise<Place>,
  search: Search<Message, Found>,
  options: WaitOptions<Message> & Addressed,
): Promise<{ found: Found; message: Message; cursor: string }> {
  const { timeout = 60_000, signal, to, after, lookback, from, subject, maxAge, match } = options;
  const begun = performance.now();
  const deadline = begun + timeout;
  const nearMisses = new Map<string, NearMiss & { passed: boolean }>();
  let failures = 0;
  let pause = 0;
  let missed = 0;
  let startedAt = Number.POSITIVE_INFINITY;
  const isFiltered = [from, subject, maxAge, match].some((filter) => filter !== undefined);
  const filtering = isFiltered ? await loadFiltering() : null;
  const place = await untilItPasses(() => within({ signal }, toPlace));
  // Without one the first read reaches back, and its answer says where that is.
  let position = lookback !== undefined ? undefined : after === undefined ? place.position : fromMark(after);

  for (;;) {
    const asked = performance.now();
    const page = await untilItPasses(() => {
      const wait = Math.min(longestHold, Math.floor(Math.max(0, deadline - performance.now())) / 1000);
      return readAll(source, position ?? { lookback: lookback ?? 0 }, {
        wait,
        to,
        signal,
        all: search.pick === "newest",
      });
    });
    startedAt = Math.min(startedAt, page.now - (performance.now() - begun));
    missed += page.missed;
    const taken = await take(page);
    if (taken) return taken;
    position = behindPage(page, position);
    const remaining = deadline - performance.now();
    if (remaining <= 0 && !page.more) throw await timedOut();
    if (page.more) continue;
    if (page.cursor === undefined) {
      pause = pause === 0 ? pollFirst : Math.min(pollMost, pause * 1.5);
      await sleep(Math.min(remaining, pause), signal);
    } else if (page.messages.length === 0 && performance.now() - asked < shortestHold) {
      // The server is about to stop and holds nothing any more.
      await sleep(Math.min(remaining, shortestHold), signal);
    }
  }

  /** Asks again, within the time, what failed in a way that may pass. */
  async function untilItPasses<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await ask();
        failures = 0;
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        const remaining = deadline - performance.now();
        if (!mayPass(error) || remaining <= 0) throw error;
        await sleep(Math.min(remaining, backoffDelay(failures++, { firstMs: 200, maxMs: retryMost })), signal);
      }
    }
  }

  /** Of a page's messages that are new here, the one to return. */
  async function take(page: Page<S>) {
    const newestFirst = page.messages.filter(
      ({ id, recipient, received_at }) =>
        !place.returned.has(id) &&
        !(position?.type === "seen" && position.ids.has(id)) &&
        // Older servers do not know how to reach back, and answer all they have.
        !(
          position === undefined &&
          page.cursor === undefined &&
          page.now - Date.parse(received_at) > (lookback ?? 0)
        ) &&
        // Older servers answer mail for every address.
        (to === undefined || recipient?.toLowerCase() === to.toLowerCase()),
    );
    for (const summary of search.pick === "newest" ? newestFirst : newestFirst.reverse()) {
      const early = filtering?.whyRefused(summary, page.now, options);
      if (early) {
        note(summary, early, false);
        continue;
      }
      const body = summary.body ?? (await untilItPasses(() => source.body(summary.id, signal)));
      if (body === null) continue;
      // A source's message is its summary with its content; the caller's type says the same.
      const message = (await toWhole(summary, body, source.channel)) as Message;
      const late = filtering?.whyNoMatch(message, options);
      if (late) {
        note(summary, late, false);
        continue;
      }
      const result = await search.look(message);
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

  function note({ id, sender, subject, snippet, received_at }: S, why: string, passed: boolean) {
    const shown = { id, sender, ...(subject === undefined ? {} : { subject }), snippet, received_at };
    nearMisses.set(id, { ...shown, why, passed });
  }

  async function timedOut(): Promise<WaitTimeoutError> {
    const misses = [...nearMisses.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const passed = misses.some((miss) => miss.passed);
    return new WaitTimeoutError({
      reason: misses.length === 0 ? "no_message" : passed ? "no_code" : "filtered_out",
      address: to ?? source.address,
      timeout,
      wanted: search.wanted,
      nearMisses: misses.map(({ passed: _passed, ...miss }) => miss),
      cursor: position && toMark(position),
      // Who may not ask, or is not answered, is no worse off than before.
      rejected: misses.length > 0 ? [] : ((await source.rejected?.(startedAt).catch(() => [])) ?? []),
      missed,
    });
  }
}
