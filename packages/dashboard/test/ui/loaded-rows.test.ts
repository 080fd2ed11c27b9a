import { h } from "preact";
import { describe, expect, test, vi } from "vitest";
import type { Loaded } from "../../src/app/load.ts";
import { LoadedCards, LoadedRows } from "../../src/ui/loaded-rows.tsx";
import { drawView } from "../view.ts";

describe.each([
  ["rows", LoadedRows<string>],
  ["cards", LoadedCards<string>],
])("records shown as %s", (_kind, Records) => {
  const draw = (loaded: Loaded<string[]>, retry = () => {}) =>
    drawView(
      h(Records, { loaded, retry, empty: h("p", {}, "Nothing here"), row: (text) => h("b", { key: text }, text) }),
    );
  const records = (view: ReturnType<typeof draw>) => view.all("b").map(({ textContent }) => textContent);

  test("stay when they cannot be loaded again, with the reason and another try", () => {
    const retry = vi.fn();
    const view = draw({ state: "ready", value: ["one", "two"], error: new Error("The disk is full.") }, retry);
    expect(records(view)).toEqual(["one", "two"]);
    expect(view.text()).toContain("The disk is full.");
    view.all<HTMLButtonElement>("button")[0]?.click();
    expect(retry).toHaveBeenCalledOnce();
  });

  test("have no warning when they were loaded", () => {
    const view = draw({ state: "ready", value: ["one"] });
    expect([records(view), view.all("button")]).toEqual([["one"], []]);
  });

  test("are replaced by a word if there are none", () => {
    expect(draw({ state: "ready", value: [] }).text()).toContain("Nothing here");
  });

  test("are missing, with the reason, if they could not be loaded", () => {
    const view = draw({ state: "failed", error: new Error("The disk is full.") });
    expect([records(view), view.text().includes("The disk is full."), view.text().includes("Nothing here")]).toEqual([
      [],
      true,
      false,
    ]);
  });
});
