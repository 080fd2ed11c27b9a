/**
 * Returns the most confident candidate for each key, most confident first. A message has one code and one link to follow, so
 * each other candidate has at most the confidence that the first is wrong. Sorts `candidates` in place.
 */
export function rankByConfidence<Candidate extends { confidence: number }>(
  candidates: Candidate[],
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  const seenKeys = new Set<string>();
  // The filter keeps the first candidate of each key: `add` returns the set, which counts as true.
  const [first, ...others] = candidates
    .sort((one, other) => other.confidence - one.confidence)
    .filter((candidate) => !seenKeys.has(keyOf(candidate)) && seenKeys.add(keyOf(candidate)));
  if (!first) return [];
  const maxOther = Math.round((1 - first.confidence) * 100) / 100;
  return [first, ...others.map((other) => ({ ...other, confidence: Math.min(other.confidence, maxOther) }))];
}
