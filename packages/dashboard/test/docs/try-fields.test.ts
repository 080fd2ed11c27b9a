import { h } from "preact";
import { expect, test, vi } from "vitest";
import type { Operation } from "../../src/docs/document.ts";
import { BodyField, MissingNote, ParameterField, RecordField, SendButton } from "../../src/docs/try-fields.tsx";
import { drawView } from "../view.ts";

test.each([
  [1, 2],
  [12, 13],
  [13, 14],
  [40, 14],
])("the field for a body of %i lines has one more, and at most 14: %i", (lines, rows) => {
  const body = Array.from({ length: lines }, (_, at) => `line ${at}`).join("\n");
  const onType = vi.fn();
  const view = drawView(h(BodyField, { body, onType }));
  const [area] = view.all<HTMLTextAreaElement>("textarea");
  const [label] = view.all<HTMLLabelElement>("label");
  expect([Number(area?.rows), area?.value, label?.textContent, label?.htmlFor]).toEqual([rows, body, "Body", area?.id]);
  view.type("textarea", "[]");
  expect(onType.mock.calls).toEqual([["[]"]]);
});

test.each([
  [
    "what creates it",
    { sentence: "It needs a `code`.", operationId: "createPairing" },
    "Create one",
    "/docs/createPairing",
  ],
  ["nothing that could", { sentence: "It needs a `code`." }, undefined, undefined],
])("a note of what is missing links to %s", (_what, missing, words, href) => {
  const view = drawView(h(MissingNote, { missing }));
  expect(view.text().trim()).toBe(["It needs a code.", words].filter(Boolean).join(" "));
  expect(view.all("code").map(({ textContent }) => textContent)).toEqual(["code"]);
  const [link] = view.all("a");
  expect([link?.textContent, link?.getAttribute("href") ?? undefined]).toEqual([words, href]);
});

test.each([
  ["GET", false, false, "Send GET", "button primary", false],
  ["POST", false, true, "Send POST", "button primary", true],
  ["DELETE", false, false, "Send DELETE", "button danger", false],
  ["DELETE", true, false, "Waiting…", "button danger", true],
] as const)("the button of %s, busy: %s, incomplete: %s, says %s", (method, isBusy, isDisabled, ...facts) => {
  const [button] = drawView(h(SendButton, { method, isBusy, isDisabled })).all<HTMLButtonElement>("button");
  expect([button?.textContent, button?.className, button?.disabled]).toEqual(facts);
});

test.each([
  ["mailboxToken", "GET", "/svc-api/mail/recent", "With the key of", []],
  ["smsToken", "GET", "/svc-api/sms/recent", "With the key of", []],
  ["agentKey", "GET", "/svc-api/mailbox/{id}", "Record", []],
  ["agentKey", "POST", "/svc-api/mailbox/{id}/token", "Record", [["", "Choose…"]]],
] as const)("with %s, the field for the record of %s %s is called “%s”", (key, method, path, label, before) => {
  // The field reads no more of an operation.
  const operation = { key, method, path } as Operation;
  const choices = [
    { value: "m1", label: "box1" },
    { value: "m2", label: "box2" },
  ];
  const onSelect = vi.fn();
  const view = drawView(h(RecordField, { operation, choices, selected: "m2", onSelect }));
  expect(view.all("label").map(({ textContent }) => textContent)).toEqual([label]);
  const options = view.all<HTMLOptionElement>("option").map(({ value, textContent }) => [value, textContent]);
  expect(options).toEqual([...before, ["m1", "box1"], ["m2", "box2"]]);
  const [select] = view.all<HTMLSelectElement>("select");
  expect(select?.value).toBe("m2");
  select!.value = "m1";
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  expect(onSelect.mock.calls).toEqual([["m1"]]);
});

test("no record is chosen beforehand for what cannot be undone, even if there is only one", () => {
  const operation = { key: "agentKey", method: "DELETE", path: "/svc-api/mailbox/{id}" } as Operation;
  const choices = [{ value: "m1", label: "box1" }];
  const view = drawView(h(RecordField, { operation, choices, selected: "", onSelect() {} }));
  const options = view.all<HTMLOptionElement>("option").map(({ value, textContent }) => [value, textContent]);
  expect(options).toEqual([
    ["", "Choose…"],
    ["m1", "box1"],
  ]);
});

test("an optional parameter without an example has a place for one", () => {
  const parameter = { name: "after", in: "query", schema: {} } as const;
  const [field] = drawView(h(ParameterField, { parameter, value: "x", onType() {} })).all<HTMLInputElement>("input");
  expect([field?.value, field?.required, field?.autocomplete]).toEqual(["x", false, "off"]);
});
