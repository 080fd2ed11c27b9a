import type { Facts } from "./facts.ts";
import { isRunning } from "./letters.ts";
import { kinds, type Term } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { between, type Span, sentenceAround } from "./sentences.ts";

/** Returns the kind of code that a word for "number" or "digits" means here, or `undefined`. */
export function numberMeant(
  { plain }: Reading,
  terms: Term[],
  facts: Facts,
  term: Term,
  label: Span,
): "safe" | "checked" | "typed" | undefined {
  const beside = between(terms, label.start, label.end).filter(
    (near) => near.is & (kinds.safe | kinds.check) && near.start !== term.start && isJoined(plain, terms, term, near),
  );
  if (beside.some(({ is }) => is & kinds.safe)) return "safe";
  const speaks = ({ is }: Term) =>
    is & (kinds.verify | kinds.share | kinds.enter) && !(is & (kinds.check | kinds.label));
  if (beside.length > 0) return between(terms, term.start - 400, term.end + 400).some(speaks) ? "checked" : undefined;
  if (!(term.is & kinds.digits)) return undefined;
  const named = between(terms, label.start, label.end).some(({ is }) => is & kinds.verify);
  if (named && !(term.is & kinds.number) && facts.amounts === 0) return "typed";
  const sentence = sentenceAround(plain, term);
  const around = between(terms, sentence.start, sentence.end);
  const said = (kind: number) => around.some(({ is, start }) => is & kind && start !== term.start);
  return said(kinds.enter) && (said(kinds.verify) || (facts.amounts === 0 && !facts.trades)) ? "typed" : undefined;
}

/** Nothing but a joining word or whose it is parts them: `número de segurança`, `Numri juaj i sigurisë`, `מספר האבטחה`. */
function isJoined(text: string, terms: Term[], one: Term, other: Term): boolean {
  const start = Math.min(one.end, other.end);
  const end = Math.max(one.start, other.start);
  if (end - start > 30) return false;
  let gap = text.slice(start, end);
  if (isRunning(text.charCodeAt(one.start))) return gap.length < 3;
  for (const near of between(terms, start, end))
    if (near.is & kinds.own) gap = gap.replace(text.slice(near.start, near.end), "");
  return /^[\s'’-]*(?:\p{L}{1,4}[\s'’-]+){0,2}\p{L}{0,2}$/u.test(gap);
}
