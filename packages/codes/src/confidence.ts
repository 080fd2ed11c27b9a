/** From this weight on a finding is more often right than wrong. */
const even = 3.5;
/** How fast it gets surer: fitted to the reliability table of docs/codes.md, which `npm run codes:score` prints. */
const slope = 4;
/** Nothing is certain. */
const most = 0.99;

/** A weight as the share of such findings that are right. */
export function toConfidence(weight: number): number {
  return weight <= 0 ? 0 : Math.min(most, Math.round(100 / (1 + Math.exp(-slope * (weight - even)))) / 100);
}
