/** Returns ` Did you mean …?` with the known word that is spelled most alike, or an empty text if none is close. */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const best = closestWord(word, known);
  if (best === undefined || editDistance(word, best) > Math.max(2, word.length / 3)) return "";
  return ` Did you mean ${prefix}${best}?`;
}

/** Returns the known word with the smallest edit distance, however large that is; `undefined` if no words are known. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return best?.candidate;
}

/** Characters of the first word that are compared: the cost grows with the product of both lengths. */
const maxLength = 60;

/** Returns how many letters must be inserted, deleted or replaced to turn one word into the other (Levenshtein distance). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from.slice(0, maxLength)].entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const replaced = row[column]! + (to[column] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
