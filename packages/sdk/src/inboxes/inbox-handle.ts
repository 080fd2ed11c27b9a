import { WaitTimeoutError } from "../errors.ts";
import { checkOptions, checkTimeout, commonWaitOptions } from "../requests/known-options.ts";
import { formatCursor } from "../waiting/cursor.ts";
import { type CursorState, fetchCursor, fetchCursorWithRetries, startOf } from "../waiting/cursor-state.ts";
import type { InboxSource, MessageContent, MessageSummary } from "../waiting/inbox-source.ts";
import {
  anyMessage,
  codeSearch,
  type FindWaitOptions,
  type FoundCode,
  type FoundLink,
  type LinkWaitOptions,
  linkSearch,
} from "../waiting/search.ts";
import { loadFiltering, type RecipientOption, type Search, type WaitOptions, waitFor } from "../waiting/wait.ts";
import type { WaitCall } from "../waiting/wait-options.ts";
import type { HandleSettings, NullOnTimeout, ThrowOnTimeout, Trigger, WithoutStart } from "./handle-settings.ts";

/** Base of mailbox, alias and SMS inbox: a read cursor, and waits. `Extra` are the options that only this channel has. */
export abstract class InboxHandle<S extends MessageSummary, Message extends S & MessageContent, Extra extends object> {
  readonly #source: InboxSource<S>;
  readonly #settings: HandleSettings<Message>;
  readonly #returned = new Set<string>();
  #state: Promise<CursorState>;

  protected constructor(source: InboxSource<S>, settings: HandleSettings<Message>) {
    this.#source = source;
    this.#settings = settings;
    const { start } = settings;
    this.#state = start === "now" ? this.#fetchState() : Promise.resolve({ cursor: start, returned: this.#returned });
  }

  /** Returns a cursor after the newest message. Pass it as `after`, here or in another process. */
  async currentCursor(options: { signal?: AbortSignal } = {}): Promise<string> {
    checkOptions(options, ["signal"], "currentCursor()");
    return this.#fetchCursor(options);
  }

  /**
   * Returns the next message that passes the filters, oldest first.
   * @throws WaitTimeoutError if none arrives in time; its message says what did arrive.
   */
  async waitForMessage(options: WaitOptions<Message> & Extra & NullOnTimeout): Promise<Message | null>;
  async waitForMessage(options?: WaitOptions<Message> & Extra & ThrowOnTimeout): Promise<Message>;
  async waitForMessage(options: WaitOptions<Message> = {}): Promise<Message | null> {
    await this.#checkOptions("waitForMessage()", options);
    const match = await this.#wait(anyMessage, options);
    return match?.message ?? null;
  }

  /**
   * Returns the next `count` messages that pass the filters, oldest first.
   * @throws WaitTimeoutError if fewer arrive in time; its `received` holds those that did.
   */
  async waitForMessages(options: WaitOptions<Message> & Extra & { count: number }): Promise<Message[]> {
    await this.#checkOptions("waitForMessages()", options);
    const { count, timeout = 60_000, after, lookback, ...rest }: WaitOptions<Message> & { count: number } = options;
    if (!(Number.isInteger(count) && count > 0))
      throw new RangeError(`count must be a whole number from 1, not ${count}`);
    const deadline = performance.now() + timeout;
    const received: Message[] = [];
    // Without a start of its own, each wait advances the cursor of the handle instead.
    let start = startOf({ after, lookback });
    while (received.length < count) {
      const next = { ...rest, ...start, timeout: Math.max(0, deadline - performance.now()) };
      try {
        const match = await this.#wait(anyMessage, next);
        if (!match) break;
        received.push(match.message);
        if (start) start = { after: match.cursor };
      } catch (error) {
        if (!(error instanceof WaitTimeoutError)) throw error;
        const target = `${count} messages (${received.length} did)`;
        throw new WaitTimeoutError({ ...error, timeout, target, received });
      }
    }
    return received;
  }

  /**
   * Yields every message that passes the filters as it arrives, until the loop ends or the signal aborts.
   *
   * @example for await (const mail of mailbox.messages({ signal })) console.log(mail.subject);
   */
  async *messages(options?: Omit<WaitOptions<Message>, "timeout"> & Extra): AsyncGenerator<Message, void, undefined> {
    await this.#checkOptions("messages()", options ?? {}, ["signal"]);
    const { after, lookback, ...rest }: WaitOptions<Message> = options ?? {};
    const { signal } = rest;
    // As in `waitForMessages`: `undefined` for the cursor of the handle.
    let start = startOf({ after, lookback });
    while (!signal?.aborted) {
      const next = { ...rest, ...start, timeout: Number.POSITIVE_INFINITY };
      const match = await this.#wait(anyMessage, next).catch((error: unknown) => {
        if (signal?.aborted) return null;
        throw error;
      });
      if (!match) return;
      if (start) start = { after: match.cursor };
      yield match.message;
    }
  }

  /**
   * Returns the code of the next message that contains one.
   * @throws WaitTimeoutError if none arrives in time; its message says what did arrive.
   * @example const { code } = await mailbox.waitForCode();
   */
  async waitForCode(options: FindWaitOptions<Message> & Extra & NullOnTimeout): Promise<FoundCode<Message> | null>;
  async waitForCode(options?: FindWaitOptions<Message> & Extra & ThrowOnTimeout): Promise<FoundCode<Message>>;
  async waitForCode(options: FindWaitOptions<Message> = {}): Promise<FoundCode<Message> | null> {
    await this.#checkOptions("waitForCode()", options);
    const result = await this.#wait(codeSearch(options, this.#source.channel), options);
    if (!result) return null;
    const { found, message, cursor } = result;
    return { code: found[0]?.value ?? "", candidates: found, message, cursor };
  }

  /**
   * Returns the action link (verify, confirm, sign in, reset) of the next message that contains one.
   * @throws WaitTimeoutError if none arrives in time; its message says what did arrive.
   */
  async waitForLink(options: LinkWaitOptions<Message> & Extra & NullOnTimeout): Promise<FoundLink<Message> | null>;
  async waitForLink(options?: LinkWaitOptions<Message> & Extra & ThrowOnTimeout): Promise<FoundLink<Message>>;
  async waitForLink(options: LinkWaitOptions<Message> = {}): Promise<FoundLink<Message> | null> {
    await this.#checkOptions("waitForLink()", options);
    const result = await this.#wait(linkSearch(options, this.#source.channel), options);
    if (!result) return null;
    const { found, message, cursor } = result;
    return { link: found[0]?.url ?? "", candidates: found, message, cursor };
  }

  /**
   * Runs `trigger` and returns the code it caused. Ignores messages that arrived before.
   *
   * @example const { code } = await mailbox.expectCode(() => page.click("text=Send code"));
   */
  async expectCode(
    trigger: Trigger,
    options: WithoutStart<FindWaitOptions<Message>> & Extra & NullOnTimeout,
  ): Promise<FoundCode<Message> | null>;
  async expectCode(
    trigger: Trigger,
    options?: WithoutStart<FindWaitOptions<Message>> & Extra & ThrowOnTimeout,
  ): Promise<FoundCode<Message>>;
  async expectCode(trigger: Trigger, options: FindWaitOptions<Message> = {}) {
    // `errorOnTimeout` selects the overload; the casts here and below satisfy one of the two.
    return this.waitForCode(
      (await this.#runTrigger("expectCode()", trigger, options)) as FindWaitOptions<Message> & Extra & NullOnTimeout,
    );
  }

  /** Runs `trigger` and returns the link it caused. Ignores messages that arrived before. */
  async expectLink(
    trigger: Trigger,
    options: WithoutStart<LinkWaitOptions<Message>> & Extra & NullOnTimeout,
  ): Promise<FoundLink<Message> | null>;
  async expectLink(
    trigger: Trigger,
    options?: WithoutStart<LinkWaitOptions<Message>> & Extra & ThrowOnTimeout,
  ): Promise<FoundLink<Message>>;
  async expectLink(trigger: Trigger, options: LinkWaitOptions<Message> = {}) {
    return this.waitForLink(
      (await this.#runTrigger("expectLink()", trigger, options)) as LinkWaitOptions<Message> & Extra & NullOnTimeout,
    );
  }

  /** Runs `trigger` and returns the next message that passes the filters. Ignores messages that arrived before. */
  async expectMessage(
    trigger: Trigger,
    options: WithoutStart<WaitOptions<Message>> & Extra & NullOnTimeout,
  ): Promise<Message | null>;
  async expectMessage(
    trigger: Trigger,
    options?: WithoutStart<WaitOptions<Message>> & Extra & ThrowOnTimeout,
  ): Promise<Message>;
  async expectMessage(trigger: Trigger, options: WaitOptions<Message> = {}) {
    return this.waitForMessage(
      (await this.#runTrigger("expectMessage()", trigger, options)) as WaitOptions<Message> & Extra & NullOnTimeout,
    );
  }

  /** Converts the options that only this channel has, such as `phone`, into common wait options. */
  protected prepare(options: WaitOptions<Message>): WaitOptions<Message> & RecipientOption {
    return options;
  }

  /** Runs the trigger. Returns the options with `after` set to the cursor from before it ran. */
  async #runTrigger<Options extends WaitOptions<Message>>(
    call: WaitCall,
    trigger: Trigger,
    options: Options,
  ): Promise<Options> {
    await this.#checkOptions(call, options);
    if (typeof trigger !== "function")
      throw new TypeError(`${call} takes a function that causes the message, such as () => signUp(address).`);
    const { to } = { ...this.#settings.defaults, ...this.prepare(options) };
    const after = await this.#fetchCursor({ to, signal: options.signal });
    await trigger();
    return { ...options, after };
  }

  /** Reads the cursor after the newest message, as text. `to` defaults to the alias of the handle. */
  async #fetchCursor({
    to = this.#settings.defaults?.to,
    signal,
  }: RecipientOption & { signal?: AbortSignal | undefined }): Promise<string> {
    return formatCursor(await fetchCursorWithRetries(this.#source, { to, signal }));
  }

  /** Loads the checks only if the options need them: most waits pass common options alone. */
  async #checkOptions(call: WaitCall, options: WaitOptions<Message>, common = commonWaitOptions): Promise<void> {
    const isCommon = Object(options) === options && Object.keys(options).every((name) => common.includes(name));
    const filtering = isCommon ? null : await loadFiltering();
    if (filtering) checkOptions(options, [...filtering.waitOptions[call], ...this.#settings.channelOptions], call);
    checkTimeout(options.timeout);
    filtering?.checkWaitOptions(options);
  }

  /** Waits for a match with the handle's defaults. Returns `null` on timeout only with `errorOnTimeout: false`. */
  async #wait<Found>(search: Search<Message, Found>, options: WaitOptions<Message> & { errorOnTimeout?: boolean }) {
    const waitOptions = { ...this.#settings.defaults, ...this.prepare(options) };
    return waitFor(this.#source, () => this.#currentState(), search, waitOptions).catch((error: unknown) => {
      if (options.errorOnTimeout === false && error instanceof WaitTimeoutError) return null;
      throw error;
    });
  }

  /** Returns the state that the constructor requested; requests it again if that failed. */
  async #currentState(): Promise<CursorState> {
    try {
      return await this.#state;
    } catch {
      this.#state = this.#fetchState();
      return this.#state;
    }
  }

  /** Requests the cursor after the newest message, as the state of a new handle. */
  #fetchState(): Promise<CursorState> {
    const state = fetchCursor(this.#source, { to: this.#settings.defaults?.to }).then(
      (cursor): CursorState => ({ cursor, returned: this.#returned }),
    );
    // Each wait reports the failure. Without this, a handle that is never used would end the process.
    state.catch(() => {});
    return state;
  }
}
