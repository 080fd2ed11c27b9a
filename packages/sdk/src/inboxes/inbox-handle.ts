import { WaitTimeoutError } from "../errors.ts";
import { checkOptions, checkTimeout, plainOptions } from "../requests/known-options.ts";
import type { Limits } from "../requests/within.ts";
import type { WaitCall } from "../waiting/checked-wait.ts";
import { toMark } from "../waiting/cursor.ts";
import { markNow, markPatiently, type Place, toStart } from "../waiting/place.ts";
import {
  anyMessage,
  codeSearch,
  type FindWaitOptions,
  type FoundCode,
  type FoundLink,
  type LinkWaitOptions,
  linkSearch,
} from "../waiting/search.ts";
import type { Content, Source, Summary } from "../waiting/source.ts";
import { type Addressed, loadFiltering, type Search, type WaitOptions, waitFor } from "../waiting/wait.ts";
import type { HandleSettings, Quiet, Throwing, Trigger, Triggered } from "./handle-settings.ts";

/** What a mailbox, an alias and an SMS inbox have in common: a place of their own, and waiting. */
export abstract class InboxHandle<S extends Summary, Message extends S & Content, Own extends object> {
  readonly #source: Source<S>;
  readonly #settings: HandleSettings<Message>;
  readonly #returned = new Set<string>();
  #place: Promise<Place>;

  protected constructor(source: Source<S>, settings: HandleSettings<Message>) {
    this.#source = source;
    this.#settings = settings;
    const { start } = settings;
    this.#place = start === "now" ? this.#placeNow() : Promise.resolve({ position: start, returned: this.#returned });
  }

  /** Where the inbox stands now, to be given as `after`, here or in another process. */
  async currentCursor(options: { signal?: AbortSignal } = {}): Promise<string> {
    checkOptions(options, ["signal"], "currentCursor()");
    return this.#markFor(options);
  }

  /**
   * The next message that passes the filters, the oldest first.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   */
  async waitForMessage(options: WaitOptions<Message> & Own & Quiet): Promise<Message | null>;
  async waitForMessage(options?: WaitOptions<Message> & Own & Throwing): Promise<Message>;
  async waitForMessage(options: WaitOptions<Message> = {}): Promise<Message | null> {
    await this.#check("waitForMessage()", options);
    const found = await this.#wait(anyMessage, options);
    return found?.message ?? null;
  }

  /**
   * The next messages that pass the filters, `count` of them, the oldest first.
   *
   * @throws WaitTimeoutError when fewer came in time; its `received` has those that came.
   */
  async waitForMessages(options: WaitOptions<Message> & Own & { count: number }): Promise<Message[]> {
    await this.#check("waitForMessages()", options);
    // What a generic type has beside is for `#wait` to hand on.
    const { count, timeout = 60_000, after, lookback, ...rest }: WaitOptions<Message> & { count: number } = options;
    if (!(Number.isInteger(count) && count > 0))
      throw new RangeError(`count must be a whole number from 1, not ${count}`);
    const deadline = performance.now() + timeout;
    const received: Message[] = [];
    let start = toStart({ after, lookback });
    while (received.length < count) {
      const left = Math.max(0, deadline - performance.now());
      const next = { ...rest, ...start, timeout: left };
      try {
        const found = await this.#wait(anyMessage, next);
        if (!found) break;
        received.push(found.message);
        if (start) start = { after: found.cursor };
      } catch (error) {
        if (!(error instanceof WaitTimeoutError)) throw error;
        const wanted = `${count} messages (${received.length} did)`;
        throw new WaitTimeoutError({ ...error, timeout, wanted, received });
      }
    }
    return received;
  }

  /**
   * Every message that passes the filters, as they come, until the loop is left or the signal aborts.
   *
   * @example for await (const mail of mailbox.messages({ signal })) console.log(mail.subject);
   */
  async *messages(
    ...[given]: [options?: Omit<WaitOptions<Message>, "timeout"> & Own]
  ): AsyncGenerator<Message, void, undefined> {
    await this.#check("messages()", given ?? {}, ["signal"]);
    const { after, lookback, ...rest }: WaitOptions<Message> = given ?? {};
    const { signal } = rest;
    let start = toStart({ after, lookback });
    while (!signal?.aborted) {
      const next = { ...rest, ...start, timeout: Number.POSITIVE_INFINITY };
      const found = await this.#wait(anyMessage, next).catch((error: unknown) => {
        if (signal?.aborted) return null;
        throw error;
      });
      if (!found) return;
      if (start) start = { after: found.cursor };
      yield found.message;
    }
  }

  /**
   * The code of the next message that holds one.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   * @example const { code } = await mailbox.waitForCode();
   */
  async waitForCode(options: FindWaitOptions<Message> & Own & Quiet): Promise<FoundCode<Message> | null>;
  async waitForCode(options?: FindWaitOptions<Message> & Own & Throwing): Promise<FoundCode<Message>>;
  async waitForCode(options: FindWaitOptions<Message> = {}): Promise<FoundCode<Message> | null> {
    await this.#check("waitForCode()", options);
    const result = await this.#wait(codeSearch(options, this.#source.channel), options);
    if (!result) return null;
    const { found, message, cursor } = result;
    return { code: found[0]?.value ?? "", candidates: found, message, cursor };
  }

  /**
   * The link to follow of the next message that holds one: verify, confirm, sign in, reset.
   *
   * @throws WaitTimeoutError when none came in time, saying what did come.
   */
  async waitForLink(options: LinkWaitOptions<Message> & Own & Quiet): Promise<FoundLink<Message> | null>;
  async waitForLink(options?: LinkWaitOptions<Message> & Own & Throwing): Promise<FoundLink<Message>>;
  async waitForLink(options: LinkWaitOptions<Message> = {}): Promise<FoundLink<Message> | null> {
    await this.#check("waitForLink()", options);
    const result = await this.#wait(linkSearch(options, this.#source.channel), options);
    if (!result) return null;
    const { found, message, cursor } = result;
    return { link: found[0]?.url ?? "", candidates: found, message, cursor };
  }

  /**
   * Marks the place, runs the trigger, then waits for the code it causes: no earlier code can be taken for it.
   *
   * @example const { code } = await mailbox.expectCode(() => page.click("text=Send code"));
   */
  async expectCode(
    trigger: Trigger,
    options: Triggered<FindWaitOptions<Message>> & Own & Quiet,
  ): Promise<FoundCode<Message> | null>;
  async expectCode(
    trigger: Trigger,
    options?: Triggered<FindWaitOptions<Message>> & Own & Throwing,
  ): Promise<FoundCode<Message>>;
  async expectCode(trigger: Trigger, options: FindWaitOptions<Message> = {}) {
    // The overloads say which of the two `errorOnTimeout` has chosen.
    return this.waitForCode(
      (await this.#behind("expectCode()", trigger, options)) as FindWaitOptions<Message> & Own & Quiet,
    );
  }

  /** As `expectCode`, for a link. */
  async expectLink(
    trigger: Trigger,
    options: Triggered<LinkWaitOptions<Message>> & Own & Quiet,
  ): Promise<FoundLink<Message> | null>;
  async expectLink(
    trigger: Trigger,
    options?: Triggered<LinkWaitOptions<Message>> & Own & Throwing,
  ): Promise<FoundLink<Message>>;
  async expectLink(trigger: Trigger, options: LinkWaitOptions<Message> = {}) {
    // As above.
    return this.waitForLink(
      (await this.#behind("expectLink()", trigger, options)) as LinkWaitOptions<Message> & Own & Quiet,
    );
  }

  /** As `expectCode`, for the next message that passes the filters. */
  async expectMessage(
    trigger: Trigger,
    options: Triggered<WaitOptions<Message>> & Own & Quiet,
  ): Promise<Message | null>;
  async expectMessage(trigger: Trigger, options?: Triggered<WaitOptions<Message>> & Own & Throwing): Promise<Message>;
  async expectMessage(trigger: Trigger, options: WaitOptions<Message> = {}) {
    // As above.
    return this.waitForMessage(
      (await this.#behind("expectMessage()", trigger, options)) as WaitOptions<Message> & Own & Quiet,
    );
  }

  /** Turns the channel's own options into those of every wait. */
  protected prepare(options: WaitOptions<Message>): WaitOptions<Message> & Addressed {
    return options;
  }

  /** The options with the place where the inbox stood before the trigger ran. */
  async #behind<Options extends WaitOptions<Message>>(
    call: WaitCall,
    trigger: Trigger,
    options: Options,
  ): Promise<Options> {
    await this.#check(call, options);
    if (typeof trigger !== "function")
      throw new TypeError(`${call} takes a function that causes the message, such as () => signUp(address).`);
    const { to } = { ...this.#settings.defaults, ...this.prepare(options) };
    const after = await this.#markFor({ to, signal: options.signal });
    await trigger();
    return { ...options, after };
  }

  async #markFor({ to = this.#settings.defaults?.to, signal }: Addressed & Pick<Limits, "signal">): Promise<string> {
    return toMark(await markPatiently(this.#source, { to, signal }));
  }

  /** What most waits are told needs no code of its own; the rest is checked by what is loaded for it. */
  async #check(call: WaitCall, options: WaitOptions<Message>, plain = plainOptions): Promise<void> {
    const isPlain = Object(options) === options && Object.keys(options).every((name) => plain.includes(name));
    const filtering = isPlain ? null : await loadFiltering();
    if (filtering) checkOptions(options, [...filtering.waitOptions[call], ...this.#settings.own], call);
    checkTimeout(options.timeout);
    filtering?.checkWait(options);
  }

  async #wait<Found>(search: Search<Message, Found>, options: WaitOptions<Message> & { errorOnTimeout?: boolean }) {
    const { errorOnTimeout = true } = options;
    const wanted = { ...this.#settings.defaults, ...this.prepare(options) };
    try {
      return await waitFor(this.#source, () => this.#here(), search, wanted);
    } catch (error) {
      if (!errorOnTimeout && error instanceof WaitTimeoutError) return null;
      throw error;
    }
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
    const place = markNow(this.#source, { to: this.#settings.defaults?.to }).then(
      (position): Place => ({ position, returned: this.#returned }),
    );
    // Whoever waits sees the failure; a handle that is never used must not end the process.
    place.catch(() => {});
    return place;
  }
}
