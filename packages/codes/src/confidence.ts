/** From this weight on a finding is more often right than wrong. */
const even = 3.5;

/** A weight as the share of such findings that are right. */
export function toConfidence(weight: number): number {
  return weight <= 0 ? 0 : Math.round(100 / (1 + Math.exp(-1.4 * (weight - even)))) / 100;
}
