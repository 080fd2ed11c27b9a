import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchCursorWithRetries } from "../../src/waiting/cursor-state.ts";
import { late, message, now, page, start } from "./fake-inbox.ts";

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

test("after an empty response at once the next read waits 100 ms, and after one with a message it does not", async () => {
  const times: number[] = [];
  const other = { recipient: "else@desk.test" };
  const answers = [page([]), page([message("a", other)]), page([message("b", other)]), page([message("c")])];
  const source = {
    async recent() {
      times.push(Date.now() - now);
      return answers.shift()!;
    },
  };
  expect(await start([], { to: "me@desk.test" }, source).id()).toBe("c");
  expect(times).toEqual([0, 100, 100, 100]);
});

test("the pause before the cursor is requested again ends with the signal", async () => {
  const recent = vi.fn(async () => Promise.reject(late()));
  const source = { address: "", channel: "email" as const, recent, body: async () => null };
  const controller = new AbortController();
  const result = fetchCursorWithRetries(source, { signal: controller.signal });
  const failure = result.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(50);
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await Promise.race([failure, vi.advanceTimersByTimeAsync(10)])).toBe(reason);
  expect([recent.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
