import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { FrontdeskError, UnreachableError } from "../../src/errors.ts";
import { isRetryable } from "../../src/requests/retry.ts";
import { createRequestSender } from "../../src/requests/send-request.ts";
import { withLimits } from "../../src/requests/with-limits.ts";

test.each([
  [429, true],
  [500, true],
  [503, true],
  [499, false],
  [404, false],
])("a request that failed with %i may be repeated: %s", (status, expected) => {
  expect(isRetryable(Object.assign(Object.create(FrontdeskError.prototype), { status }))).toBe(expected);
});

test("a server out of reach may be asked again, after any other error nothing is", () => {
  expect(isRetryable(new UnreachableError("http://desk", new TypeError("fetch failed")))).toBe(true);
  expect(isRetryable(new Error("bug"))).toBe(false);
});

test.each([500, 501, 505])(
  "a response with %i is returned at once, for the server may have done something",
  async (status) => {
    const fetch = vi.fn(async () => new Response(null, { status }));
    const send = createRequestSender({ baseUrl: "http://desk", fetch, retries: true });
    const { response } = await send({}, false, async (fetchOnce) => ({
      response: await fetchOnce(new Request("http://desk/")),
    }));
    expect([response.status, fetch.mock.calls.length]).toEqual([status, 1]);
  },
);

test("a caller's abort rejects with its reason and ends the work with the same", async () => {
  const caller = new AbortController();
  let given: AbortSignal | undefined;
  const work = withLimits({ signal: caller.signal, deadline: performance.now() + 60_000 }, (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  const reason = new Error("no longer needed");
  caller.abort(reason);
  await expect(work).rejects.toBe(reason);
  expect([given?.aborted, given?.reason]).toEqual([true, reason]);
});

test("the timer of a deadline does not fire before it", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => void vi.restoreAllMocks());
  for (const remaining of [0, 10, 10.2, 10.9]) await withLimits({ deadline: 1_000 + remaining }, async () => {});
  expect(timeout.mock.calls).toEqual([[0], [10], [11], [11]]);
});

test("a deadline in the past ends the work, and one beyond the longest timer does not end it at once", async () => {
  let given: AbortSignal | undefined;
  const late = withLimits({ deadline: performance.now() - 1 }, (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
  expect(given?.aborted).toBe(true);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  expect(await withLimits({ deadline: performance.now() + 2 ** 40 }, async () => "done")).toBe("done");
  expect(timeout.mock.calls).toEqual([[2 ** 31 - 1]]);
  timeout.mockRestore();
});

test.each([
  ["succeeded", async () => "done"],
  ["failed", () => Promise.reject(new Error("no"))],
])("work that %s leaves no listener on its deadline, which would exist until then", async (_end, run) => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await withLimits({ deadline: performance.now() + 60_000 }, run).catch(() => {});
  const deadline: AbortSignal = timeout.mock.results[0]?.value;
  timeout.mockRestore();
  expect(getEventListeners(deadline, "abort")).toEqual([]);
});
