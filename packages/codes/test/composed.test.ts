import { expect, it } from "vitest";
import { composeMessages } from "./composed/compose.ts";
import { compare, files, finders, isRight, readKept } from "./guard/guard.ts";

const messages = composeMessages();

it("has twelve languages and more, a third of them aside, and as many frames without a code as with one", () => {
  const languages = (aside: boolean) =>
    new Set(messages.filter((each) => each.aside === aside).map((each) => each.language)).size;
  expect(languages(false)).toBeGreaterThanOrEqual(12);
  expect(languages(true) * 2).toBeGreaterThanOrEqual(languages(false));
  expect(new Set(messages.map(({ text }) => text)).size).toBeGreaterThan(messages.length * 0.95);
});

it("loses none that it reads rightly, and keeps each that it has learnt", () => {
  for (const aside of [false, true])
    for (const [name, { extractCode }] of Object.entries(finders)) {
      const part = messages.filter((each) => each.aside === aside);
      const right = part.filter((each) => isRight(each, extractCode(each.text))).length;
      console.log(`${name}, ${aside ? "languages kept aside" : "tuned languages"}: ${right} of ${part.length} right`);
    }
  const { lost, gained } = compare(messages, readKept(files.composed));
  expect(lost, "mend the finder, or give the reason in test/guard/lost.txt").toEqual([]);
  expect(gained, "keep them: npm run codes:score -- --keep").toEqual([]);
});
