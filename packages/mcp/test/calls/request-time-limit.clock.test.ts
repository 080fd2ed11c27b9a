import { expect, onTestFinished, test, vi } from "vitest";
import { createCallRequests } from "../../src/calls/call-requests.ts";

test.each([
  ["mailbox/list", true],
  ["mail/recent?waiting=1", true],
  ["mail/recent?wait=25", false],
  ["mail/recent?after=e1&wait=25&full=true", false],
])("a request for %s has a time limit of 10 s: %s; none is left once its call has ended", async (path, isLimited) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let sent: AbortSignal | undefined;
  const { fetch, close } = createCallRequests(new AbortController().signal, async ({ signal }) => {
    sent = signal;
    return Response.json({});
  });
  await fetch(new Request(`http://desk.test/svc-api/${path}`));
  expect(vi.getTimerCount()).toBe(isLimited ? 1 : 0);
  vi.advanceTimersByTime(9_999);
  expect(sent?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([sent?.aborted, sent?.reason?.name]).toEqual([isLimited, isLimited ? "TimeoutError" : undefined]);
  await fetch(new Request(`http://desk.test/svc-api/${path}`));
  close();
  expect(vi.getTimerCount()).toBe(0);
});
