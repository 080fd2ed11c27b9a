import { vi } from "vitest";
import { UnreachableError, type WaitTimeoutError } from "../../src/errors.ts";
import type { Cursor } from "../../src/waiting/cursor.ts";
import type { CursorState } from "../../src/waiting/cursor-state.ts";
import type {
  InboxPage,
  InboxQuery,
  InboxSource,
  MessageContent,
  MessageSummary,
} from "../../src/waiting/inbox-source.ts";
import { anyMessage } from "../../src/waiting/search.ts";
import { waitFor } from "../../src/waiting/wait.ts";

// The clock of a test stands still except where these move it on.

export type Message = MessageSummary & MessageContent;
type Page = InboxPage<MessageSummary>;
export type Options = Parameters<typeof waitFor<MessageSummary, Message, null>>[3];

export const now = Date.UTC(2026, 0, 1);
export const message = (id: string, changes: Partial<Message> = {}): Message => ({
  ...{ id, sender: "shop@a.test", snippet: "", received_at: new Date(now).toISOString() },
  ...{ recipient: "me@desk.test", body: `body ${id}`, links: [], codes: [], ...changes },
});
/** A page with the newest message first. */
export const page = (messages: Message[], changes: Partial<Page> = {}): Page => ({
  ...{ messages, cursor: messages[0]?.id ?? "z", more: false, missed: 0, now },
  ...changes,
});
export const late = () => new UnreachableError("https://desk.test", new TypeError("fetch failed"));

/** A wait on an inbox that gives these answers in turns, the last again and again. */
export function start(
  answers: (Page | Error)[],
  options: Options = {},
  parts: { cursor?: Cursor } & Partial<InboxSource<MessageSummary>> = {},
) {
  const { cursor = { type: "cursor", cursor: "0" }, ...changes } = parts;
  const queries: InboxQuery[] = [];
  const state: CursorState = { cursor, returned: new Set() };
  const source: InboxSource<MessageSummary> = {
    address: "me@desk.test",
    channel: "email",
    async recent(query) {
      queries.push(query);
      const answer = (answers.length > 1 ? answers.shift() : answers[0])!;
      // A long poll lasts as long as it may, unless it has something.
      if (!(answer instanceof Error) && answer.messages.length === 0)
        await vi.advanceTimersByTimeAsync((query.wait ?? 0) * 1000);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    body: async () => null,
    ...changes,
  };
  const result = waitFor<MessageSummary, Message, null>(source, async () => state, anyMessage, {
    timeout: 10_000,
    ...options,
  });
  result.catch(() => {});
  return { source, state, queries, result, id: async () => (await settle(result)).message.id };
}

export async function settle<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  await vi.runAllTimersAsync();
  return work;
}
export const failureOf = async (work: Promise<unknown>) =>
  (await settle(work).catch((error: unknown) => error)) as WaitTimeoutError;
