import { calibration } from "./calibration.ts";

/**
 * Converts a score to a confidence, from 0 to 0.99: the measured share of candidates with that score that were the code. A share
 * holds in the middle of its interval of scores; between two middles, the confidence lies on the line from one share to the next.
 */
export function toConfidence(score: number): number {
  if (score <= 0) return 0;
  const position = Math.max(0, score / calibration.step - 0.5);
  const index = Math.floor(position);
  const share = shareOfInterval(index);
  const confidence = share + (shareOfInterval(index + 1) - share) * (position - index);
  return Math.round(confidence * 100) / 100;
}

/**
 * Returns for an interval of scores how many of its candidates were the code, as a measured share from 0 to 1. `index` counts the
 * intervals from 0. Beyond the last interval, its share holds.
 */
function shareOfInterval(index: number): number {
  const { shares } = calibration;
  return shares[index] ?? shares.at(-1) ?? 0;
}
