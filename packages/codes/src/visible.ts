/** A link of an HTML message with the words on it. */
export interface Anchor {
  url: string;
  label: string;
  /** Where its words begin in the visible text. */
  at: number;
}

/** What a reader sees of an HTML message. */
export interface Visible {
  text: string;
  anchors: Anchor[];
}

/** Longer texts are cut, and more tags: no message a person reads comes near it, and the cost of hostile ones stays bounded. */
export const readLimit = 50_000;
/** Elements without an end that are searched for one; each search may read the whole message. */
const endlessLimit = 3;

const unseen = /^(?:style|script|head|title|noscript|template|svg|select)$/;
const inline = /^(?:a|abbr|b|bdi|code|em|font|i|img|kbd|mark|s|small|span|strong|sub|sup|tt|u|wbr)$/;
const hidden = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i;
const value = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`;
const [href, alt, style] = ["href", "alt", "style"].map((name) => new RegExp(`\\s${name}${value}`, "i")) as [
  RegExp,
  RegExp,
  RegExp,
];
const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  zwnj: "",
  zwj: "",
  shy: "",
};

/** The visible text of an HTML message: block tags end a line, inline ones do not, hidden parts are gone. */
export function toVisible(html: string): Visible {
  const anchors: Anchor[] = [];
  // Elements found to have no end are not searched for again: hostile nesting would cost the square of its length.
  const endless = new Set<string>();
  let text = "";
  let tail = "";
  let open: Anchor | undefined;
  // Looking back into a text that grows by pieces would copy it each time.
  const write = (piece: string) => {
    text += piece;
    tail = (tail + piece).slice(-2);
    if (open) open.label += piece;
  };
  const append = (piece: string) => {
    if (piece === "") return;
    const words = decodeEntities(piece).replace(/[\s\u00a0]+/g, " ");
    write(/^$|\s$/.test(tail) ? words.trimStart() : words);
  };
  const close = () => {
    if (open) open.label = open.label.trim();
    open = undefined;
  };
  const heads = /<(?:!--|(\/?)([a-z][a-z0-9:]*)|[!?/])/gi;
  let at = 0;
  for (let tags = 0; at < html.length && text.length < readLimit && tags < 20_000; tags += 1) {
    heads.lastIndex = at;
    const match = heads.exec(html);
    append(html.slice(at, Math.min(match?.index ?? html.length, at + readLimit)));
    if (!match) break;
    const end = html.indexOf(match[0] === "<!--" ? "-->" : ">", heads.lastIndex);
    // What never ends hides the rest.
    if (end < 0) break;
    const rest = html.slice(heads.lastIndex, Math.min(end, heads.lastIndex + 8_000));
    at = html.indexOf(">", end) + 1;
    const name = match[2]?.toLowerCase();
    if (!name) continue;
    if (!match[1] && !endless.has(name) && (unseen.test(name) || isHidden(rest))) {
      const after = endless.size < endlessLimit ? endOf(html, name, at) : 0;
      if (after) at = after;
      else endless.add(name);
      continue;
    }
    if (name === "a") {
      close();
      const url = match[1] ? "" : attribute(rest, href);
      if (url) {
        open = { url, label: "", at: text.length };
        anchors.push(open);
      }
    }
    if (open && name === "img") append(attribute(rest, alt));
    if (/^t[dh]$/.test(name)) append(" ");
    else if (!inline.test(name) && tail !== "\n\n") write("\n");
  }
  close();
  return { text, anchors };
}

/** Decodes the entities mails use. An accented letter may as well be its bare one: words are matched without accents. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (_, hex, decimal, name) => {
    if (name) return entities[name] ?? /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring)$/i.exec(name)?.[1] ?? " ";
    const point = Number(hex ? `0x${hex}` : decimal);
    return point < 0x110000 ? String.fromCodePoint(point) : "";
  });
}

function isHidden(rest: string): boolean {
  return !rest.endsWith("/") && (hidden.test(attribute(rest, style)) || /\shidden(?:[\s=]|$)/i.test(rest));
}

function endOf(html: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${name}\\b`, "gi");
  tags.lastIndex = from;
  let depth = 1;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    if (match[1]) depth -= 1;
    else if (!unseen.test(name)) depth += 1;
    if (depth === 0) return html.indexOf(">", match.index) + 1;
  }
  return 0;
}

function attribute(rest: string, pattern: RegExp): string {
  const match = pattern.exec(rest);
  return decodeEntities(match?.[1] ?? match?.[2] ?? match?.[3] ?? "").trim();
}
