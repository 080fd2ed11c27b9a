import { calibration } from "./calibration.ts";

/** Converts a score to a confidence, from 0 to 0.99: the measured share of candidates with that score that were the code. */
export function toConfidence(score: number): number {
  // Nothing speaks for the candidate.
  if (score <= 0) return 0;
  const { step, shares } = calibration;
  // `shares` has one share for each score interval of width `step`. It holds at the middle of its interval.
  const position = Math.max(0, score / step - 0.5);
  const index = Math.floor(position);
  // Beyond the last interval its share holds. `0` is never used: the list is not empty.
  const last = shares[shares.length - 1] ?? 0;
  const share = shares[index] ?? last;
  const next = shares[index + 1] ?? last;
  // Between two middles, the confidence lies on the line from one share to the next.
  const confidence = share + (next - share) * (position - index);
  return Math.round(confidence * 100) / 100;
}
