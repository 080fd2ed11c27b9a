import type { Piece } from "./shapes.ts";

const leastListed = 3;

/** Pieces of one build that stand below or beside one another with nothing between: backup codes, or a row of a table. */
export function findListed(plain: string, pieces: readonly Piece[]): Set<Piece> {
  const listed = new Set<Piece>();
  let run: Piece[] = [];
  const close = () => {
    if (new Set(run.map(({ value }) => value)).size >= leastListed) for (const piece of run) listed.add(piece);
    run = [];
  };
  for (const piece of pieces) {
    const last = run.at(-1);
    const gap = last ? plain.slice(last.end, piece.start) : "";
    // Numbers of the list's own, bullets and commas part its items.
    if (last && !(isAlike(last, piece) && /^\s*(?:[,;|/•*·-]\s*)?(?:\d{1,2}[.):]\s*)?$/.test(gap))) close();
    run.push(piece);
  }
  close();
  return listed;
}

function isAlike(one: Piece, other: Piece): boolean {
  return (
    one.shape === other.shape &&
    one.value.length === other.value.length &&
    one.end - one.start === other.end - other.start
  );
}
