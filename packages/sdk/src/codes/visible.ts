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

/** Longer texts are cut: no message a person reads comes near it, and the cost of hostile ones stays bounded. */
export const readLimit = 100_000;

const skipped = new Set("style script head title noscript template svg select".split(" "));
const inline = new Set(
  "a abbr b bdi big code em font i kbd mark o:p s small span strong sub sup tt u wbr img".split(" "),
);
const hiddenStyle =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d])/i;
const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "...",
  copy: "©",
  euro: "€",
  pound: "£",
  num: "#",
  colon: ":",
  bull: "•",
  zwnj: "",
  zwj: "",
  shy: "",
};

/** Whether a text is HTML although nobody said so. */
export function looksLikeHtml(text: string): boolean {
  return /<(?:!doctype html|\/?(?:html|body|p|div|table|td|br|a|span)\b)[^<>]{0,400}>/i.test(text.slice(0, 20_000));
}

/** The visible text of an HTML message: block tags end a line, inline ones do not, hidden parts are gone. */
export function toVisible(html: string): Visible {
  const anchors: Anchor[] = [];
  // Elements found to have no end are not searched for again: hostile nesting would cost the square of its length.
  const endless = new Set<string>();
  let text = "";
  let open: Anchor | undefined;
  let at = 0;
  while (at < html.length && text.length < readLimit) {
    const tagAt = html.indexOf("<", at);
    text = append(text, html.slice(at, tagAt < 0 ? Math.min(html.length, at + readLimit) : tagAt));
    if (tagAt < 0) break;
    if (html.startsWith("<!--", tagAt)) {
      at = after(html, "-->", tagAt);
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9:]*)/i.exec(html.slice(tagAt, tagAt + 24))?.[1]?.toLowerCase();
    if (!name && html[tagAt + 1] !== "!" && html[tagAt + 1] !== "?" && html[tagAt + 1] !== "/") {
      text += "<";
      at = tagAt + 1;
      continue;
    }
    at = after(html, ">", tagAt);
    if (!name) continue;
    const closing = html[tagAt + 1] === "/";
    const tag = html.slice(tagAt, Math.min(at, tagAt + 8_000));
    if (!closing && !endless.has(name) && (skipped.has(name) || isHidden(tag, name))) {
      const end = afterElement(html, name, at);
      if (end === undefined) endless.add(name);
      at = end ?? at;
      continue;
    }
    if (name === "a") {
      if (open) open.label = text.slice(open.at).trim();
      open = undefined;
      const url = closing ? undefined : attribute(tag, "href");
      if (url) {
        open = { url, label: "", at: text.length };
        anchors.push(open);
      }
    }
    if (name === "img" && open) text = append(text, attribute(tag, "alt") ?? "");
    if (name === "td" || name === "th") text = append(text, " ");
    else if (!inline.has(name) && !text.endsWith("\n")) text += "\n";
  }
  if (open) open.label = text.slice(open.at).trim();
  return { text, anchors };
}

/** Decodes the entities mails use; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi, (whole, hex, decimal, name) => {
    // An accented letter may as well be its bare one: words are matched without accents.
    if (name)
      return entities[name] ?? /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron)$/i.exec(name)?.[1] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : "";
  });
}

function append(text: string, piece: string): string {
  const words = decodeEntities(piece).replace(/[ \t\r\n\f\u00a0]+/g, " ");
  if (words === "" || (words === " " && (text === "" || /\s$/.test(text.slice(-1))))) return text;
  return text + (text.endsWith("\n") ? words.trimStart() : words);
}

function after(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at < 0 ? html.length : at + end.length;
}

function isHidden(tag: string, name: string): boolean {
  if (name === "br" || name === "img" || name === "input" || name === "meta" || name === "hr" || tag.endsWith("/>"))
    return false;
  const style = attribute(tag, "style");
  return (style !== undefined && hiddenStyle.test(style)) || /\shidden(?:\s|>|=)/i.test(tag);
}

function afterElement(html: string, name: string, from: number): number | undefined {
  const tags = new RegExp(`<(/?)${name}\\b`, "gi");
  tags.lastIndex = from;
  let depth = 1;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    if (match[1]) depth -= 1;
    else if (!skipped.has(name)) depth += 1;
    if (depth === 0) return after(html, ">", match.index);
  }
  return undefined;
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decodeEntities(value).trim();
}
