import { h } from "preact";
import { expect, test } from "vitest";
import { Scroller } from "../../src/ui/scroller.tsx";
import { drawView } from "../view.ts";

test.each([
  [{}, "scroll", "<pre>text</pre>"],
  [{ kind: "code" as const }, "scroll", "<pre>text</pre>"],
  [{ kind: "body" as const }, "body", "text"],
])("what scrolls is a named group that the keyboard reaches: %j", (props, className, content) => {
  const [part] = drawView(h(Scroller, { label: "Response", children: "text", ...props })).all("*");
  expect([part?.role, part?.getAttribute("aria-label"), part?.tabIndex, part?.className, part?.innerHTML]).toEqual([
    ...["group", "Response", 0, className, content],
  ]);
});
