import { leavesNothing } from "@frontdesk/test-kit";
import { describe, test } from "vitest";
import { sleep } from "../../src/requests/retry.ts";
import { withLimits } from "../../src/requests/with-limits.ts";

const late = () => performance.now() + 60_000;

describe("a call with limits", () => {
  test("leaves no listener on the caller's signal when it succeeds", async () => {
    await leavesNothing(({ signal, ballast }) => withLimits({ signal }, async () => ballast));
  });

  test("leaves no listener on the caller's signal when it fails", async () => {
    await leavesNothing(({ signal, ballast }) => withLimits({ signal }, () => Promise.reject(ballast)).catch(() => {}));
  });

  test("leaves no listener on the caller's signal, and no timer, when it ends before its deadline", async () => {
    await leavesNothing(({ signal, ballast }) => withLimits({ signal, deadline: late() }, async () => ballast));
  });

  test("leaves no listener on the caller's signal when its deadline passes", async () => {
    await leavesNothing(({ signal, ballast }) =>
      withLimits({ signal, deadline: performance.now() }, () => new Promise(() => ballast)).catch(() => {}),
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
