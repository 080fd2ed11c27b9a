import { decodeEntities } from "./entities.ts";

/** A tag of a page, by its place. */
export interface Tag {
  /** In lower case; empty for comments and declarations. */
  name: string;
  closes: boolean;
  /** What stands between the name and the end of the tag. */
  attributes: string;
  start: number;
  end: number;
}

/** What stands behind so much in one tag is not looked at. */
const longestAttributes = 65_536;
/** A tag with more quoted values is none. */
const mostValues = 10_000;

/** Elements whose content is no markup, and nothing a person reads. */
const unread = /^(?:script|style|title|template|xml)$/;
const opening = /<(?:!--|(\/?)([a-z][a-z0-9:-]{0,40})|[!?/])/gi;

/** Reads the tags of a page from left to right; the cost is that of the page, whatever it holds. */
export function createTagReader(html: string): { next(from: number): Tag | null; skip(tag: Tag): number } {
  const last = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") };
  const endless = new Set<string>();

  function endOf(from: number): number {
    let at = from;
    for (let values = 0; values < mostValues; values += 1) {
      stop.lastIndex = at;
      const found = stop.exec(html);
      if (!found) return -1;
      at = found.index + found[0].length;
      if (found[0] === ">") return at;
      const quote = found[0].endsWith('"') ? '"' : "'";
      // A quote without its second half is a slip, and must not swallow the page.
      if (at <= last[quote]) at = html.indexOf(quote, at) + 1;
    }
    return -1;
  }

  return {
    next(from) {
      opening.lastIndex = from;
      const found = opening.exec(html);
      if (!found) return null;
      const { index: start } = found;
      const name = found[2]?.toLowerCase() ?? "";
      const head = start + found[0].length;
      const comment = found[0] === "<!--";
      const closing = comment ? html.indexOf("-->", head - 2) : name === "" ? html.indexOf(">", head) : -1;
      const end = name === "" ? (closing < 0 ? -1 : closing + (comment ? 3 : 1)) : endOf(head);
      if (end < 0) return comment ? { name, closes: false, attributes: "", start, end: html.length } : null;
      return {
        name,
        closes: found[1] === "/",
        attributes: html.slice(head, Math.min(end - 1, head + longestAttributes)),
        start,
        end,
      };
    },

    /** Where what a tag opens is over, if nobody reads it; else its own end. What is never closed hides nothing. */
    skip({ name, closes, attributes, end }) {
      if (closes || !unread.test(name) || endless.has(name) || attributes.endsWith("/")) return end;
      const closing = new RegExp(`</${name}(?=[\\s>/])[^>]{0,100}>`, "gi");
      closing.lastIndex = end;
      const found = closing.exec(html);
      if (!found) endless.add(name);
      return found ? found.index + found[0].length : end;
    },
  };
}

const stop = /=\s*["']|>/g;
const pair = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;

/** The attributes of a tag that are asked for, entities decoded; the first of a name counts. */
export function attributesOf<Name extends string>(
  attributes: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  if (attributes.length < 2) return found;
  for (const [, written, double, single, bare] of attributes.matchAll(pair)) {
    const name = names.find((each) => each === written?.toLowerCase());
    if (name && found[name] === undefined) found[name] = decodeEntities(double ?? single ?? bare ?? "");
  }
  return found;
}
