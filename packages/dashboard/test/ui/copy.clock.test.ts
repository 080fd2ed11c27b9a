import { h } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton, useCopy } from "../../src/ui/copy.tsx";
import { drawHook } from "../page.ts";
import { drawView } from "../view.ts";

const writeText = vi.fn(async (_text: string) => {});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  writeText.mockClear();
});

const draw = () => drawHook(() => useCopy(), null);

test("a copy is announced for 1.6 seconds", async () => {
  const view = draw();
  expect(view.output.state).toBe("idle");
  await view.output.copy("482913");
  expect(writeText).toHaveBeenCalledWith("482913");
  await vi.advanceTimersByTimeAsync(1_599);
  expect(view.output.state).toBe("copied");
  await vi.advanceTimersByTimeAsync(2);
  expect(view.output.state).toBe("idle");
});

test("a second copy is announced for as long as the first", async () => {
  const view = draw();
  await view.output.copy("482913");
  await vi.advanceTimersByTimeAsync(1_000);
  await view.output.copy("482913");
  await vi.advanceTimersByTimeAsync(1_599);
  expect(view.output.state).toBe("copied");
  await vi.advanceTimersByTimeAsync(2);
  expect(view.output.state).toBe("idle");
});

test("a browser that lets no page copy is announced as a failure", async () => {
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  document.execCommand = () => false;
  const view = draw();
  await view.output.copy("482913");
  await vi.advanceTimersByTimeAsync(1);
  expect([view.output.state, document.querySelector("textarea")]).toEqual(["failed", null]);
});

test("the small button has a check mark after a copy, and none after one that failed", async () => {
  document.execCommand = () => false;
  const view = drawView(h(CopyButton, { text: "482913", label: "Copy the code", small: true }));
  const icon = () => view.all("path").map((path) => path.getAttribute("d"));
  const idle = icon();
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  view.click("Copy the code");
  await vi.advanceTimersByTimeAsync(1);
  expect([icon(), view.all("button span")[0]?.textContent]).toEqual([idle, "Select and copy it by hand"]);
  view.all("button")[0]?.click();
  await vi.advanceTimersByTimeAsync(1);
  expect([icon()].flat()).not.toEqual(idle);
});

test("without the Clipboard API, a text inside an open dialog is selected there, and the focus returns", async () => {
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  document.body.innerHTML = "<dialog open><button>Copy</button></dialog>";
  const button = document.querySelector("button")!;
  button.focus();
  let copied: unknown;
  document.execCommand = (command) => {
    const area = document.querySelector<HTMLTextAreaElement>("dialog textarea");
    // Off the screen, or the page would jump for a moment.
    copied = [command, area?.value, area?.className];
    // Selecting a text focuses it in browsers.
    area?.focus();
    return true;
  };
  const view = draw();
  await view.output.copy("482913");
  await vi.advanceTimersByTimeAsync(1);
  expect([copied, view.output.state]).toEqual([["copy", "482913", "off-screen"], "copied"]);
  expect([document.querySelector("textarea"), document.activeElement]).toEqual([null, button]);
  document.body.innerHTML = "";
});

test("a view that is closed leaves no timer", async () => {
  const view = draw();
  // Preact's own timers end.
  await vi.advanceTimersByTimeAsync(1_000);
  await view.output.copy("482913");
  view.remove();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ["Copied", async () => {}],
  ["Select and copy it by hand", async () => Promise.reject(new Error("not allowed"))],
])("a button that copies says %j, also to screen readers", async (words, write) => {
  writeText.mockImplementationOnce(write);
  document.execCommand = () => false;
  const view = drawView(h(CopyButton, { text: "482913", label: "Copy code" }));
  const announced = () => view.all("[aria-live=polite]").map(({ textContent }) => textContent);
  expect(announced()).toEqual(["Copy code"]);
  view.click("Copy code");
  await vi.advanceTimersByTimeAsync(1);
  expect(announced()).toEqual([words]);
  expect(writeText).toHaveBeenCalledWith("482913");
});

test.each([
  [true, "visually-hidden"],
  [false, ""],
])("the label of a small button (%s) is for screen readers alone", (small, expected) => {
  const view = drawView(h(CopyButton, { text: "482913", label: "Copy code", small }));
  expect(view.all("button span").map(({ textContent, className }) => [textContent, className])).toEqual([
    ["Copy code", expected],
  ]);
});
