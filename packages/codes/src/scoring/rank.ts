/**
 * Returns the most confident candidate for each key, most confident first. A message has one code and one link to follow, so
 * each other candidate has at most the confidence that the first is wrong.
 */
export function rankByConfidence<Candidate extends { confidence: number }>(
  candidates: Candidate[],
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  const [first, ...others] = bestOfEachKey(candidates, keyOf);
  if (!first) return [];
  const maxOther = Math.round((1 - first.confidence) * 100) / 100;
  return [first, ...others.map((other) => ({ ...other, confidence: Math.min(other.confidence, maxOther) }))];
}

/** Returns the most confident candidate for each key, most confident first. */
export function bestOfEachKey<Candidate extends { confidence: number }>(
  candidates: Candidate[],
  keyOf: (candidate: Candidate) => string,
): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of [...candidates].sort((one, other) => other.confidence - one.confidence))
    if (!best.has(keyOf(candidate))) best.set(keyOf(candidate), candidate);
  return [...best.values()];
}
