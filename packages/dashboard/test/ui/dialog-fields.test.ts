import { h } from "preact";
import { expect, test, vi } from "vitest";
import { Confirm, FormDialog } from "../../src/ui/dialog.tsx";
import { NameDialog } from "../../src/ui/name-dialog.tsx";
import { drawView } from "../view.ts";

const attributesOf = (element: Element | null | undefined) =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));

/** What a screen reader says of the dialog's field besides its value: its label, and the text that describes it. */
function spokenOf({ root }: ReturnType<typeof drawView>) {
  const input = root.querySelector("dialog input");
  const { id, "aria-describedby": hint, ...attributes } = attributesOf(input);
  const label = root.querySelector(`label[for="${id}"]`)?.textContent;
  const description = hint === undefined ? undefined : attributesOf(document.getElementById(hint));
  return { label, attributes, description };
}

test("the field of a name takes no more than fits, and keyboards and browsers neither change nor remember it", () => {
  const props = { title: "New name", suffix: "@desk.example.com", maxLength: 63, rule: "Letters alone." };
  const view = drawView(
    h(NameDialog, { ...props, check: async () => ({ available: true }), register: async () => {}, onClose() {} }),
  );
  expect(spokenOf(view)).toEqual({
    label: "Name",
    attributes: { maxlength: "63", required: "", autocomplete: "off", autocapitalize: "off" },
    description: { id: expect.any(String), role: "status", class: "hint good" },
  });
  expect(view.all(".with-suffix span").map(({ textContent }) => textContent)).toEqual(["@desk.example.com"]);
  expect(view.buttons()).toEqual(["Close", "Register", "Random name"]);
});

test("the field that confirms a deletion says what to type, and browsers do not fill it in", () => {
  const view = drawView(
    h(Confirm, {
      ...{ title: "Delete it?", verb: "Delete", requiredText: "demo", children: "Its mail is lost." },
      onConfirm: async () => {},
      onClose() {},
    }),
  );
  expect(spokenOf(view)).toEqual({
    label: "Type demo to confirm",
    attributes: { type: "text", autocomplete: "off", autocapitalize: "off" },
    description: undefined,
  });
  expect(view.text()).toContain("Its mail is lost.");
  expect(view.all("form button").map((button) => [button.textContent, button.className])).toEqual([
    ["Delete", "button danger"],
    ["Cancel", "button"],
  ]);
});

test("a confirmation without a text to type has no field, and can be given at once", () => {
  const view = drawView(
    h(Confirm, { title: "Revoke it?", verb: "Revoke", children: "", onConfirm: async () => {}, onClose() {} }),
  );
  expect([view.all("input").length, view.button("Revoke")?.disabled]).toEqual([0, false]);
});

test.each([
  [{}, "button primary", false],
  [{ isDestructive: true }, "button danger", false],
  [{ isIncomplete: true }, "button primary", true],
])("a form with %j has a button of the class %s, and it is disabled: %s", (props, className, isDisabled) => {
  const view = drawView(
    h(FormDialog, { title: "New", verb: "Save", children: "", onSubmit: async () => {}, onClose() {}, ...props }),
  );
  const button = view.button("Save");
  expect([button?.className, button?.disabled, button?.type]).toEqual([className, isDisabled, "submit"]);
});

test("a dialog is called by its title, and a form that says what follows its success stays open", async () => {
  const [onSuccess, onClose] = [vi.fn(), vi.fn()];
  const view = drawView(
    h(FormDialog, { title: "New key", verb: "Create", children: "", onSubmit: async () => {}, onSuccess, onClose }),
  );
  const labelledBy = view.all("dialog")[0]?.getAttribute("aria-labelledby");
  expect(view.all("h2").map(({ id, textContent }) => [id, textContent])).toEqual([[labelledBy, "New key"]]);
  view.click("Create");
  await expect.poll(() => onSuccess).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});
