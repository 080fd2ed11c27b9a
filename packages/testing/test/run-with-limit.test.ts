import { expect, test } from "vitest";
import { runWithLimit, type TestTimeLimit } from "../src/fixtures/limited-waits.ts";

/** Runs a test whose runner can stop it, and returns its time limit while it still runs. */
function start() {
  const runner = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let received: TestTimeLimit | undefined;
  const limit = { timeoutMs: () => 5_000, startedAt: () => 7, signal: runner.signal, advice: "this." };
  const running = runWithLimit(limit, (given) => {
    received = given;
    return ended;
  });
  // It was called before `runWithLimit` returned.
  return { limit: received!, runner, end, running };
}

test("the waits of a test that its runner stops end at once, with the runner's reason", async () => {
  const { limit, runner, end, running } = start();
  expect([limit.timeoutMs(), limit.startedAt(), limit.advice, limit.signal.aborted]).toEqual([
    5_000,
    7,
    "this.",
    false,
  ]);
  const reason = new Error("The test took too long.");
  runner.abort(reason);
  expect(limit.signal.reason).toBe(reason);
  end();
  await running;
  expect(limit.signal.reason).toBe(reason);
});

test("the waits of a test that its runner does not stop end after the test, and say so", async () => {
  const { limit, end, running } = start();
  end();
  await running;
  expect(limit.signal.reason).toEqual(
    new Error(
      "The test ended while it waited for a message or request: its time ran out, or the wait was not awaited.",
    ),
  );
});
