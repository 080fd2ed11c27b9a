import type { Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { between, partAround } from "./sentences.ts";
import type { Piece } from "./shapes.ts";

/** A word for a code that means one here, and how much it speaks for what stands by it. */
export interface Keyword extends Term {
  weight: number;
}

/** The keywords that speak of a code in this very message: neither in a warning nor a discount's name. */
export function liveKeywords({ plain: text, folded }: Reading, terms: Term[], pieces: Piece[]): Keyword[] {
  const living: Keyword[] = [];
  const last = pieces.at(-1)?.end ?? -1_000;
  for (const term of terms) {
    // No piece is near enough to what comes later.
    if (term.start > last + 400) break;
    if (term.kind !== "strong" && term.kind !== "code") continue;
    const part = partAround(text, term);
    const held = between(pieces, part.start, part.end);
    let weight = term.kind === "strong" ? 6 : 5;
    let lives = term.kind === "strong" || !isLasting(folded, term);
    let promises = false;
    for (const near of between(terms, term.start - 160, term.end + 160)) {
      const distance = Math.max(term.start - near.end, near.start - term.end);
      const inPart = near.start >= part.start && near.end <= part.end;
      if (near.kind === "verify" && distance < 40) weight = Math.max(weight, 5.6);
      if (near.kind === "share" && inPart && warns(text, held, term, near)) lives = false;
      if (term.kind === "strong") continue;
      if (near.kind === "other" && distance < 5 && inPart) lives = false;
      if (near.kind !== "goods") continue;
      if (distance < 12 && inPart) lives = false;
      promises = true;
    }
    if (lives) living.push({ ...term, weight: promises && weight === 5 ? 3 : weight });
  }
  return living;
}

/** A network's password, or one that was changed, is kept and not typed once. */
function isLasting(folded: string, { start, end }: Term): boolean {
  return (
    /^(?:passw|kennw|contr|parol|hasl)/.test(folded.slice(start, end)) &&
    /wi-?fi|wlan|changed|geand|modif|cambia|zmien|izmen/.test(folded.slice(Math.max(0, start - 8), end + 20))
  );
}

function warns(text: string, held: Piece[], keyword: Term, share: Term): boolean {
  if (held.length === 0) return true;
  return (
    share.start < keyword.start &&
    !held.some(
      ({ start }) => start >= keyword.end && (start - keyword.end < 12 || /:\s*$/.test(text.slice(keyword.end, start))),
    )
  );
}
