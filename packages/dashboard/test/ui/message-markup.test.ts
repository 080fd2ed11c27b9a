import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { MessageCard } from "../../src/ui/message-card.tsx";
import { Snippets } from "../../src/ui/snippets.tsx";
import { drawView } from "../view.ts";

const code = { value: "481220", shown: "481 220", kind: "one_time" as const, confidence: 0.9 };
const message = {
  ...{ id: "m1", sender: "Shop <a@b.example>", subject: "Your code", snippet: "" },
  ...{ received_at: "2026-01-01T12:00:00.000Z", body: "Your code is 481 220.", codes: [code], links: [] },
};

test("names, addresses and texts of senders, whatever the direction of their script, turn nothing around them", () => {
  const links = [{ url: "https://a.example/x", text: "Verify" }];
  const props = { message: { ...message, links }, to: "x@desk.example.com", loadFull: async () => message };
  const view = drawView(h(MessageCard, props));
  expect(view.all("bdi").map(({ textContent }) => textContent)).toEqual([
    ...["Your code", "Shop <a@b.example>", "x@desk.example.com", "Verify"],
  ]);
  expect(view.all("article").map(({ dataset }) => dataset.id)).toEqual(["m1"]);
  expect(view.all("[aria-label]").map((each) => [each.tagName, each.getAttribute("aria-label")])).toEqual([
    ["UL", "Links"],
    ["DIV", "Text of the message"],
  ]);
});

test.each([
  ["lets a page copy", async () => {}, ["481 220Copied", "771 204copied"]],
  ["lets no page copy", () => Promise.reject(new Error("not allowed")), ["481 220Copy", "771 204code"]],
])("the buttons of codes tell what became of them in a browser that %s", async (_what, writeText, texts) => {
  const write = vi.fn(writeText);
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  onTestFinished(() => void vi.unstubAllGlobals());
  document.execCommand = () => false;
  const codes = [code, { ...code, value: "771204", shown: "771 204" }];
  const props = { message: { ...message, codes }, to: "x@desk.example.com", loadFull: async () => message };
  const view = drawView(h(MessageCard, props));
  for (const button of view.all("button")) button.click();
  await Promise.allSettled(write.mock.results.map(({ value }) => value));
  // The result of a copy is drawn in the next turn.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(view.buttons()).toEqual(texts);
});

test("a list with fewer snippets than the selected one's place shows its first", async () => {
  const snippet = (name: string) => ({ name, code: `run ${name}` });
  const view = drawView(h(Snippets, { label: "Call with", snippets: ["a", "b"].map(snippet) }));
  const shown = () => view.all("code").map(({ textContent }) => textContent);
  view.click("b");
  await expect.poll(shown).toEqual(["run b"]);
  view.redraw(h(Snippets, { label: "Call with", snippets: [snippet("c")] }));
  await expect.poll(shown).toEqual(["run c"]);
  expect(view.buttons()).toEqual(["c", "Copy the c snippet"]);
  view.redraw(h(Snippets, { label: "Call with", snippets: [] }));
  await expect.poll(() => view.root.innerHTML).toBe("");
});
