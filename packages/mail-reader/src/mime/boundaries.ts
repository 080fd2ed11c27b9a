import type { OpenPart } from "./mime-part.ts";

/** A line that ends a part of this multipart, or the multipart itself. */
export interface Delimiter {
  owner: OpenPart;
  isLast: boolean;
  /** All open multiparts with this boundary; broken mail uses one boundary for two of them. */
  owners: OpenPart[];
}

/** Tracks the open multiparts and their boundaries. */
export interface Boundaries {
  add(boundary: string, part: OpenPart): void;
  /** Returns the delimiter if the line is one of any open multipart. */
  findDelimiter(line: Buffer): Delimiter | null;
  /** Closes the multiparts inside the delimiter's multipart. */
  closeInside(delimiter: Delimiter): void;
}

const MAX_LINE_LENGTH = 1000;
const DASH = 0x2d;

export function createBoundaries(): Boundaries {
  const byName = new Map<string, OpenPart[]>();
  /** Outermost first. */
  const stack: { boundary: string; part: OpenPart }[] = [];

  function closeTop(): void {
    const top = stack.pop();
    if (!top) return;
    const owners = byName.get(top.boundary);
    owners?.pop();
    if (owners?.length === 0) byName.delete(top.boundary);
  }

  return {
    add(boundary, part) {
      stack.push({ boundary, part });
      byName.set(boundary, [...(byName.get(boundary) ?? []), part]);
    },
    findDelimiter(line) {
      if (line[0] !== DASH || line[1] !== DASH || byName.size === 0 || line.length > MAX_LINE_LENGTH) return null;
      const name = line.toString("latin1", 2).trimEnd();
      const isLast = !byName.has(name) && name.endsWith("--");
      const owners = byName.get(isLast ? name.slice(0, -2) : name);
      const owner = owners?.at(-1);
      return owners && owner ? { owner, owners, isLast } : null;
    },
    closeInside({ owner, owners, isLast }) {
      for (let top = stack.at(-1); top && top.part !== owner; top = stack.at(-1)) closeTop();
      // A shared boundary's end closes the inner multipart only; otherwise parts may still follow a premature end.
      if (isLast && owners.length > 1) closeTop();
    },
  };
}
