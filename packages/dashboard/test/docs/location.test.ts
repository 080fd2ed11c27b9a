import { beforeEach, expect, test, vi } from "vitest";

let docs: typeof import("../../src/docs/location.ts");
beforeEach(async () => {
  vi.resetModules();
  history.replaceState(null, "", "/docs");
  docs = await import("../../src/docs/location.ts");
});

/** Clicks a link to an operation. Returns whether the browser opens it by itself. */
function click(operation: string, init: MouseEventInit = {}): boolean {
  const link = document.createElement("a");
  link.href = docs.operationPath(operation);
  const event = new MouseEvent("click", { cancelable: true, ...init });
  Object.defineProperty(event, "currentTarget", { value: link });
  docs.navigateToOperation(event as MouseEvent & { currentTarget: HTMLAnchorElement });
  return !event.defaultPrevented;
}

test("a click on an operation opens it without loading the page", () => {
  expect(click("listMailboxes")).toBe(false);
  expect([location.pathname, docs.currentOperation.get()]).toEqual(["/docs/listMailboxes", "listMailboxes"]);
});

test("a click on an operation shows the beginning of its page", () => {
  const scrollTo = vi.spyOn(globalThis, "scrollTo");
  click("listMailboxes");
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  scrollTo.mockRestore();
});

test("a second click on the same operation adds no step to the history", () => {
  click("listMailboxes");
  const before = history.length;
  click("listMailboxes");
  expect(history.length).toBe(before);
  click("whoami");
  expect(history.length).toBe(before + 1);
});

test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "a click with %o is the browser's, which opens a tab or a window",
  (init) => {
    expect(click("listMailboxes", init)).toBe(true);
    expect([location.pathname, docs.currentOperation.get()]).toEqual(["/docs", ""]);
  },
);

test("going back shows the operation before", () => {
  click("listMailboxes");
  history.replaceState(null, "", "/docs");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(docs.currentOperation.get()).toBe("");
});
