/** Surroundings of a text that decide how it is written. */
export interface TextContext {
  /** Marks of the quotes and lists around the text, at the start of each line. */
  prefix: string;
  /** Whether white space and line ends are kept, as in `<pre>`. */
  isPreformatted: boolean;
}

/** Text of a page, written line by line. A copy is a checkpoint, and costs nothing: strings are immutable. */
export interface TextLayout {
  text: string;
  /** Line breaks before the next text. At most 2, so that at most one line stays empty. */
  breaks: number;
  /** White space before the next text of the same line. */
  space: string;
  /** Whether the line has only a non-breaking space so far, which makes it an empty line. */
  isBlankLine: boolean;
  /** Prefix of the last line. */
  linePrefix: string;
  /** Prefixes of the lines of a list item without text so far: of the first, which has the marker, and of the others. */
  item: { first: string; others: string } | null;
  /** Words of the open link and the offset of the first, which is -1 before it; `null` outside of links. Never changed. */
  words: { readonly text: string; readonly start: number } | null;
  /** Characters that prefixes and rules may still add, so that no page makes a huge text. */
  remainingAddition: number;
}

/** Deeper quotes and lists are not marked: nobody could read them, and each of their lines would grow. */
const maxPrefixLength = 40;

/** Appends a mark to a prefix, unless it is too long already. */
export function extendPrefix(prefix: string, mark: string): string {
  return prefix.length + mark.length > maxPrefixLength ? prefix : prefix + mark;
}

/**
 * Writes the text between two tags. White space collapses to one blank, except in preformatted text. So do non-breaking spaces, with
 * which mails indent and pad, although browsers keep them. A line of non-breaking spaces alone is written as an empty line. White space at
 * the end is only noted (`space`): it is written before the next words, unless the line ends first.
 */
export function writeText(layout: TextLayout, decoded: string, context: TextContext): void {
  if (context.isPreformatted) {
    writePreformatted(layout, decoded, context);
    return;
  }
  const words = decoded.trim();
  if (words === "") {
    const isLineStart = layout.breaks > 0;
    if (isLineStart && decoded.includes("\u00a0")) layout.isBlankLine = true;
    if (decoded !== "") layout.space = " ";
    return;
  }
  if (!decoded.startsWith(words)) layout.space = " ";
  // Other blanks, such as the narrow one in a number, are kept.
  append(layout, words.replace(/[ \t\n\f\r\u00a0]+/g, " "), context);
  if (!decoded.endsWith(words)) layout.space = " ";
}

/** Writes text as it is, with its line breaks. */
function writePreformatted(layout: TextLayout, text: string, context: TextContext): void {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (index > 0) breakLine(layout);
    const words = line.replaceAll("\u00a0", " ").trimEnd();
    if (words !== "") append(layout, words, context);
    // Blanks at the end of a line are written only if more text follows on it.
    layout.space += line.slice(words.length);
  }
}

/** Writes a horizontal rule as dashes, unless the rules and prefixes of the page so far have used up what they may add to its text. */
export function writeRule(layout: TextLayout, context: TextContext): void {
  const rule = limitAddition(layout, "-".repeat(40));
  if (rule !== "") append(layout, rule, context);
}

/** Ends the line, as `<br>` does. One break leaves no line empty, two leave one, and further ones have no effect. */
export function breakLine(layout: TextLayout): void {
  // No margin: the break itself is added below.
  endLine(layout, 0);
  layout.breaks = Math.min(2, layout.breaks + 1);
}

/** Ends the line; a `margin` of 2 line breaks leaves one empty. As in browsers, only the largest of adjacent margins counts. */
export function endLine(layout: TextLayout, margin: number): void {
  // A line with only a non-breaking space is an empty line, and counts as one more break.
  const breaks = layout.isBlankLine ? layout.breaks + 1 : layout.breaks;
  layout.breaks = Math.max(Math.min(2, breaks), margin);
  layout.isBlankLine = false;
  layout.space = "";
}

/** Writes `marker` before the next text of a list item, unless the lists are too deep. Returns the prefix of its further lines. */
export function startItem(layout: TextLayout, prefix: string, marker: string): string {
  const furtherPrefix = extendPrefix(prefix, " ".repeat(marker.length));
  const isTooDeep = furtherPrefix === prefix;
  // `extendPrefix` adds nothing to a too long prefix. `nextPrefix`, because an item that begins with a list has the markers of both.
  if (!isTooDeep) layout.item = { first: nextPrefix(layout, prefix) + marker, others: furtherPrefix };
  return furtherPrefix;
}

/** Appends words, which begin and end with visible characters, or begin with the blanks of preformatted text. */
function append(layout: TextLayout, words: string, { prefix, isPreformatted }: TextContext): void {
  const isLineStart = layout.breaks > 0 || layout.text === "";
  const isIndentation = isLineStart && isPreformatted;
  const writtenSpace = isLineStart && !isIndentation ? "" : layout.space;
  if (isLineStart) startLine(layout, prefix);
  const separatorInLink = isLineStart ? " " : writtenSpace; // in a link, a line break counts as a blank
  collectWords(layout, words, separatorInLink, layout.text.length + writtenSpace.length);
  layout.text += writtenSpace + words;
  layout.space = "";
  layout.isBlankLine = false;
}

/**
 * Adds words that are written to the page's text to the words of the open link, if there is one. `separator` is the white space before
 * them, which the first words do not get. `offset` is the position of `words` in the page's text: the link starts at its first.
 */
function collectWords(layout: TextLayout, words: string, separator: string, offset: number): void {
  if (!layout.words) return;
  const { text, start } = layout.words;
  const isFirst = start < 0;
  layout.words = isFirst ? { text: words, start: offset } : { text: text + separator + words, start };
}

/**
 * Begins a line with its prefix, such as `> ` in a quote, after an empty line if a paragraph has ended. The first line of a list item
 * has the item's marker (`layout.item`), which is cleared then, so that the next lines are only indented.
 */
function startLine(layout: TextLayout, contextPrefix: string): void {
  const prefix = limitAddition(layout, nextPrefix(layout, contextPrefix));
  if (layout.text !== "") {
    // Between two quotes of different depth, the empty line belongs to the outer one.
    const outer = contextPrefix.length < layout.linePrefix.length ? contextPrefix : layout.linePrefix;
    layout.text += layout.breaks > 1 ? `\n${limitAddition(layout, outer.trimEnd())}\n` : "\n";
  }
  layout.text += prefix;
  layout.item = null;
  layout.linePrefix = contextPrefix;
  layout.breaks = 0;
}

/** Returns the prefix of the next line: `prefix`, or for the first text of a list item the one with its marker. */
function nextPrefix({ item }: TextLayout, prefix: string): string {
  return item && prefix.startsWith(item.others) ? item.first + prefix.slice(item.others.length) : prefix;
}

/**
 * Returns the `addition` to the text, such as the `> ` of a quote's line or the dashes of a rule, and counts its characters. Returns ""
 * beyond the limit: no page may make a huge text.
 */
function limitAddition(layout: TextLayout, addition: string): string {
  if (addition.length > layout.remainingAddition) return "";
  layout.remainingAddition -= addition.length;
  return addition;
}
