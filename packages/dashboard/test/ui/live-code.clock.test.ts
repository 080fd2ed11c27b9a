import type { Authenticator } from "@frontdesk/sdk";
import { h } from "preact";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { LiveCode } from "../../src/ui/live-code.tsx";
import { drawView } from "../view.ts";

let visibility: DocumentVisibilityState;
beforeEach(() => {
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

type Code = Authenticator["code"];
/** Draws the code of an authenticator, and lets its effects run. */
async function draw(code: Code) {
  const requestCode = vi.fn(code);
  const authenticator = { name: "github", period: 30, code: requestCode } as unknown as Authenticator;
  const view = drawView(h(LiveCode, { authenticator }));
  await vi.advanceTimersByTimeAsync(100);
  return { view, requestCode, shown: () => view.all("output")[0]?.textContent };
}
const numbered = (validFor: number): Code => {
  let count = 0;
  return async () => ({ code: `00000${++count}`, validFor });
};

test("the code of this moment is shown, even if it was returned before or is about to end", async () => {
  const { requestCode, shown, view } = await draw(numbered(9));
  expect(shown()).toBe("000001");
  expect(requestCode).toHaveBeenCalledWith({ minValidity: 0, allowRepeat: true, signal: expect.any(AbortSignal) });
  expect(view.text()).toContain("9 s left");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(view.text()).toContain("5 s left");
});

test("the next code is requested once the shown one has ended, whose seconds were rounded down", async () => {
  const { requestCode, shown } = await draw(numbered(9));
  await vi.advanceTimersByTimeAsync(9_500);
  expect([requestCode.mock.calls.length, shown()]).toEqual([1, "000001"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([requestCode.mock.calls.length, shown()]).toEqual([2, "000002"]);
});

test("a slow response is waited for, not requested again", async () => {
  const { requestCode } = await draw(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requestCode).toHaveBeenCalledTimes(1);
});

test("a code that has ended has no seconds left, and not fewer, while the next one is requested", async () => {
  let isFirst = true;
  const { view } = await draw(async () => {
    if (!isFirst) return new Promise(() => {});
    isFirst = false;
    return { code: "000001", validFor: 9 };
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(view.all(".hint")[0]?.textContent).toBe("0 s left");
});

test("the end of a request for another authenticator is no error", async () => {
  const untilAborted: Code = ({ signal } = {}) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const { view } = await draw(untilAborted);
  const other = { name: "other", period: 30, code: () => new Promise(() => {}) } as unknown as Authenticator;
  view.redraw(h(LiveCode, { authenticator: other }));
  await vi.advanceTimersByTimeAsync(100);
  expect(view.text()).toContain("Requesting the code");
});

test("a hidden tab requests nothing until it is seen again", async () => {
  const { requestCode, shown } = await draw(numbered(9));
  visibility = "hidden";
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestCode).toHaveBeenCalledTimes(1);
  visibility = "visible";
  await vi.advanceTimersByTimeAsync(500);
  expect(shown()).toBe("000002");
});

test("an error is shown, and leaves with the code that a try two seconds later gets", async () => {
  let isDown = true;
  const { requestCode, shown, view } = await draw(async () => {
    if (isDown) throw new Error("The disk is full.");
    return { code: "123456", validFor: 9 };
  });
  expect(view.text()).toContain("The disk is full.");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(requestCode).toHaveBeenCalledTimes(1);
  isDown = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe("123456");
  expect(view.text()).not.toContain("The disk is full.");
});

test("a code that has ended is replaced by the error of the next one's request", async () => {
  const first = numbered(9);
  let count = 0;
  const { shown, view } = await draw((options) =>
    count++ === 0 ? first(options) : Promise.reject(new Error("The disk is full.")),
  );
  expect(shown()).toBe("000001");
  await vi.advanceTimersByTimeAsync(10_500);
  expect(view.text()).toContain("The disk is full.");
  expect([shown(), view.buttons()]).toEqual([undefined, []]);
});

test("a code that is no longer shown ends its request, and its timers", async () => {
  const { requestCode, view } = await draw(() => new Promise(() => {}));
  const [[options]] = requestCode.mock.calls as [[{ signal: AbortSignal }]];
  expect(options.signal.aborted).toBe(false);
  view.remove();
  await vi.advanceTimersByTimeAsync(100);
  expect(options.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("what is copied is the code", async () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { view } = await draw(numbered(9));
  view.click("Copy code");
  expect(writeText).toHaveBeenCalledExactlyOnceWith("000001");
});
