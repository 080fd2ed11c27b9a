import { expect, test } from "vitest";
import { createExplainer } from "../src/explain.ts";
import { readSignals } from "../src/text/message-signals.ts";
import { families } from "../src/words/families.ts";
import { roots } from "../src/words/roots.ts";

const explain = createExplainer([roots, ...families]);

test.each([
  ["Pay €12 now", 1],
  ["Pay 12 € now", 1],
  ["Pay €12 and $3 now", 2],
  ["Pay Rs.450 now", 1],
  ["Pay Rs. 450 now", 1],
  ["Pay in Rs, 45 of them", 0],
  // By the sign and by the word.
  ["Pay 45 kr now", 2],
  ["Call 45 now", 0],
])("«%s» names %i amounts", (text, amounts) => {
  const { message, terms } = explain(text);
  expect(readSignals(message.textWithoutLinks, terms).amounts).toBe(amounts);
});
