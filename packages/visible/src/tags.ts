import { decodeEntities } from "./entities.ts";

/** Tag with its position in the page. */
export interface Tag {
  /** In lower case; empty for comments and declarations. */
  name: string;
  isClosing: boolean;
  /** Text between the name and the end of the tag. */
  attributes: string;
  start: number;
  end: number;
}

/** Maximum length of a tag's attributes; the rest is ignored. */
const maxAttributesLength = 65_536;
/** Text with more quoted values is not a tag. */
const maxQuotedValues = 10_000;

/** Elements whose content is neither markup nor visible text. */
const nonContentElement = /^(?:script|style|title|template|xml)$/;
const tagStart = /<(?:!--|(\/?)([a-z][a-z0-9:-]{0,40})|[!?/])/gi;

/** Creates a scanner that reads tags from left to right in linear time, also for hostile pages. */
export function createTagScanner(html: string): { next(from: number): Tag | null; skip(tag: Tag): number } {
  const lastQuotes = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") };
  const unclosedNames = new Set<string>();

  function findTagEnd(from: number): number {
    let at = from;
    for (let values = 0; values < maxQuotedValues; values += 1) {
      quoteOrTagEnd.lastIndex = at;
      const found = quoteOrTagEnd.exec(html);
      if (!found) return -1;
      at = found.index + found[0].length;
      if (found[0] === ">") return at;
      const quote = found[0].endsWith('"') ? '"' : "'";
      // An unclosed quote must not swallow the rest of the page.
      if (at <= lastQuotes[quote]) at = html.indexOf(quote, at) + 1;
    }
    return -1;
  }

  return {
    next(from) {
      tagStart.lastIndex = from;
      const found = tagStart.exec(html);
      if (!found) return null;
      const { index: start } = found;
      const name = found[2]?.toLowerCase() ?? "";
      const head = start + found[0].length;
      const comment = found[0] === "<!--";
      const closing = comment ? html.indexOf("-->", head - 2) : name === "" ? html.indexOf(">", head) : -1;
      const end = name === "" ? (closing < 0 ? -1 : closing + (comment ? 3 : 1)) : findTagEnd(head);
      if (end < 0) return comment ? { name, isClosing: false, attributes: "", start, end: html.length } : null;
      return {
        name,
        isClosing: found[1] === "/",
        attributes: html.slice(head, Math.min(end - 1, head + maxAttributesLength)),
        start,
        end,
      };
    },

    /** Returns the end of an element such as `<script>`, else the end of the tag. Unclosed elements are not skipped. */
    skip({ name, isClosing, attributes, end }) {
      if (isClosing || !nonContentElement.test(name) || unclosedNames.has(name) || attributes.endsWith("/")) return end;
      const closing = new RegExp(`</${name}(?=[\\s>/])[^>]{0,100}>`, "gi");
      closing.lastIndex = end;
      const found = closing.exec(html);
      if (!found) unclosedNames.add(name);
      return found ? found.index + found[0].length : end;
    },
  };
}

const quoteOrTagEnd = /=\s*["']|>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;

/** Returns the named attributes of a tag with entities decoded; the first of each name wins. */
export function attributesOf<Name extends string>(
  attributes: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  if (attributes.length < 2) return found;
  for (const [, written, double, single, bare] of attributes.matchAll(attribute)) {
    const name = names.find((each) => each === written?.toLowerCase());
    if (name && found[name] === undefined) found[name] = decodeEntities(double ?? single ?? bare ?? "");
  }
  return found;
}
