import { h } from "preact";
import { expect, test, vi } from "vitest";
import { SelectField, TextField } from "../../src/ui/fields.tsx";
import { drawView } from "../view.ts";

/** The field with what screen readers say of it. */
function factsOf(view: ReturnType<typeof drawView>) {
  const [field] = view.all<HTMLInputElement | HTMLSelectElement>("input, select");
  const label = view.all<HTMLLabelElement>("label").find(({ htmlFor }) => htmlFor === field?.id);
  const describedBy = field?.getAttribute("aria-describedby") ?? null;
  const [hint] = view.all("p");
  return {
    type: field?.type,
    value: field?.value,
    label: label?.textContent,
    describes: describedBy === null ? null : describedBy === hint?.id,
    hint: hint === undefined ? null : [hint.className, hint.textContent],
  };
}

test.each([
  ["is of text, without a hint, unless it says otherwise", {}, { type: "text", describes: null, hint: null }],
  [
    "has its hint below it",
    { type: "tel" as const, hint: "Digits." },
    { type: "tel", describes: true, hint: ["hint", "Digits."] },
  ],
  [
    "shows in its hint what is wrong",
    { hint: "Too short.", isHintError: true },
    { type: "text", describes: true, hint: ["hint bad", "Too short."] },
  ],
])("a field for one line %s", (_what, props, facts) => {
  const onType = vi.fn();
  const view = drawView(
    h(TextField, { label: "Number", value: "555", maxLength: 9, required: true, onType, ...props }),
  );
  expect(factsOf(view)).toEqual({ value: "555", label: "Number", ...facts });
  const [input] = view.all<HTMLInputElement>("input");
  expect([input?.maxLength, input?.required]).toEqual([9, true]);
  view.type("input", "5551");
  expect(onType.mock.calls).toEqual([["5551"]]);
});

test("a list shows the option that is selected, and says which is selected then", () => {
  const onSelect = vi.fn();
  const options = ["one", "two", "three"].map((value) => ({ value, label: `Option ${value}` }));
  const view = drawView(
    h(SelectField, { label: "Which", value: "two", options, onSelect, children: h("p", {}, "Any.") }),
  );
  expect(factsOf(view)).toEqual({
    ...{ type: "select-one", value: "two", label: "Which", describes: null },
    hint: ["", "Any."],
  });
  expect(view.all<HTMLOptionElement>("option").map(({ value, textContent }) => [value, textContent])).toEqual([
    ["one", "Option one"],
    ["two", "Option two"],
    ["three", "Option three"],
  ]);
  const [select] = view.all<HTMLSelectElement>("select");
  select!.value = "three";
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  expect(onSelect.mock.calls).toEqual([["three"]]);
});

test("two fields of one page have labels of their own", () => {
  const field = (label: string) => h(TextField, { label, value: "", onType: () => {}, hint: label });
  const view = drawView(h("div", {}, field("One"), field("Two")));
  const ids = view.all("input, p").map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});
