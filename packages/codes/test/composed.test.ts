import { expect, it } from "vitest";
import { composeMessages } from "./composed/compose.ts";
import { compare, files, finders, isRight, readKept } from "./guard/guard.ts";

const messages = composeMessages();

/** At least these shares are right; the languages kept aside show how the extractor does in a language nobody tuned. */
const MIN_RIGHT = { tuned: 0.98, aside: 0.92 };
/** At most this share of the messages without a code gets one, and of those with a code another one. */
const MAX_FALSE = { tuned: 0.005, aside: 0.06 };

it("has twelve languages and more, a third of them aside, and as many frames without a code as with one", () => {
  const languages = (aside: boolean) =>
    new Set(messages.filter((each) => each.aside === aside).map((each) => each.language)).size;
  expect(languages(false)).toBeGreaterThanOrEqual(12);
  expect(languages(true) * 2).toBeGreaterThanOrEqual(languages(false));
  expect(new Set(messages.map(({ text }) => text)).size).toBeGreaterThan(messages.length * 0.95);
});

it.each(["tuned", "aside"] as const)("reads the messages of the %s languages", (set) => {
  const part = messages.filter(({ aside }) => aside === (set === "aside"));
  const found = part.map((each) => ({ ...each, found: finders["codes/all"].extractCode(each.text) }));
  const right = found.filter((each) => isRight(each, each.found)).length;
  const wrong = found.filter((each) => each.found !== null && !isRight(each, each.found)).length;
  expect(right / part.length).toBeGreaterThanOrEqual(MIN_RIGHT[set]);
  expect(wrong / part.length).toBeLessThanOrEqual(MAX_FALSE[set]);
});

it("follows invitations and no invoices", () => {
  const withLinks = messages.filter(({ link, aside }) => link !== undefined && !aside);
  const right = withLinks.filter(({ text, link }) => finders["codes/all"].extractLink(text) === link);
  expect(right.length / withLinks.length).toBeGreaterThanOrEqual(0.9);
});

it("loses none that it reads rightly, and keeps each that it has learnt", () => {
  const { lost, gained } = compare(messages, readKept(files.composed));
  expect(lost, "mend the finder, or give the reason in test/guard/lost.txt").toEqual([]);
  expect(gained, "keep them: npm run codes:score -- --keep").toEqual([]);
});
