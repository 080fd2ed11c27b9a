import { cleanLine } from "./clean.ts";
import { costOf, cutByCost } from "./cost.ts";
import { hostOf, type Link } from "./links.ts";

/** What one answer gives of a message: text in which links are numbers, and the links whole. */
export interface Part {
  text: string;
  links: string[];
}

/** Most of one part, in tokens; what stands around it and what is counted too low find room beside it. */
const mostOfPart = 1_950;
/** What a link costs beside its address and host. */
const linkFrame = 10;
const reference = 4;

/** A message in parts that no context is flooded by. Nothing is lost, and every link is whole. */
export function toParts(body: string, links: readonly Link[]): Part[] {
  const parts: Part[] = [];
  let part: Part = { text: "", links: [] };
  let left = mostOfPart;
  const flush = () => {
    parts.push(part);
    part = { text: "", links: [] };
    left = mostOfPart;
  };

  for (const piece of toPieces(withOthers(body, links))) {
    const known = part.links.indexOf(piece.link) + 1;
    const cost = known > 0 ? reference : costOf(piece.link) + costOf(hostOf(piece.link)) + linkFrame;
    if (piece.link === "") addText(piece.text);
    else {
      // A link that is longer than a part stands in one alone: cut in two, it would lead nowhere.
      if (cost > left && part.text !== "") flush();
      addLink(piece, cost);
    }
  }
  if (part.text !== "" || parts.length === 0) flush();
  return parts;

  function addLink({ text, link }: Piece, cost: number): void {
    let index = part.links.indexOf(link);
    if (index < 0) index = part.links.push(link) - 1;
    part.text += `[${index + 1}]`;
    left -= cost;
    // What stood behind the address and is none of it.
    const rest = text.startsWith("[") ? "" : text.slice(link.length);
    if (rest !== "") addText(rest);
  }

  function addText(text: string): void {
    for (let from = 0; from < text.length; ) {
      const chunk = cutByCost(text, left, from);
      if (chunk === "" || from + chunk.length < text.length) {
        part.text += chunk;
        from += chunk.length;
        flush();
        continue;
      }
      part.text += chunk;
      left -= costOf(chunk);
      from = text.length;
    }
  }
}

interface Piece {
  text: string;
  /** Empty where the piece is none. */
  link: string;
}

/** HTML that became text has links in brackets of its own, and sentences end behind them. */
const address = /\[(https?:\/\/[^\s<>"')\]]{1,8192})\]|https?:\/\/[^\s<>"')\]]{1,8192}/gi;

function* toPieces(text: string): Generator<Piece> {
  let from = 0;
  for (const { 0: found, 1: inner, index } of text.matchAll(address)) {
    if (index > from) yield { text: text.slice(from, index), link: "" };
    yield { text: found, link: inner ?? withoutMarks(found) };
    from = index + found.length;
  }
  if (from < text.length) yield { text: text.slice(from), link: "" };
}

/** An address without what ends the sentence around it. By steps: an expression would try each mark of a long run anew. */
function withoutMarks(found: string): string {
  let end = found.length;
  while (end > 0 && ".,;:!?".includes(found[end - 1] ?? "")) end -= 1;
  return found.slice(0, end);
}

/** The text, and behind it the links that a person would see and that it does not spell out. */
function withOthers(body: string, links: readonly Link[]): string {
  const spelt = new Set([...toPieces(body)].map(({ link }) => link));
  const others = links.filter(({ url }) => !spelt.has(url));
  if (others.length === 0) return body;
  return `${body}\n${others.map(({ url, text }) => `\n${cleanLine(text)} [${url.replace(/[\s\]]/g, encodeURIComponent)}]`).join("")}`;
}
