import type { CodeCandidate, FindOptions, LinkCandidate } from "@frontdesk/codes";
import { type Position, toMark } from "./cursor.ts";
import { markNow, type Place } from "./place.ts";
import type { Source, Summary } from "./source.ts";
import { type Search, type WaitOptions, waitFor } from "./wait.ts";

/** What a code must be like. */
type Wanted = Pick<FindOptions, "length" | "alphabet" | "pattern">;

/** Beside the filters: what a code must be like, how sure the finder must be, and which of several messages counts. */
export interface FindWaitOptions<Message> extends WaitOptions<Message>, Wanted {
  /** How sure an answer must be, from 0 to 1. @default 0.5 */
  atLeast?: number;
  /** Of several messages that hold one, the newest or the first. @default "newest" */
  pick?: "newest" | "first";
}

export interface FoundMessage<Message> {
  message: Message;
  /** Behind this message; `after: cursor` goes on from here in another process. */
  cursor: string;
}
export interface FoundCode<Message> extends FoundMessage<Message> {
  /** What is typed into the form. */
  code: string;
  /** All that may be the code, best first. */
  candidates: CodeCandidate[];
  /** Links of the same message that ask to be followed, best first. */
  links: LinkCandidate[];
}
export interface FoundLink<Message> extends FoundMessage<Message> {
  /** The address to follow. */
  link: string;
  /** All that may be the link, best first. */
  candidates: LinkCandidate[];
}

/** What a mailbox and an SMS inbox have in common: a place of their own, and waiting. */
export abstract class InboxHandle<S extends Summary, Message extends S & { body: string }> {
  readonly #source: Source<S>;
  readonly #defaults: WaitOptions<Message>;
  readonly #returned = new Set<string>();
  #place: Promise<Place>;

  protected constructor(source: Source<S>, start: Position | "now", defaults: WaitOptions<Message> = {}) {
    this.#source = source;
    this.#defaults = defaults;
    this.#place = start === "now" ? this.#placeNow() : Promise.resolve({ position: start, returned: this.#returned });
  }

  /** Where the inbox stands now, to be given as `after`, here or in another process. */
  async mark(options: { signal?: AbortSignal } = {}): Promise<string> {
    return toMark(await markNow(this.#source, options.signal));
  }

  /**
   * The next message that passes the filters, the oldest first.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   */
  async waitForMessage(options: WaitOptions<Message> = {}): Promise<Message> {
    const search: Search<Message, null> = { wanted: "message", pick: "first", look: () => ({ found: null }) };
    return (await this.#wait(search, options)).message;
  }

  /**
   * The code of the next message that holds one.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   * @example const { code } = await mailbox.waitForCode();
   */
  async waitForCode(options: FindWaitOptions<Message> = {}): Promise<FoundCode<Message>> {
    const { extractCodes, extractLinks } = await loadFinder();
    const { atLeast = 0.5, pick = "newest" } = options;
    const { found, message, cursor } = await this.#wait<FoundCode<Message>["candidates"]>(
      {
        wanted: "code",
        pick,
        look: (message) => {
          const candidates = extractCodes(message.body, {
            ...this.#toFindOptions(message),
            ...wantedOf(options),
          }).filter(({ kind }) => kind === "one_time");
          return isSure(candidates, atLeast) ? { found: candidates } : { why: whyNot("code", candidates) };
        },
      },
      options,
    );
    const links = extractLinks(message.body, this.#toFindOptions(message));
    return { code: found[0]?.value ?? "", candidates: found, links, message, cursor };
  }

  /**
   * The link to follow of the next message that holds one: verify, confirm, sign in, reset.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   */
  async waitForLink(options: FindWaitOptions<Message> = {}): Promise<FoundLink<Message>> {
    const { extractLinks } = await loadFinder();
    const { atLeast = 0.5, pick = "newest" } = options;
    const { found, message, cursor } = await this.#wait<LinkCandidate[]>(
      {
        wanted: "link",
        pick,
        look: (message) => {
          const candidates = extractLinks(message.body, this.#toFindOptions(message));
          return isSure(candidates, atLeast) ? { found: candidates } : { why: whyNot("link", candidates) };
        },
      },
      options,
    );
    return { link: found[0]?.url ?? "", candidates: found, message, cursor };
  }

  /**
   * Marks the place, runs the trigger, then waits for the code it causes: no earlier code can be taken for it.
   *
   * @example const { code } = await mailbox.expectCode(() => page.click("text=Send code"));
   */
  async expectCode(trigger: () => unknown, options: FindWaitOptions<Message> = {}): Promise<FoundCode<Message>> {
    const after = await this.mark(options.signal ? { signal: options.signal } : {});
    await trigger();
    return this.waitForCode({ ...options, after });
  }

  async #wait<Found>(search: Search<Message, Found>, options: WaitOptions<Message>) {
    const place = await this.#here();
    return waitFor(this.#source, place, search, { ...this.#defaults, ...options });
  }

  /** The place that was asked for when the handle was made; asked for again if that failed. */
  async #here(): Promise<Place> {
    try {
      return await this.#place;
    } catch {
      this.#place = this.#placeNow();
      return this.#place;
    }
  }

  #placeNow(): Promise<Place> {
    const place = markNow(this.#source).then((position): Place => ({ position, returned: this.#returned }));
    // Whoever waits sees the failure; a handle that is never used must not end the process.
    place.catch(() => {});
    return place;
  }

  #toFindOptions({ subject, sender }: Message): FindOptions {
    return { channel: this.#source.channel, sender, ...(subject === undefined ? {} : { subject }) };
  }
}

function wantedOf({ length, alphabet, pattern }: Wanted): Wanted {
  return { length, alphabet, pattern };
}
/** The finder is two thirds of this package: who never waits for a code or a link never loads it. */
const loadFinder = () => import("./codes.ts");

function isSure(candidates: readonly { confidence: number }[], least: number): boolean {
  const best = candidates[0];
  return best !== undefined && best.confidence >= least;
}

function whyNot(wanted: string, candidates: readonly { confidence: number; reason: string }[]): string {
  const best = candidates[0];
  return best === undefined
    ? `it holds no ${wanted}`
    : `its best candidate is not sure enough to be the ${wanted} (${best.confidence.toFixed(2)}: ${best.reason})`;
}
