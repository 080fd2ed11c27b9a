import { addClassStyles, type ClassStyles, computeStyle, isVisible, type TextStyle } from "./style.ts";
import { createTagScanner, type Tag } from "./tags.ts";

/** Elements without content and closing tag. */
const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Elements with an optional closing tag, and the tags that end them implicitly. */
const implicitEnds: Record<string, RegExp> = {
  p: /^(?:p|div|table|ul|ol|dl|h[1-6]|blockquote|center|pre|form|section|article|hr|address)$/,
  li: /^li$/,
  td: /^(?:td|th|tr|tbody)$/,
  th: /^(?:td|th|tr|tbody)$/,
  tr: /^(?:tr|tbody)$/,
  dt: /^d[dt]$/,
  dd: /^d[dt]$/,
  option: /^option$/,
};
/** Closing tags of other elements do not reach beyond these (HTML parsing scopes). */
const scopeElement = /^(?:td|th|table|caption)$/;
/** Open elements to search for the one that a closing tag closes. */
const maxCloseDepth = 200;

interface OpenElement {
  name: string;
  start: number;
  style: TextStyle;
  /** Start of its tag, if this element hides its content; else `null`. */
  hiddenFrom: number | null;
}

interface HiddenRanges {
  ranges: [from: number, to: number][];
  /** Start positions of elements that are never closed. */
  unclosed: Set<number>;
  /** Whether an unclosed element hides its content. */
  hasUnclosedHidden: boolean;
}

export interface RemoveHiddenOptions {
  /** Maximum number of tags to read; the rest of the page stays unchanged. @default 100_000 */
  maxTags?: number;
}

/**
 * Removes what a person does not see: `hidden`, `display: none`, zero size or opacity, text in the background colour or off
 * screen, `<template>`, comments. Everything else stays unchanged. An unclosed element hides nothing, else one missing tag
 * would remove the whole page.
 */
export function removeHidden(html: string, { maxTags = 100_000 }: RemoveHiddenOptions = {}): string {
  let hidden = findHidden(html, new Set(), maxTags);
  // Only the end of the page shows which elements are unclosed, so a second pass ignores them.
  if (hidden.hasUnclosedHidden) hidden = findHidden(html, hidden.unclosed, maxTags);
  if (hidden.ranges.length === 0) return html;
  const visible: string[] = [];
  let position = 0;
  for (const [from, to] of hidden.ranges) {
    visible.push(html.slice(position, from));
    position = to;
  }
  visible.push(html.slice(position));
  return visible.join("");
}

/** Finds the ranges of a page that are not visible. Elements whose tags start at a position in `ignored` hide nothing. */
function findHidden(html: string, ignored: Set<number>, maxTags: number): HiddenRanges {
  const scanner = createTagScanner(html);
  const classes: ClassStyles = new Map();
  const hasStyleSheet = /<style\b/i.test(html);
  const pageStyle: TextStyle = {
    isRemoved: false,
    isInvisible: false,
    isTiny: false,
    isIndentedAway: false,
    color: null,
    // A style sheet may set the background with selectors that are not evaluated here.
    background: hasStyleSheet && /background/i.test(html) ? null : "ffffff",
  };
  const ranges: HiddenRanges["ranges"] = [];
  const openElements: OpenElement[] = [];
  /** How many elements of each name are open: most closing tags without an open element are found without a search. */
  const openCounts = new Map<string, number>();
  const currentStyle = () => openElements.at(-1)?.style ?? pageStyle;

  /** Adds a range that starts at or after the last one, or contains it. Merges overlapping and adjacent ranges. */
  function addRange(from: number, to: number) {
    if (to <= from) return;
    // Drops the ranges inside the new one.
    while ((ranges.at(-1)?.[0] ?? -1) >= from) ranges.pop();
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }

  /** Closes the innermost open element. If it hides its content, everything up to `end` is hidden. */
  function closeInnermost(end: number) {
    const element = openElements.pop();
    if (!element) return;
    openCounts.set(element.name, (openCounts.get(element.name) ?? 1) - 1);
    if (element.hiddenFrom !== null) addRange(element.hiddenFrom, end);
  }

  /** Closes the innermost element with the name of a closing tag, and all elements inside it. Ignores a tag that closes none. */
  function closeElement({ name, start, end }: Tag) {
    if (!openCounts.get(name)) return;
    const firstIndex = Math.max(0, openElements.length - maxCloseDepth);
    for (let index = openElements.length - 1; index >= firstIndex; index -= 1) {
      const element = openElements[index];
      if (element?.name === name) {
        while (openElements.length > index + 1) closeInnermost(start);
        closeInnermost(end);
        return;
      }
      const isTablePart = /^t|^caption/.test(name);
      if (element && scopeElement.test(element.name) && !isTablePart) return;
    }
  }

  let position = 0;
  for (let tagCount = 0; tagCount < maxTags; tagCount += 1) {
    const tag = scanner.next(position);
    if (!tag) break;
    const outerStyle = currentStyle();
    if (!outerStyle.isRemoved && !isVisible(outerStyle)) addRange(position, tag.start);
    position = tag.end;
    if (tag.name === "") {
      if (html.startsWith("<!--", tag.start)) addRange(tag.start, tag.end);
      continue;
    }
    if (tag.isClosing) {
      if (tag.name === "a" && !isVisible(outerStyle)) addRange(tag.start, tag.end);
      closeElement(tag);
      continue;
    }
    position = scanner.skip(tag);
    const isSkipped = position > tag.end;
    if (isSkipped) {
      if (tag.name === "style" && !outerStyle.isRemoved) addClassStyles(html.slice(tag.end, position), classes);
      if (tag.name === "template") addRange(tag.start, position);
      continue;
    }
    const innermost = openElements.at(-1);
    if (innermost && implicitEnds[innermost.name]?.test(tag.name)) closeInnermost(tag.start);
    const parentStyle = currentStyle();
    const ownStyle = parentStyle.isRemoved ? parentStyle : computeStyle(tag.attributes, parentStyle, classes);
    const isHiding = ownStyle.isRemoved && !parentStyle.isRemoved;
    const isIgnored = isHiding && ignored.has(tag.start);
    const style = isIgnored ? { ...ownStyle, isRemoved: false } : ownStyle;
    if (voidElement.test(tag.name)) {
      if (style.isRemoved || !isVisible(parentStyle)) addRange(tag.start, tag.end);
      continue;
    }
    if (tag.name === "a" && !style.isRemoved && !isVisible(style)) addRange(tag.start, tag.end);
    if (tag.attributes.endsWith("/")) continue;
    openElements.push({
      name: tag.name,
      start: tag.start,
      style,
      hiddenFrom: isHiding && !isIgnored ? tag.start : null,
    });
    openCounts.set(tag.name, (openCounts.get(tag.name) ?? 0) + 1);
  }
  return {
    ranges,
    unclosed: new Set(openElements.map(({ start }) => start)),
    hasUnclosedHidden: openElements.some(({ hiddenFrom }) => hiddenFrom !== null),
  };
}
