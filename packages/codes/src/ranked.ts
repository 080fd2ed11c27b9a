/** The best candidate for each value, best first. */
export function ranked<Candidate extends { confidence: number }>(
  candidates: Candidate[],
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  const seen = new Set<string>();
  return candidates
    .sort((one, other) => other.confidence - one.confidence)
    .filter((candidate) => !seen.has(keyOf(candidate)) && seen.add(keyOf(candidate)));
}
