import { leavesNothing } from "@frontdesk/test-kit";
import { describe, test } from "vitest";
import { sleep } from "../../src/requests/retry.ts";
import { withLimits } from "../../src/requests/with-limits.ts";

const late = () => performance.now() + 60_000;

describe("a call with limits", () => {
  test("leaves no listener on the caller's signal when it succeeds", async () => {
    await leavesNothing(({ signal, largeArray }) => withLimits({ signal }, async () => largeArray));
  });

  test("leaves no listener on the caller's signal when it fails", async () => {
    await leavesNothing(({ signal, largeArray }) =>
      withLimits({ signal }, () => Promise.reject(largeArray)).catch(() => {}),
    );
  });

  test("leaves no listener on the caller's signal, and no timer, when it ends before its deadline", async () => {
    await leavesNothing(({ signal, largeArray }) => withLimits({ signal, deadline: late() }, async () => largeArray));
  });

  test("leaves no listener on the caller's signal when its deadline passes", async () => {
    await leavesNothing(({ signal, largeArray }) =>
      withLimits({ signal, deadline: performance.now() }, () => new Promise(() => largeArray)).catch(() => {}),
    );
  });
});

describe("a delay", () => {
  test("leaves no listener on the caller's signal when it is over", async () => {
    await leavesNothing(({ signal }) => sleep(0, signal));
  });

  test("leaves no timer when the signal aborts", async () => {
    await leavesNothing(async () => {
      const stop = new AbortController();
      const pause = sleep(60_000, stop.signal).catch(() => {});
      stop.abort();
      await pause;
    });
  });
});
