import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";
import { waitFor } from "../../src/waiting/wait.ts";
import { message, page, settle } from "./fake-inbox.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["newest", "b"],
  ["first", "a"],
] as const)("of messages on several pages that come during a wait, the %s is returned", async (pick, id) => {
  const answers = [page([]), page([message("a")], { more: true }), page([message("b")])];
  const source: InboxSource<MessageSummary> = {
    address: "me@desk.test",
    channel: "email",
    recent: async () => answers.shift()!,
    body: async () => null,
  };
  const place = { cursor: { type: "cursor" as const, cursor: "0" }, returned: new Set<string>() };
  const search = { target: "message", pick, inspect: () => ({ found: true }) };
  const { message: found } = await settle(waitFor(source, async () => place, search, {}));
  expect(found.id).toBe(id);
});
