import { WaitTimeoutError } from "@frontdesk/sdk";
import { leavesNothing } from "@frontdesk/test-kit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { linkSignals } from "../src/calls/link-signals.ts";
import type { ToolCall } from "../src/calls/tool.ts";
import { createCursorStore, noCursors } from "../src/state/cursor-store.ts";
import type { CodeWait, WaitableInbox } from "../src/waits/code-wait.ts";
import { waitForCode } from "../src/waits/wait.ts";

const message = {
  id: "000000001inboxtag",
  sender: "a@b.example",
  body: "Your code is 481220.",
  received_at: "2026-01-01T12:00:00.000Z",
  links: [],
  codes: [{ value: "481220", kind: "one_time" }],
};

const wait = (inbox: WaitableInbox): CodeWait => ({
  inbox,
  inboxId: "an-inbox",
  name: "signup@desk.example.com",
  channel: "email",
  tool: "mail_wait_code",
  readTool: "mail_read",
  listTool: "mailbox_list",
  after: "000000000inboxtag",
  seconds: 50,
});

const call = (signal: AbortSignal, progress: ToolCall["progress"] = () => {}) =>
  ({
    signal,
    progress,
    serverNow: () => Date.parse(message.received_at),
    state: { cursors: noCursors, maxWaitSeconds: 50 },
  }) as unknown as ToolCall; // A wait uses no more of it.

/** Finds the message at first, and nothing after it. */
const finding: WaitableInbox = {
  async waitForMessage({ after, timeout }) {
    if (after === message.id)
      throw new WaitTimeoutError({
        address: "signup@desk.example.com",
        timeout,
        reason: "no_message",
        target: "message",
        nearMisses: [],
        cursor: undefined,
        rejected: [],
        missed: 0,
      });
    return message;
  },
};

describe("a wait of an agent", () => {
  test("leaves no timer and no listener when it has found a code", async () => {
    await leavesNothing(({ signal }) => waitForCode(wait(finding), call(signal)));
  });

  test("leaves no timer and no listener when it fails", async () => {
    const failing: WaitableInbox = { waitForMessage: () => Promise.reject(new Error("unreachable")) };
    await leavesNothing(({ signal }) => waitForCode(wait(failing), call(signal)).catch(() => {}));
  });

  test("reports its progress while it lasts, and not after", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let end = (_found: typeof message) => {};
    const waiting: WaitableInbox = {
      waitForMessage: (options) =>
        options.after === message.id ? finding.waitForMessage(options) : new Promise((resolve) => (end = resolve)),
    };
    const progress = vi.fn();
    const done = waitForCode(wait(waiting), call(new AbortController().signal, progress));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(progress.mock.calls).toEqual(
      [5, 10].map((seconds) => [seconds, 50, `Waiting for mail to signup@desk.example.com, ${seconds} of 50 s`]),
    );
    end(message);
    await done;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(progress).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a combined signal removes its listeners from its sources", async () => {
  await leavesNothing(({ signal, largeArray }) => {
    const { controller, release } = linkSignals(signal);
    controller.signal.addEventListener("abort", () => void largeArray);
    release();
  });
});

test("the last returned message of each inbox is remembered for a thousand inboxes", () => {
  const cursors = createCursorStore();
  for (let inbox = 0; inbox < 3_000; inbox++) cursors.set(`inbox-${inbox}`, "a-cursor");
  expect(cursors.get("inbox-1999")).toBeUndefined();
  expect(cursors.get("inbox-2000")).toBe("a-cursor");
});
