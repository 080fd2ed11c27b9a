/** ` Did you mean …?` with the known word that takes the fewest typing errors, or nothing when none is near. */
export function suggest(word: string, known: readonly string[], prefix = ""): string {
  const best = nearest(word, known);
  if (best === undefined || countErrors(word, best) > Math.max(2, word.length / 3)) return "";
  return ` Did you mean ${prefix}${best}?`;
}

/** The known word that takes the fewest typing errors, however many. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, errors: countErrors(word, candidate) }))
    .sort((one, other) => one.errors - other.errors);
  return best?.candidate;
}

/** Letters to add, drop or change to get from one word to the other (Levenshtein). */
function countErrors(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const change = row[column]! + (to[column] === letter ? 0 : 1);
      next.push(Math.min(change, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
