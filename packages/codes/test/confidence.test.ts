import { expect, it } from "vitest";
import { calibration } from "../src/scoring/calibration.ts";
import { toConfidence } from "../src/scoring/confidence.ts";
import { rankByConfidence } from "../src/scoring/rank.ts";

it("rises with the score, from 0 to 0.99", () => {
  const scores = Array.from({ length: 90 }, (_, index) => index / 10 - 1);
  const confidences = scores.map(toConfidence);
  expect(confidences).toEqual([...confidences].sort((one, other) => one - other));
  expect([confidences[0], confidences.at(-1)]).toEqual([0, 0.99]);
});

it("is the fitted share in the middle of an interval, and half-way between two of them at its end", () => {
  const [, , , , , , before = 0, after = 0] = calibration.shares;
  expect(toConfidence(6.5 * calibration.step)).toBeCloseTo(before, 2);
  expect(toConfidence(7 * calibration.step)).toBeCloseTo((before + after) / 2, 1);
});

it("of any but the first is at most what the first leaves to one, in hundredths", () => {
  const [first, second] = [0.9, 0.5].map((confidence) => ({ confidence }));
  const ranked = rankByConfidence(
    [first, second].flatMap((item) => item ?? []),
    ({ confidence }) => `${confidence}`,
  );
  expect(ranked).toEqual([{ confidence: 0.9 }, { confidence: 0.1 }]);
});
