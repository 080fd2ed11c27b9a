import { UnreachableError } from "@frontdesk/sdk";
import { h } from "preact";
import { expect, test, vi } from "vitest";
import { ErrorMessage, needsScope, Skeleton } from "../../src/ui/states.tsx";
import { drawView, signedInWith } from "../view.ts";

test.each([
  ["of the server", new Error("The disk is full."), "The disk is full."],
  [
    "of a server that does not answer",
    new UnreachableError("http://desk.test", new TypeError("Failed to fetch")),
    "The server does not answer. What you see may be outdated.",
  ],
  ["that is none", "text", "Something went wrong."],
])("an error %s is said at once to screen readers too, with a way to try again", (_what, error, words) => {
  const retry = vi.fn();
  const view = drawView(h(ErrorMessage, { error, retry }));
  expect(view.all("[role=alert] p").map(({ textContent }) => textContent)).toEqual([words]);
  view.click("Try again");
  expect(retry).toHaveBeenCalledOnce();
  expect(drawView(h(ErrorMessage, { error })).buttons()).toEqual([]);
});

test.each([null, undefined])("where the error is %s, nothing is shown", (error) => {
  expect(drawView(h(ErrorMessage, { error, retry() {} })).root.innerHTML).toBe("");
});

test("what is loading has lines in its place, and a word for screen readers", () => {
  const draw = (props: Parameters<typeof Skeleton>[0]) => {
    const view = drawView(h(Skeleton, props));
    return [view.all("[role=status] .visually-hidden")[0]?.textContent, view.all(".skeleton-row").length];
  };
  expect(draw({})).toEqual(["Loading", 4]);
  expect(draw({ rows: 6, label: "Loading mailboxes" })).toEqual(["Loading mailboxes", 6]);
});

test("a view that the key may not open says which scope it lacks, and what to do", () => {
  const View = needsScope("sms:read", "see SMS messages", () => h("b", {}, "All of them"));
  const wordsFor = (scopes: string | null) => {
    const view = drawView(h(View, { signedIn: signedInWith(scopes) }));
    return view.all("h2, p, b").map(({ textContent }) => textContent);
  };
  expect(wordsFor("sms:read")).toEqual(["All of them"]);
  expect(wordsFor(null)).toEqual(["All of them"]);
  expect(wordsFor("mailbox:read")).toEqual([
    "This key may not see SMS messages",
    "It lacks the scope sms:read. Sign in with a key that has it, or ask the person who created this one.",
  ]);
});
