/**
 * Returns ` Did you mean …?` with the known word that is spelled most alike; "" if none is close. `prefix` is printed
 * before that word.
 */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const best = closestWord(word, known);
  // A third of the letters may be wrong, and two in short words. A word further away is not what was meant.
  const maxDistance = Math.max(2, word.length / 3);
  if (best === undefined || editDistance(word, best) > maxDistance) return "";
  return ` Did you mean ${prefix}${best}?`;
}

/** Returns the known word with the smallest edit distance, however large that is; `undefined` if no words are known. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}

/** Characters of `from` that are compared: the cost grows with the product of both lengths. */
const maxLength = 60;

/**
 * Returns how many letters must be inserted, deleted or replaced to turn one word into the other (Levenshtein
 * distance). Only `from` is cut, because a user typed it and it may have any length, and the cost grows with it. `to` is a
 * known word, which is short.
 */
export function editDistance(from: string, to: string): number {
  // One row of the matrix: the distance from the letters of `from` so far to each beginning of `to`. From no letters, all are added.
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from.slice(0, maxLength)].entries()) {
    const nextRow = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const afterReplacing = row[column]! + (to[column] === letter ? 0 : 1);
      const afterDeleting = row[column + 1]! + 1;
      const afterInserting = nextRow[column]! + 1;
      nextRow.push(Math.min(afterReplacing, afterDeleting, afterInserting));
    }
    row = nextRow;
  }
  return row[to.length]!;
}
