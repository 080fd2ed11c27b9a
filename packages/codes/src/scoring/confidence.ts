import { calibration } from "./calibration.ts";

/** Converts a score to the share of candidates with that score that are right, from 0 to 0.99. */
export function toConfidence(score: number): number {
  if (score <= 0) return 0;
  const { step, shares } = calibration;
  // The share of an interval holds at its middle; between two middles it is interpolated.
  const place = Math.max(0, score / step - 0.5);
  const index = Math.floor(place);
  const last = shares[shares.length - 1] ?? 0;
  const share = shares[index] ?? last;
  const next = shares[index + 1] ?? last;
  return Math.round((share + (next - share) * (place - index)) * 100) / 100;
}
