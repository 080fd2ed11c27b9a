import { type ComponentChild, h } from "preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Contents } from "../../src/docs/contents.tsx";
import { currentOperation } from "../../src/docs/location.ts";
import { Overview } from "../../src/docs/overview.tsx";
import { MissingNote } from "../../src/docs/try-fields.tsx";
import { drawView } from "../view.ts";
import { document } from "./sample-document.ts";

const start = location.href;
beforeEach(() => {
  history.replaceState(null, "", "/docs/whoami");
  currentOperation.set("whoami");
});
afterEach(() => {
  history.replaceState(null, "", start);
  currentOperation.set("");
});

const missing = { sentence: "It needs a code.", operationId: "createPairing" };

test.each<[string, ComponentChild, string, [string, string][]]>([
  [
    "the contents",
    h(Contents, { document, operationId: "" }),
    "a",
    [
      ["/docs", ""],
      ["/docs/getMail", "getMail"],
      ["/docs/pushSms", "pushSms"],
    ],
  ],
  [
    "the overview",
    h(Overview, { document }),
    "a.line",
    [
      ["/docs/getMail", "getMail"],
      ["/docs/pushSms", "pushSms"],
    ],
  ],
  ["a note of what is missing", h(MissingNote, { missing }), "a", [["/docs/createPairing", "createPairing"]]],
])("a click on a link of %s opens its page without loading the document again", async (_what, child, links, pages) => {
  const view = drawView(child);
  await expect.poll(() => view.all(links).length).toBe(pages.length);
  const opened = view.all<HTMLAnchorElement>(links).map((link) => {
    const isLeftToBrowser = link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return [isLeftToBrowser, location.pathname, currentOperation.get()];
  });
  expect(opened).toEqual(pages.map(([path, operationId]) => [false, path, operationId]));
});
