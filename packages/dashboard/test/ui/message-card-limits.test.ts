import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { Dialog } from "../../src/ui/dialog.tsx";
import { MessageCard, type MessageCardProps } from "../../src/ui/message-card.tsx";
import { drawView } from "../view.ts";

const message = {
  id: "m1",
  sender: "a@b.example",
  subject: "Your code",
  snippet: "",
  received_at: "2026-01-01T12:00:00.000Z",
  body: "Your code is 481 220.",
  codes: [],
  links: [],
};
const draw = (changes: Partial<MessageCardProps["message"]>) =>
  drawView(
    h(MessageCard, { message: { ...message, ...changes }, to: "x@desk.example.com", loadFull: async () => message }),
  );

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])("a mail with truncated: %s says that it is longer: %s", (truncated, saysSo) => {
  const view = draw(truncated === undefined ? {} : { truncated });
  expect(view.text().includes("The mail is longer.")).toBe(saysSo);
});

test.each(["", " \r\n\t"])("a message with the text %j is said to have none", (body) => {
  const view = draw({ body });
  expect([view.text().includes("This message has no text."), view.all(".body").length]).toEqual([true, 0]);
});

test.each([
  ["https://a.example/", "https://a.example/", ""],
  ["https://a.example/?t=1", "https://a.example/?t=1", "/?t=1"],
  ["https://a.example/verify?t=1", "https://a.example/verify?t=1", "/verify?t=1"],
  ["https://a.example/verify", "Verify", "Verify"],
  ["https://a.example/", "v".repeat(201), `${"v".repeat(200)}…`],
  [`https://a.example/${"p".repeat(300)}`, `https://a.example/${"p".repeat(300)}`, `/${"p".repeat(199)}…`],
  ["no url", "no url", "no url"],
])("the link to %s with the text %s is shown as “%s” after its host", (url, text, shown) => {
  expect(draw({ links: [{ url, text }] }).all(".rest")[0]?.textContent).toBe(shown);
});

test.each([
  ["https://a.example:8443/x", "a.example:8443"],
  // The Cyrillic letter that looks like an "a".
  ["https://\u0430.example/", "xn--80a.example"],
  ["no url", "?"],
])("the host of %s is shown as %s", (url, host) => {
  expect(draw({ links: [{ url, text: "Verify" }] }).all(".host")[0]?.textContent).toBe(host);
});

test.each([
  [3, []],
  [4, ["1 more"]],
])("of %i links, three are shown, with the buttons %j", (count, buttons) => {
  const links = Array.from({ length: count }, (_, at) => ({ url: `https://a.example/${at}`, text: "Verify" }));
  const view = draw({ links });
  expect([view.all(".links a").length, view.buttons()]).toEqual([3, buttons]);
});

test("a text of 600 characters is shown whole, and a line end at the end of a long one stays", async () => {
  expect(draw({ body: "a".repeat(600) }).buttons()).toEqual([]);
  const body = `${"a".repeat(8_001)}\n`;
  const view = draw({ body });
  view.click("Show all 8,002 characters");
  await expect.poll(() => view.all(".body span").map(({ textContent }) => textContent)).toEqual([body]);
});

test.each([
  [8_000, 2],
  [7_999, 1],
])("a long text with lines of %i characters is drawn in %i parts, each of 8,000 or more", async (length, parts) => {
  const body = [..."ab"].map((letter) => letter.repeat(length)).join("\n");
  const view = draw({ body });
  view.all<HTMLButtonElement>("button.ghost")[0]?.click();
  const drawn = () => view.all(".body span").map(({ textContent }) => textContent);
  await expect.poll(drawn).toEqual(parts === 1 ? [body] : body.split("\n"));
});

test("a mail without a subject says so and from whom it is, and an SMS has its sender as title and nowhere else", () => {
  const untitled = draw({ subject: "", sender: "shop@mill.example" });
  expect(untitled.all("h3")[0]?.textContent).toBe("(no subject)");
  expect(untitled.all(".from bdi")[0]?.textContent).toBe("shop@mill.example");
  const { subject: _subject, ...sms } = message;
  const props = { message: { ...sms, sender: "Shop" }, to: "5550100001", loadFull: async () => message };
  const view = drawView(h(MessageCard, props));
  expect([view.all("h3")[0]?.textContent, view.all(".from")[0]?.textContent?.trim()]).toEqual([
    "Shop",
    "to 5550100001",
  ]);
});

test("a long subject is cut, and a longer one in its tooltip too", () => {
  const [title] = draw({ subject: "s".repeat(1_001) }).all("h3");
  expect(title?.textContent).toBe(`${"s".repeat(300)}…`);
  expect(title?.title).toBe(`${"s".repeat(1_000)}…`);
});

test("a link opens apart from the page, tells its site nothing, and has its address as tooltip, cut after 1,000 characters", () => {
  const url = (length: number) => `https://a.example/${"p".repeat(length - 18)}`;
  const links = [
    { url: url(1_000), text: "One" },
    { url: url(1_001), text: "Two" },
  ];
  const drawn = draw({ links }).all<HTMLAnchorElement>(".links a");
  expect(drawn.map(({ href, target, rel, title }) => ({ href, target, rel, title }))).toEqual(
    [url(1_000), `${url(1_000)}…`].map((title, at) => ({
      ...{ href: links[at]?.url, target: "_blank", rel: "noopener noreferrer nofollow", title },
    })),
  );
});

test("a dialog that is taken away gives the focus back", async () => {
  const opener = document.createElement("button");
  document.body.append(opener);
  opener.focus();
  const view = drawView(h(Dialog, { title: "Sure?", onClose: () => {}, children: h("input", {}) }));
  await expect.poll(() => view.all<HTMLDialogElement>("dialog")[0]?.open).toBe(true);
  view.all("input")[0]?.focus();
  expect(document.activeElement).not.toBe(opener);
  view.remove();
  await expect.poll(() => document.activeElement === opener).toBe(true);
  opener.remove();
});

test.each([
  ["one_time", "Copy", "code"],
  ["backup", "Copy backup code", "backup code"],
  ["delivery", "Copy delivery code", "delivery code"],
  ["booking", "Copy booking", "booking"],
  ["reference", "Copy reference", "reference"],
] as const)(
  "a code of the kind %s is called so, large or small, and copied as one types it",
  async (kind, large, small) => {
    const copied: string[] = [];
    vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    onTestFinished(() => void vi.unstubAllGlobals());
    const code = { value: "481220", shown: "481 220", kind, confidence: 0.9 };
    const view = draw({ codes: [code, { ...code, value: "771204", shown: "771 204" }] });
    expect(view.buttons()).toEqual([`481 220${large}`, `771 204${small}`]);
    for (const button of view.all("button")) button.click();
    await expect.poll(() => copied).toEqual(["481220", "771204"]);
  },
);
