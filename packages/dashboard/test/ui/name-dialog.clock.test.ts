import { h } from "preact";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { NameCheck } from "../../src/ui/availability.ts";
import { NameDialog } from "../../src/ui/name-dialog.tsx";
import { held } from "../page.ts";
import { drawView } from "../view.ts";

const field = "dialog input";

function draw(check: (name: string, signal: AbortSignal) => Promise<NameCheck>) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: { name: string; signal: AbortSignal }[] = [];
  const register = vi.fn(async (_name: string) => {});
  const onClose = vi.fn();
  const props = { title: "New", suffix: "@x", maxLength: 64, rule: "Letters alone.", register, onClose };
  const noted = (name: string, signal: AbortSignal) => {
    asked.push({ name, signal });
    return check(name, signal);
  };
  const view = drawView(h(NameDialog, { ...props, check: noted }));
  const type = async (name: string, pause: number) => {
    view.type(field, name);
    await vi.advanceTimersByTimeAsync(pause);
  };
  const says = () => view.all("[role=status]")[0]?.textContent;
  const isOffered = () => view.button("Register")?.disabled === false;
  return { view, type, asked, register, onClose, says, isOffered };
}

/** Long enough for the check of a name that is typed no further. */
const pause = 1_000;

describe("a typed name", () => {
  test.each<[NameCheck, string, boolean]>([
    [{ available: true }, "This name is free.", true],
    [{ available: false, reason: "taken" }, "This name is taken.", false],
    [{ available: false, reason: "reserved" }, "This name is reserved.", false],
    [{ available: false, reason: "invalid" }, "Letters alone.", false],
    [{ available: false }, "Letters alone.", false],
  ])("is reported when the server responds with %j", async (response, sentence, offered) => {
    const { view, type, says, isOffered, asked } = draw(async () => response);
    await type(" demo ", pause);
    expect(says()).toBe(sentence);
    // Its colour: green if the name is free.
    expect(view.all("[role=status]")[0]?.classList.contains(offered ? "good" : "bad")).toBe(true);
    expect(isOffered()).toBe(offered);
    expect(asked.map(({ name }) => name)).toEqual(["demo"]);
  });

  test("is not checked for each letter", async () => {
    const { type, asked } = draw(async () => ({ available: true }));
    for (const name of ["d", "de", "dem"]) await type(name, 50);
    await type("demo", pause);
    expect(asked.map(({ name }) => name)).toEqual(["demo"]);
  });

  test("aborts the check of the previous input, and removes its result", async () => {
    const late = held<NameCheck>();
    const { type, asked, says, isOffered } = draw((name) =>
      name === "old" ? late.promise : Promise.resolve({ available: true }),
    );
    await type("old", pause);
    await type("new", pause);
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ["old", true],
      ["new", false],
    ]);
    late.release({ available: false, reason: "taken" });
    await vi.advanceTimersByTimeAsync(pause);
    expect(says()).toBe("This name is free.");
    expect(isOffered()).toBe(true);
  });

  test("can be submitted if the check fails: the form's response says what is wrong", async () => {
    const { view, type, isOffered, register, onClose } = draw(() => Promise.reject(new Error("No.")));
    await type(" demo ", pause);
    expect(isOffered()).toBe(true);
    view.click("Register");
    await vi.advanceTimersByTimeAsync(pause);
    expect(register).toHaveBeenCalledExactlyOnceWith("demo");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("is neither checked nor submitted while it is blank", async () => {
    const { type, asked, isOffered } = draw(async () => ({ available: true }));
    await type("   ", pause);
    expect(asked).toEqual([]);
    expect(isOffered()).toBe(false);
  });

  test("leaves no check when the dialog is closed", async () => {
    const { view, type, asked } = draw(() => new Promise(() => {}));
    await type("a", pause);
    await type("ab", 0);
    view.remove();
    await vi.advanceTimersByTimeAsync(pause);
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([["a", true]]);
  });
});

test("a random name is short, in unambiguous letters, and different each time", async () => {
  const { view } = draw(async () => ({ available: true }));
  const drawn = new Set<string>();
  for (let time = 0; time < 50; time++) {
    view.click("Random name");
    await vi.advanceTimersByTimeAsync(0);
    drawn.add(view.all<HTMLInputElement>(field)[0]?.value ?? "");
  }
  expect(drawn.size).toBe(50);
  for (const name of drawn) expect(name).toMatch(/^[a-km-np-z2-9]{10}$/);
});
