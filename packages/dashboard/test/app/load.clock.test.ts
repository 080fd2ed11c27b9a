import { describe, expect, onTestFinished, test, vi } from "vitest";
import { useAction, useLoad, useWhileVisible } from "../../src/app/load.ts";
import { drawHook, held } from "../page.ts";

describe("data that a view loads", () => {
  test("is loading, then ready", async () => {
    const value = held<string>();
    const view = drawHook(() => useLoad(() => value.promise, []), null);
    expect(view.output[0]).toEqual({ state: "loading" });
    value.release("a");
    await expect.poll(() => view.output[0]).toEqual({ state: "ready", value: "a" });
  });

  test("ignores a response that arrives after a newer request", async () => {
    const responses = [held<string>(), held<string>()];
    let asked = 0;
    const view = drawHook(() => useLoad(() => responses[asked++]!.promise, []), null);
    await expect.poll(() => asked).toBe(1);
    const [, reload] = view.output;
    void reload();
    responses[1]!.release("new");
    await expect.poll(() => view.output[0]).toMatchObject({ value: "new" });
    responses[0]!.release("old");
    await responses[0]!.promise;
    await new Promise((resolve) => setTimeout(resolve));
    expect(view.output[0]).toEqual({ state: "ready", value: "new" });
  });

  test("has not failed because a newer request ended the first", async () => {
    const newer = held<string>();
    let asked = 0;
    const ask = (signal: AbortSignal) => {
      asked += 1;
      if (asked > 1) return newer.promise;
      return new Promise<string>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const view = drawHook(() => useLoad(ask, []), null);
    await expect.poll(() => asked).toBe(1);
    void view.output[1]();
    await new Promise((resolve) => setTimeout(resolve));
    expect(view.output[0]).toEqual({ state: "loading" });
    newer.release("new");
    await expect.poll(() => view.output[0]).toEqual({ state: "ready", value: "new" });
  });

  test("is kept if loading again fails", async () => {
    const failure = new Error("no");
    let isDown = false;
    const ask = async () => {
      if (isDown) throw failure;
      return "known";
    };
    const view = drawHook(() => useLoad(ask, []), null);
    await expect.poll(() => view.output[0]).toMatchObject({ state: "ready" });
    isDown = true;
    await view.output[1]();
    await expect.poll(() => view.output[0]).toEqual({ state: "ready", value: "known", error: failure });
    isDown = false;
    await view.output[1]();
    await expect.poll(() => view.output[0]).toEqual({ state: "ready", value: "known" });
  });

  test("is an error if nothing was loaded", async () => {
    const view = drawHook(() => useLoad(() => Promise.reject(new Error("no")), []), null);
    await expect.poll(() => view.output[0]).toEqual({ state: "failed", error: new Error("no") });
  });

  test("is aborted with its view, and loaded again with another input", async () => {
    const signals: AbortSignal[] = [];
    const ask = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<string>(() => {});
    };
    const view = drawHook((input: string) => useLoad(ask, [input]), "a");
    await expect.poll(() => signals.length).toBe(1);
    view.draw("b");
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    view.remove();
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("of another input is not shown for this one while it is loading", async () => {
    const responses: Record<string, Promise<string>> = { a: Promise.resolve("of a"), b: new Promise(() => {}) };
    const view = drawHook((input: string) => useLoad(() => responses[input]!, [input]), "a");
    await expect.poll(() => view.output[0]).toEqual({ state: "ready", value: "of a" });
    view.draw("b");
    await expect.poll(() => view.output[0]).toEqual({ state: "loading" });
  });
});

test("a page polls only while it is visible, and stops with its view", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let visibility: DocumentVisibilityState = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  const call = vi.fn();
  const view = drawHook(() => useWhileVisible(call, 1_000), null);
  await vi.advanceTimersByTimeAsync(3_050);
  const seen = call.mock.calls.length;
  expect(seen).toBeGreaterThanOrEqual(2);
  visibility = "hidden";
  await vi.advanceTimersByTimeAsync(5_000);
  expect(call).toHaveBeenCalledTimes(seen);
  visibility = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(call).toHaveBeenCalledTimes(seen + 1);
  view.remove();
  await vi.advanceTimersByTimeAsync(5_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(call).toHaveBeenCalledTimes(seen + 1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a button shows that its action runs, and its error until the next one", async () => {
  const view = drawHook(() => useAction(), null);
  const value = held<void>();
  const running = view.output.run(() => value.promise);
  await expect.poll(() => view.output.isBusy).toBe(true);
  value.release();
  expect(await running).toBe(true);
  await expect.poll(() => view.output.isBusy).toBe(false);
  expect(await view.output.run(() => Promise.reject(new Error("no")))).toBe(false);
  await expect.poll(() => view.output).toMatchObject({ isBusy: false, error: new Error("no") });
  void view.output.run(() => new Promise(() => {}));
  await expect.poll(() => view.output).toMatchObject({ isBusy: true, error: null });
});
