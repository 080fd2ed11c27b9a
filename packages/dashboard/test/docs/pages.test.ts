import { h } from "preact";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { session } from "../../src/app/session.ts";
import { Contents } from "../../src/docs/contents.tsx";
import type { Operation } from "../../src/docs/document.ts";
import { OperationPage } from "../../src/docs/operation.tsx";
import { Overview } from "../../src/docs/overview.tsx";
import { Text } from "../../src/docs/text.tsx";
import { Result } from "../../src/docs/try-result.tsx";
import { startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";
import { document, operation } from "./sample-document.ts";

// Files share the modules of their process, so the session may be that of another file.
beforeEach(() => session.set({ state: "signed-out", reason: null }));

const page = (changes: Partial<Operation> = {}) =>
  drawView(h(OperationPage, { operation: { ...operation, ...changes }, document }));
const words = (view: ReturnType<typeof drawView>, selector: string) =>
  view.all(selector).map(({ textContent }) => textContent?.trim());

test.each([
  ["mailboxToken", "Needs the mailbox's own key, svcm_…"],
  ["agentKey", "Needs an agent key, svcagt_…"],
  ["smsToken", "Needs the SMS key, svcsms_…"],
  ["smsGateSignature", "Needs a signature with the SMS key"],
  [null, "Needs no key"],
] as const)("an operation with the key %s says: %s", (key, sentence) => {
  expect(words(page({ key }), ".row.small p")).toEqual([sentence]);
});

test("an operation shows its path, which can be copied, its method, its scopes and its edition", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const view = page();
  // Each method has its own colour.
  expect(view.all(".endpoint .method").map((part) => [part.textContent, part.className])).toEqual([
    ["GET", "method get"],
  ]);
  view.click("Copy path");
  await expect.poll(() => copied).toEqual(["/svc-api/mail/{id}"]);
  expect(words(view, ".endpoint > code")).toEqual(["/svc-api/mail/{id}"]);
  expect(words(view, ".row.small .badge")).toEqual(["mailbox:read", "mailbox:create", "later edition"]);
  expect(words(page({ isLaterOnly: false, scopes: [] }), ".row.small .badge")).toEqual([]);
});

test("an operation has a heading for its parameters and for its body, if it has them", () => {
  expect(words(page(), "h2").slice(0, 2)).toEqual(["Parameters", "Body, optional"]);
  const body = { ...operation.body!, isRequired: true };
  expect(words(page({ parameters: [], body }), "h2")[0]).toBe("Body");
  expect(words(page({ parameters: [], body: null, description: "" }), "h2, .prose")).toEqual([]);
});

test("the responses follow: that of a success is open, and examples are JSON or as they are", async () => {
  const view = page();
  await expect.poll(() => words(view, "summary .badge")).toEqual(["200", "404"]);
  expect(view.all<HTMLDetailsElement>("details").map(({ open }) => open)).toEqual([true, false]);
  expect(words(view, "details code")).toEqual(["raw"]);
  view.unfold();
  await expect.poll(() => words(view, "details code")).toEqual(["raw", '{\n  "code": 1\n}']);
  const labels = () => view.all("details [aria-label]").map((part) => part.getAttribute("aria-label"));
  expect(labels()).toEqual(["a of 200", "b of 404"]);
});

test("of several successes only the 200 is open", async () => {
  const [success] = operation.responses;
  const view = page({ responses: ["202", "200"].map((status) => ({ ...success!, status })) });
  await expect.poll(() => view.all<HTMLDetailsElement>("details").map(({ open }) => open)).toEqual([false, true]);
});

test("`Try it` scrolls to the form and moves the focus to it, not to a button in it", async () => {
  startServer();
  session.set({ state: "signed-in", ...signedInWith(null) });
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  onTestFinished(() => scrolled.mockRestore());
  const view = page();
  await expect.poll(() => words(view, "#try button")).toContain("Sign out");
  view.click("Try it");
  expect([globalThis.document.activeElement?.id, scrolled.mock.contexts.map((each) => (each as Element).id)]).toEqual([
    "try",
    ["try"],
  ]);
});

test("the overview has the version, the keys, the scopes of an agent key and all operations", async () => {
  const view = drawView(h(Overview, { document }));
  expect(view.text()).toContain("Version 1.2.3 at https://desk.example.com");
  expect(view.all("header a").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["YAML", "/openapi.yaml"],
    ["JSON", "/openapi.json"],
  ]);
  expect(words(view, ".fields li")).toEqual(["The mailbox's.", "The agent's."]);
  expect(words(view, ".scopes div")).toEqual(["mailbox:readreads mail"]);
  await expect.poll(() => words(view, "a.line b")).toEqual(["Gets a mail", "Pushes"]);
  expect(view.all("a.line").map((link) => link.getAttribute("href"))).toEqual(["/docs/getMail", "/docs/pushSms"]);
});

test("the contents mark the page that is shown, and say if the filter finds none", async () => {
  const marked = (operationId: string) =>
    words(drawView(h(Contents, { document, operationId })), "[aria-current=page] span, a[href='/docs'][aria-current]");
  expect([marked("pushSms"), marked("")]).toEqual([["Pushes", "POST"], ["Overview"]]);
  const view = drawView(h(Contents, { document, operationId: "" }));
  view.type("input", "push");
  await expect.poll(() => words(view, "section h2")).toEqual(["SMS"]);
  view.type("input", "nothing");
  await expect.poll(() => view.text()).toContain("No operation matches.");
});

test("a text has paragraphs, lists, strong words and code", () => {
  const view = drawView(h(Text, { text: "\nOne **two**.\n\n- first `a`\n- second - here\n  \nEnd - here\n" }));
  expect(words(view, "p")).toEqual(["One two.", "End - here"]);
  expect([words(view, "li"), words(view, "b"), words(view, "code")]).toEqual([
    ["first a", "second - here"],
    ["two"],
    ["a"],
  ]);
});

test.each([
  [200, "good"],
  [201, "warn"],
  [404, "warn"],
])("a response with %i is marked as %s, with its time and its body", (status, kind) => {
  const view = drawView(h(Result, { result: { status, milliseconds: 12, text: "{}" } }));
  expect(view.all(`.badge.${kind}`).map(({ textContent }) => textContent)).toEqual([`${status}`]);
  expect([words(view, ".number"), words(view, "code")]).toEqual([["12 ms"], ["{}"]]);
});
