import { expect, it } from "vitest";
import { findMessageLinks } from "../src/links/message-links.ts";
import { normalizeMessage } from "../src/text/normalize.ts";

/** Zero-width characters, with which senders fill the preview of a mail; they make the text longer than what readers see. */
const previewSpacer = "\u200c\u200d".repeat(40);

const linksIn = (html: string, subject = "Your account at the mill") =>
  findMessageLinks(normalizeMessage(html, { format: "html", subject }), {});

it("knows the words before each link of an HTML mail, whatever its subject and its invisible characters", () => {
  const [confirm, help] = linksIn(
    `<p>${previewSpacer}Hello Ana</p><p>Confirm your address <a href="https://mill.example/c/1">here</a>.</p>` +
      `<p>${previewSpacer}Questions? <a href="https://mill.example/help">Write to us</a></p>`,
  );
  expect(confirm?.precedingText).toMatch(/Confirm your address $/);
  expect(help?.precedingText).toMatch(/Questions\? $/);
});

it("counts a URL in an HTML mail as often as readers see it", () => {
  const url = "https://mill.example/c/1";
  const occurrences = (html: string) => linksIn(html).map((link) => [link.url, link.occurrences]);
  expect(occurrences(`<p>Confirm: ${url}</p>`)).toEqual([[url, 1]]);
  expect(occurrences(`<p>Confirm: <a href="${url}">${url}</a></p>`)).toEqual([[url, 1]]);
  expect(occurrences(`<p><a href="${url}">Confirm</a> or copy ${url}</p>`)).toEqual([[url, 2]]);
});

it("takes the label of a URL from the first occurrence that has one", () => {
  const url = "https://mill.example/c/1";
  const labels = (html: string) => linksIn(html).map(({ label }) => label);
  expect(labels(`<p>Copy ${url} or <a href="${url}">Confirm</a> it <a href="${url}">here</a></p>`)).toEqual([
    "Confirm",
  ]);
});

it("finds no link where the caller says that there are none, even if the text has one", () => {
  const message = normalizeMessage("Confirm: https://mill.example/c/1", {});
  expect(findMessageLinks(message, { links: [] })).toEqual([]);
  expect(findMessageLinks(message, {})).toHaveLength(1);
});

it("begins a given link at the label right before its URL, though the same words stand further above", () => {
  const url = "https://mill.example/c/1";
  const message = normalizeMessage(`Sign in\n\nHello Ana, welcome: Sign in [${url}]`, {});
  expect(findMessageLinks(message, { links: [{ url, text: "Sign in" }] })[0]?.precedingText).toMatch(/welcome: $/);
});

it("does not take the URL that a link shows for its target", () => {
  const links = linksIn('<p><a href="https://elsewhere.example/c/1">https://mill.example/c/1</a></p>');
  expect(links.map(({ url }) => url)).toEqual(["https://elsewhere.example/c/1"]);
});

it.each([
  ["[Sign in](https://mill.example/c/1)", "Hello Ana.\n["],
  ["Sign in [https://mill.example/c/1]", "Hello Ana.\n"],
  ["https://mill.example/c/1", "Hello Ana.\n"],
])("begins %s in a plain text at its label, or at its URL without one", (link, precedingText) => {
  const [found] = findMessageLinks(normalizeMessage(`Hello Ana.\n${link}`, {}), {});
  expect(found?.precedingText).toBe(precedingText);
});
