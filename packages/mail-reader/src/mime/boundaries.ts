import type { OpenPart } from "./mime-part.ts";

/** A line that ends a part of this multipart, or the multipart itself. */
export interface Delimiter {
  /** The innermost multipart with this boundary. */
  owner: OpenPart;
  /** Whether the line ends the multipart (`--boundary--`). */
  isLast: boolean;
  /** Whether an outer multipart has the same boundary, as in broken mail. */
  isShared: boolean;
}

/** Tracks the open multiparts and their boundaries. */
export interface Boundaries {
  add(boundary: string, part: OpenPart): void;
  /** Returns the delimiter that the line is, or `null` if it has no boundary of an open multipart. */
  findDelimiter(line: Buffer): Delimiter | null;
  /** Closes the multiparts inside the delimiter's multipart; that one too if it ends and an outer one has the same boundary. */
  closeInside(delimiter: Delimiter): void;
}

/** Longer lines need not be converted to text: a boundary has at most 70 characters (RFC 2046), and perhaps blanks after it. */
const MAX_DELIMITER_LENGTH = 1000;
const DASH = 0x2d;

/**
 * Creates the record of a mail's open multiparts and their boundaries, to find the delimiter lines between parts (RFC 2046).
 * Broken mail nests multiparts with the same boundary.
 */
export function createBoundaries(): Boundaries {
  /** Open multiparts by boundary, the innermost last. */
  const partsByBoundary = new Map<string, OpenPart[]>();
  /** All open multiparts, the innermost last. */
  const stack: { boundary: string; part: OpenPart }[] = [];

  return {
    /** Opens a multipart: from now on its delimiters are found. */
    add(boundary, part) {
      stack.push({ boundary, part });
      partsByBoundary.set(boundary, [...(partsByBoundary.get(boundary) ?? []), part]);
    },
    /** Returns the delimiter that a line is (`--boundary`, or `--boundary--` as the last of its multipart); `null` if it is none. */
    findDelimiter(line) {
      if (partsByBoundary.size === 0 || !canBeDelimiter(line)) return null;
      const text = line.toString("latin1", 2).trimEnd();
      // A boundary can itself end in two dashes.
      const isLast = !partsByBoundary.has(text) && text.endsWith("--");
      const owners = partsByBoundary.get(isLast ? text.slice(0, -2) : text) ?? [];
      const innermost = owners.at(-1);
      return innermost ? { owner: innermost, isShared: owners.length > 1, isLast } : null;
    },
    /**
     * Closes the multiparts inside the delimiter's owner, whose own ends are missing in broken mail. The owner itself is closed only at its
     * end (`isLast`), and only if an outer multipart has the same boundary (`isShared`), so that the next end is that one's. Otherwise it
     * stays open, because in broken mail more of its parts may follow its end.
     */
    closeInside({ owner, isShared, isLast }) {
      while (stack.length > 0 && stack.at(-1)?.part !== owner) closeInnermost();
      if (isLast && isShared) closeInnermost();
    },
  };

  /** Removes the boundary of the innermost open part. */
  function closeInnermost(): void {
    const innermost = stack.pop();
    if (!innermost) return;
    const parts = partsByBoundary.get(innermost.boundary);
    parts?.pop();
    if (parts?.length === 0) partsByBoundary.delete(innermost.boundary);
  }
}

/** Returns whether a line starts with `--` and is short enough for a delimiter. */
function canBeDelimiter(line: Buffer): boolean {
  return line[0] === DASH && line[1] === DASH && line.length <= MAX_DELIMITER_LENGTH;
}
