/**
 * Position of a reader in an inbox: the cursor that the server sent or, from servers without the waiting extension, the ids
 * of all messages seen. That list stays short because an inbox keeps only its newest messages.
 */
export type Cursor = { type: "cursor"; cursor: string } | { type: "seen"; ids: ReadonlySet<string> };

const seenPrefix = "seen:";

/** Returns the cursor as text, which another process can use. */
export function formatCursor(cursor: Cursor): string {
  return cursor.type === "cursor" ? cursor.cursor : seenPrefix + [...cursor.ids].join(",");
}

/** Parses the text that `formatCursor` returned. */
export function parseCursor(text: string): Cursor {
  // "seen:" alone is the empty set.
  return text.startsWith(seenPrefix)
    ? { type: "seen", ids: new Set(text.slice(seenPrefix.length).split(",").filter(Boolean)) }
    : { type: "cursor", cursor: text };
}
