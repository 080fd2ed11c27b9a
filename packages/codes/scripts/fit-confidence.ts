import { writeFileSync } from "node:fs";
import { createExplainer } from "../src/explain.ts";
import { families } from "../src/words/families.ts";
import { roots } from "../src/words/roots.ts";
import { type Case, isRight, optionsOf } from "../test/guard/guard.ts";

/** The candidates with a score from `index * STEP` on. */
interface Bin {
  right: number;
  wrong: number;
  /** How many bins were merged into it. */
  bins: number;
}

const STEP = 0.5;
const BINS = 13;
/** Each bin has these more, because no data is all there is. A wrong code weighs ten times a missed one. */
const PRIOR = { right: 0.1, wrong: 1 };
const MAX_SHARE = 0.99;

/** Fits the curve by which the score of a message's best candidate becomes its confidence: src/scoring/calibration.ts. */
export function fitConfidence(cases: readonly Case[]): void {
  const explain = createExplainer([roots, ...families]);
  const bins = Array.from({ length: BINS }, (): Bin => ({ ...PRIOR, bins: 1 }));
  for (const item of cases.filter(({ soft }) => !soft)) {
    const scored = explain(item.text, optionsOf(item)).candidates.flatMap((candidate) => candidate.scored ?? []);
    const [best] = scored.filter(({ kind }) => kind === "one_time").sort((one, other) => other.score - one.score);
    const bin = best && bins[Math.min(BINS - 1, Math.floor(best.score / STEP))];
    if (!best || !bin || best.score <= 0) continue;
    if (isRight(item, best.value)) bin.right += 1;
    else bin.wrong += 1;
  }
  const shares = mergeFalling(bins).flatMap(({ right, wrong, bins: count }) =>
    Array.from({ length: count }, () => Math.min(MAX_SHARE, Math.round((100 * right) / (right + wrong)) / 100)),
  );
  bins.forEach(({ right, wrong }, index) => {
    const counts = `${Math.round(right - PRIOR.right)} right, ${wrong - PRIOR.wrong} wrong`;
    console.log(`${(index * STEP).toFixed(1)} and more: ${counts}, confidence ${shares[index]}`);
  });
  const fitted = new Date().toISOString().slice(0, 10);
  const firstHighest = shares.indexOf(Math.max(...shares));
  const source = sourceOf(shares.slice(0, firstHighest + 1), fitted);
  writeFileSync(new URL("../src/scoring/calibration.ts", import.meta.url), source);
}

/** Merges neighbours until no share falls while the score rises (isotonic regression: pool adjacent violators). */
function mergeFalling(bins: readonly Bin[]): Bin[] {
  const merged: Bin[] = [];
  for (const bin of bins) {
    let last = { ...bin };
    for (let before = merged.at(-1); before && shareOf(before) > shareOf(last); before = merged.at(-1)) {
      merged.pop();
      last = {
        right: before.right + last.right,
        wrong: before.wrong + last.wrong,
        bins: before.bins + last.bins,
      };
    }
    merged.push(last);
  }
  return merged;
}

function shareOf({ right, wrong }: Bin): number {
  return right / (right + wrong);
}

function sourceOf(shares: readonly number[], fitted: string): string {
  return `/** The curve from score to confidence, fitted by \`npm run codes:score -- --fit\` on ${fitted}. */
export const calibration = {
  /** Width of a score interval. */
  step: ${STEP},
  /** For each interval from 0 on: the share of messages whose best candidate scored so and was the code. The last holds from there on. */
  shares: [${shares.join(", ")}],
} as const;
`;
}
