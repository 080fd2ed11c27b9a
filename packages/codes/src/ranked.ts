/** The best candidate for each value, best first. A message has one code and one link to follow, so the first's surety is the others' doubt. */
export function ranked<Candidate extends { confidence: number }>(
  candidates: Candidate[],
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  const seen = new Set<string>();
  const [first, ...others] = candidates
    .sort((one, other) => other.confidence - one.confidence)
    .filter((candidate) => !seen.has(keyOf(candidate)) && seen.add(keyOf(candidate)));
  if (!first) return [];
  const left = Math.round((1 - first.confidence) * 100) / 100;
  return [first, ...others.map((other) => ({ ...other, confidence: Math.min(other.confidence, left) }))];
}
