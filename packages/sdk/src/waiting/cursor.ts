/**
 * Where a reader stands in an inbox. Servers with the waiting extension give a cursor. Without it the reader remembers
 * which messages it has seen, which is enough because an inbox keeps only the latest few.
 */
export type Position = { type: "cursor"; cursor: string } | { type: "seen"; ids: ReadonlySet<string> };

const seenPrefix = "seen:";

/** A position as text, to hand to another process. */
export function toMark(position: Position): string {
  return position.type === "cursor" ? position.cursor : seenPrefix + [...position.ids].join(",");
}

/** The position that `toMark` wrote. */
export function fromMark(mark: string): Position {
  return mark.startsWith(seenPrefix)
    ? { type: "seen", ids: new Set(mark.slice(seenPrefix.length).split(",").filter(Boolean)) }
    : { type: "cursor", cursor: mark };
}
