import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { FrontdeskError, UnreachableError, WaitTimeoutError } from "../../src/errors.ts";
import { fetchCursorWithRetries } from "../../src/waiting/cursor-state.ts";
import type { InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";
import { failureOf, late, message, now, page, settle, start } from "./fake-inbox.ts";

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe("the error of a wait that timed out", () => {
  test("counts what was dropped before it could be read, of all reads", async () => {
    const empty = page([], { missed: 2 });
    const error = await failureOf(
      start([empty, page([], { missed: 1, cursor: "y" }), page([])], { timeout: 60_000 }).result,
    );
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ missed: 3, reason: "no_message", timeout: 60_000, address: "me@desk.test" });
    expect(error.message).toContain("3 more were dropped for newer ones before they could be read.");
  });

  test("names the address that was waited for, and the mail that was rejected meanwhile", async () => {
    const rejected = vi.fn(async (_since: number) => ["mee@desk.test", "mee@desk.test"]);
    const error = await failureOf(start([page([])], { to: "me+x@desk.test" }, { rejected }).result);
    expect(error).toMatchObject({ address: "me+x@desk.test", rejected: ["mee@desk.test", "mee@desk.test"] });
    expect(error.message).toContain("2 mails for unknown addresses were rejected meanwhile: mee@desk.test.");
    expect(rejected.mock.calls).toEqual([[expect.any(Number)]]);
  });

  test("lists the mail rejected since its start by the server's clock, of which delays of responses take nothing", async () => {
    const rejected = vi.fn(async (_since: number) => []);
    const late = [0, 3_000, 2_000].map((delay, index) => page([], { now: now + (index + 1) * 25_000 + delay }));
    await failureOf(start(late, { timeout: 75_000 }, { rejected }).result);
    expect(rejected.mock.calls).toEqual([[now]]);
  });

  test("goes without rejected mail if that cannot be read, or if something else arrived", async () => {
    const rejected = vi.fn(async () => Promise.reject(new Error("no permission")));
    expect(await failureOf(start([page([])], {}, { rejected }).result)).toMatchObject({ rejected: [] });
    const other = page([message("a")]);
    const calls = rejected.mock.calls.length;
    const error = await failureOf(start([other, page([])], { from: "@b.test" }, { rejected }).result);
    expect(error).toMatchObject({ reason: "filtered_out", nearMisses: [{ id: "a" }] });
    expect(rejected.mock.calls).toHaveLength(calls);
  });

  test("goes without the unauthenticated mail if that cannot be read", async () => {
    const { result } = start(
      [],
      { authenticated: true },
      {
        recent: async ({ authenticated }) => {
          if (!authenticated) throw late();
          return page([]);
        },
      },
    );
    expect(await failureOf(result)).toMatchObject({ name: "WaitTimeoutError", nearMisses: [] });
  });

  test("waits for the unauthenticated mail for two seconds at most", async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    const signals: (AbortSignal | undefined)[] = [];
    const { result } = start(
      [],
      { authenticated: true },
      {
        async recent({ authenticated, signal }) {
          if (authenticated) {
            await vi.advanceTimersByTimeAsync(10_000);
            return page([]);
          }
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    );
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    expect(timeout.mock.calls).toEqual([[2_000]]);
    limit.abort();
    expect(await failureOf(result)).toMatchObject({ name: "WaitTimeoutError", nearMisses: [] });
    expect(signals[0]?.aborted).toBe(true);
  });

  test("quotes the newest of the messages that did not match", async () => {
    const both = page([message("b", { subject: "Second" }), message("a", { subject: "First" })]);
    const error = await failureOf(start([both, page([])], { match: () => false }).result);
    expect(error.message).toContain('2 arrived, but none passed the filters. The last one, "Second"');
  });

  test("quotes the beginning of a text without a subject", async () => {
    const sms = message("a", { snippet: "s".repeat(70) });
    const error = await failureOf(start([page([sms]), page([])], { match: () => false }).result);
    expect(error.message).toContain(`"${"s".repeat(60)}" from shop@a.test: \`match\` returned false.`);
  });
});

describe("the cursor before a trigger", () => {
  const fetchWith = (failures: Error[]) => {
    const recent = vi.fn(async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return page([message("a")]);
    });
    const source: InboxSource<MessageSummary> = { address: "", channel: "email", recent, body: async () => null };
    return { recent, result: settle(fetchCursorWithRetries(source, {})) };
  };

  test("is asked for five times while the server is out of reach", async () => {
    const four = fetchWith([late(), late(), late(), late()]);
    expect(await four.result).toEqual({ type: "cursor", cursor: "a" });
    expect(four.recent).toHaveBeenCalledTimes(5);
    const five = fetchWith([late(), late(), late(), late(), late()]);
    await expect(five.result).rejects.toThrow(UnreachableError);
    expect(five.recent).toHaveBeenCalledTimes(5);
  });

  test("is not asked for again after another failure", async () => {
    const { recent, result } = fetchWith([new FrontdeskError(401, "unauthenticated", "no")]);
    await expect(result).rejects.toThrow("no");
    expect(recent).toHaveBeenCalledTimes(1);
  });
});
