import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createExplainer } from "../src/explain.ts";
import { signalWeights } from "../src/signals.ts";
import { families } from "../src/words/families.ts";
import { roots } from "../src/words/roots.ts";

interface Example {
  name: string;
  /** A message with the signal, and nearly the same one without it. */
  texts: { for: string; against: string };
}

const examples = readFileSync(new URL("signals/examples.txt", import.meta.url), "utf8")
  .split(/^# /m)
  .slice(1)
  .map((block): Example => {
    const [name = "", ...lines] = block.trim().split("\n");
    const textAfter = (label: string) =>
      lines
        .find((line) => line.startsWith(label))
        ?.slice(label.length)
        .replaceAll("\\n", "\n") ?? "";
    return { name, texts: { for: textAfter("for: "), against: textAfter("against: ") } };
  });

const explain = createExplainer([roots, ...families]);

/** The names of the signals that apply to any candidate of a text. */
function signalsIn(text: string): string[] {
  return explain(text).candidates.flatMap(({ scored }) =>
    (scored?.signals ?? []).flatMap(([name, times]) => (times > 0 ? [name] : [])),
  );
}

it("has examples of every signal", () => {
  expect(examples.map(({ name }) => name)).toEqual(Object.keys(signalWeights));
});

describe.each(examples)("$name", ({ name, texts }) => {
  it(`applies to ${JSON.stringify(texts.for)}`, () => expect(signalsIn(texts.for)).toContain(name));
  it(`does not apply to ${JSON.stringify(texts.against)}`, () => {
    expect(texts.against).not.toBe("");
    expect(signalsIn(texts.against)).not.toContain(name);
  });
});

it("adds the signals up to the score", () => {
  for (const { texts } of examples)
    for (const { scored } of explain(texts.for).candidates) {
      const sum = (scored?.signals ?? []).reduce((total, [name, times]) => total + signalWeights[name] * times, 0);
      expect(scored?.score ?? 0).toBeCloseTo(sum);
    }
});
