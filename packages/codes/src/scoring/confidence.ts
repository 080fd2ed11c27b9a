/** Score above which a candidate is more often right than wrong. */
const MIDPOINT = 3.5;
/** Steepness of the logistic curve, fitted to the reliability table in docs/codes.md (`npm run codes:score` prints it). */
const SLOPE = 4;
const MAX_CONFIDENCE = 0.99;

/** Converts a score to the share of candidates with that score that are right, from 0 to 0.99. */
export function toConfidence(score: number): number {
  return score <= 0 ? 0 : Math.min(MAX_CONFIDENCE, Math.round(100 / (1 + Math.exp(-SLOPE * (score - MIDPOINT)))) / 100);
}
