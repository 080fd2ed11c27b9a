import { UnexpectedMessageError, WaitTimeoutError } from "../errors.ts";
import { checkCount, checkOptions } from "../requests/known-options.ts";
import { checkWaitCall } from "../waiting/check-wait-call.ts";
import { formatCursor } from "../waiting/cursor.ts";
import { fetchCursorWithRetries, startOf } from "../waiting/cursor-state.ts";
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
import { type MailOptions, type Search, type WaitOptions, waitFor } from "../waiting/wait.ts";
import type { WaitCall } from "../waiting/wait-options.ts";
import { type HandleCursor, openHandleCursor } from "./handle-cursor.ts";
import type {
  HandleSettings,
  NothingOptions,
  NullOnTimeout,
  ThrowOnTimeout,
  Trigger,
  WithoutStart,
} from "./handle-settings.ts";

/** Base of mailbox, alias and SMS inbox: a read cursor, and waits. `Extra` are the options that only this channel has. */
export abstract class InboxHandle<S extends MessageSummary, Message extends S & MessageContent, Extra extends object> {
  readonly #source: InboxSource<S>;
  readonly #settings: HandleSettings<Message>;
  readonly #cursor: HandleCursor;

  protected constructor(source: InboxSource<S>, settings: HandleSettings<Message>) {
    this.#source = source;
    this.#settings = settings;
    this.#cursor = openHandleCursor(source, { start: settings.start, to: settings.defaults?.to });
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
    // `null` after a timeout with `errorOnTimeout: false`; any other timeout throws.
    const match = await this.#wait(anyMessage, options);
    return match?.message ?? null;
  }

  /**
   * Returns the next `count` messages that pass the filters, oldest first; fewer after a timeout with `errorOnTimeout: false`.
   * @throws WaitTimeoutError if fewer arrive in time; its `received` holds those that did.
   */
  async waitForMessages(
    options: WaitOptions<Message> & Extra & { count: number; errorOnTimeout?: boolean },
  ): Promise<Message[]> {
    await this.#checkOptions("waitForMessages()", options);
    const { count, timeout = 60_000, after, lookback, ...rest }: WaitOptions<Message> & { count: number } = options;
    checkCount("count", count);
    const deadline = performance.now() + timeout;
    const received: Message[] = [];
    // A start from the options must be advanced here; without one, each wait advances the handle's own cursor.
    let start = startOf({ after, lookback });
    while (received.length < count) {
      const next = { ...rest, ...start, timeout: Math.max(0, deadline - performance.now()) };
      try {
        const match = await this.#wait(anyMessage, next);
        if (match === null) break; // timed out
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
    const commonOptions = ["signal"];
    await this.#checkOptions("messages()", options ?? {}, commonOptions);
    const { after, lookback, ...rest }: WaitOptions<Message> = options ?? {};
    const { signal } = rest;
    // `undefined` if the options name no start: then each wait advances the cursor of the handle. A start from the options is
    // advanced below.
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
    // `null` after a timeout with `errorOnTimeout: false`; any other timeout throws. A result has a candidate or more, the best first.
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
    // `null` after a timeout with `errorOnTimeout: false`; any other timeout throws. A result has a candidate or more, the best first.
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
    return this.waitForCode(await this.#runTrigger("expectCode()", trigger, options));
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
    return this.waitForLink(await this.#runTrigger("expectLink()", trigger, options));
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
    return this.waitForMessage(await this.#runTrigger("expectMessage()", trigger, options));
  }

  /**
   * Runs `trigger` and checks that no message that passes the filters arrives within `for` ms after it. Ignores messages that
   * arrived before.
   *
   * @throws UnexpectedMessageError if one does; its `received` is that message
   * @example await mailbox.expectNothing(() => page.click("text=Save draft"), { for: 2_000 });
   */
  async expectNothing(
    trigger: Trigger,
    options: Omit<WithoutStart<WaitOptions<Message>>, "timeout"> & Extra & NothingOptions,
  ): Promise<void> {
    const { for: durationMs, ...rest }: WaitOptions<Message> & NothingOptions = options;
    if (!Number.isFinite(durationMs) || durationMs < 0)
      throw new RangeError(`\`for\` must be a number of milliseconds from 0, not ${durationMs}.`);
    const waitOptions = await this.#runTrigger("expectNothing()", trigger, rest);
    const match = await this.#wait(anyMessage, { ...waitOptions, timeout: durationMs, errorOnTimeout: false });
    if (match) throw new UnexpectedMessageError(match.message, durationMs);
  }

  /** Converts the options that only this channel has, such as `phone`, into common wait options. */
  protected prepare(options: WaitOptions<Message>): WaitOptions<Message> & MailOptions {
    return options;
  }

  /** Reads the cursor, then runs the trigger. Returns the wait's options with that cursor as `after`: earlier messages are ignored. */
  async #runTrigger<Options extends WaitOptions<Message>>(
    call: WaitCall,
    trigger: Trigger,
    options: Options,
  ): Promise<Options & Extra & NullOnTimeout> {
    await this.#checkOptions(call, options);
    if (typeof trigger !== "function")
      throw new TypeError(`${call} takes a function that causes the message, such as () => signUp(address).`);
    const { to } = { ...this.#settings.defaults, ...this.prepare(options) };
    const after = await this.#fetchCursor({ to, signal: options.signal });
    await trigger();
    // The options are unchanged but for `after`. The cast is for the compiler: it chooses the overload of the wait that may return
    // `null`, because whether a timeout returns `null` or throws is known only at run time.
    return { ...options, after } as Options & Extra & NullOnTimeout;
  }

  /** Reads the cursor after the newest message, as text. `to`: the recipient to read for, by default the alias if the handle is of one. */
  async #fetchCursor({
    to = this.#settings.defaults?.to,
    signal,
  }: Pick<MailOptions, "to"> & { signal?: AbortSignal | undefined }): Promise<string> {
    return formatCursor(await fetchCursorWithRetries(this.#source, { to, signal }));
  }

  #checkOptions(call: WaitCall, options: WaitOptions<Message>, common?: readonly string[]): Promise<void> {
    return checkWaitCall(call, options, this.#settings.channelOptions, common);
  }

  /** Waits for a match with the handle's defaults. Returns `null` on timeout only with `errorOnTimeout: false`. */
  async #wait<Found>(search: Search<Message, Found>, options: WaitOptions<Message> & { errorOnTimeout?: boolean }) {
    // `prepare` converts options that only one channel has.
    const waitOptions = { ...this.#settings.defaults, ...this.prepare(options) };
    return waitFor(this.#source, this.#cursor.current, search, waitOptions).catch((error: unknown) => {
      if (options.errorOnTimeout === false && error instanceof WaitTimeoutError) return null;
      throw error;
    });
  }
}
