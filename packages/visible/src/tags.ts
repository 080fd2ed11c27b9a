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

export interface TagScanner {
  /** Returns the next tag, comment or declaration at or after a position; `null` if there is none. */
  next(from: number): Tag | null;
  /** Returns the end of an element such as `<script>`, else the end of the tag. Unclosed elements are not skipped. */
  skip(tag: Tag): number;
}

/** Maximum length of a tag's attributes; the rest is ignored. */
const maxAttributesLength = 65_536;
/** Text with more quoted values is not a tag. */
const maxQuotedValues = 10_000;

/** Elements whose content is neither markup nor visible text. */
const nonContentElement = /^(?:script|style|title|template|xml)$/;
const tagStart = /<(?:!--|(\/?)([a-z][a-z0-9:-]{0,40})|[!?/])/gi;

/** Creates a scanner that reads tags from left to right in linear time, also for hostile pages. */
export function createTagScanner(html: string): TagScanner {
  const lastQuotes = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") };
  /** Names that are not closed anywhere after a tag, so that the page is not searched again for each tag. */
  const unclosedNames = new Set<string>();

  /**
   * Returns the position after the ">" that ends a tag, or -1 if nothing does or it has too many values. Skips quoted values, from `="` or
   * `='` to the next quote of that kind, because they may contain ">".
   */
  function findTagEnd(attributesStart: number): number {
    if (html[attributesStart] === ">") return attributesStart + 1;
    let position = attributesStart;
    for (let values = 0; values < maxQuotedValues; values += 1) {
      quoteOrTagEnd.lastIndex = position;
      const match = quoteOrTagEnd.exec(html);
      if (!match) return -1;
      position = match.index + match[0].length;
      if (match[0] === ">") return position;
      const quote = match[0].endsWith('"') ? '"' : "'";
      // A quote is unclosed if it is the page's last of its kind. It must not swallow the rest of the page.
      if (position <= lastQuotes[quote]) position = html.indexOf(quote, position) + 1;
    }
    return -1;
  }

  /** Returns the position after `terminator`, or -1 if it is missing. */
  function findAfter(terminator: string, from: number): number {
    const index = html.indexOf(terminator, from);
    return index < 0 ? -1 : index + terminator.length;
  }

  return {
    /** Returns the next tag or comment from an offset; `null` after the last, or if a tag is not closed. */
    next(from) {
      tagStart.lastIndex = from;
      const match = tagStart.exec(html);
      if (!match) return null;
      const { 0: opening, 1: slash, 2: name = "", index: start } = match;
      const attributesStart = start + opening.length;
      if (opening === "<!--") {
        // The dashes of `<!-->` open and close it. An unclosed comment extends to the end of the page.
        const end = findAfter("-->", attributesStart - 2);
        return { name: "", isClosing: false, attributes: "", start, end: end < 0 ? html.length : end };
      }
      const isDeclaration = name === "";
      const end = isDeclaration ? findAfter(">", attributesStart) : findTagEnd(attributesStart);
      if (end < 0) return null;
      return {
        name: name.toLowerCase(),
        isClosing: slash === "/",
        attributes: html.slice(attributesStart, Math.min(end - 1, attributesStart + maxAttributesLength)),
        start,
        end,
      };
    },

    /** Returns the offset after a tag; for a script, a style and the like, the offset after its closing tag if there is one. */
    skip({ name, isClosing, attributes, end }) {
      const isSelfClosing = attributes.endsWith("/");
      const hasContent = !isClosing && !isSelfClosing;
      if (!hasContent || !nonContentElement.test(name) || unclosedNames.has(name)) return end;
      // The name needs no escaping. The bound, and the memory of names that nothing closes, keep the cost linear for hostile pages.
      const closingTag = new RegExp(`</${name}(?=[\\s>/])[^>]{0,100}>`, "gi");
      closingTag.lastIndex = end;
      const match = closingTag.exec(html);
      if (!match) unclosedNames.add(name);
      return match ? match.index + match[0].length : end;
    },
  };
}

/** Start of a quoted attribute value, or end of a tag. */
const quoteOrTagEnd = /=\s*["']|>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;

/** Returns the values of these attributes of a tag, with entities decoded. Of several with one name, the first counts. */
export function attributesOf<Name extends string>(
  attributes: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  // Only a blank or a slash: most tags have no attributes.
  if (attributes.length < 2) return values;
  for (const [, originalName, doubleQuoted, singleQuoted, unquoted] of attributes.matchAll(attribute)) {
    const name = names.find((candidate) => candidate === originalName?.toLowerCase());
    if (name && values[name] === undefined)
      values[name] = decodeEntities(doubleQuoted ?? singleQuoted ?? unquoted ?? "");
  }
  return values;
}
