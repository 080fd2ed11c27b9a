import { listElements, marginAfter, marginBefore, separateElements, voidElements } from "./elements.ts";
import { decodeEntities } from "./entities.ts";
import type { PlacedLink } from "./links.ts";
import { toWebLink } from "./links.ts";
import { closeBefore, closeElement, type OpenElement, type OpenElements, pushElement } from "./open-elements.ts";
import { addLink, closeLink, finishLinks, normalizeHref, openLink, type PageContent } from "./page-links.ts";
import { addClassStyles, type ClassStyles, computeStyle, isVisible, pageStyle } from "./style.ts";
import { attributesOf, createTagScanner, type Tag } from "./tags.ts";
import { breakLine, endLine, extendPrefix, startItem, writeRule, writeText } from "./text-layout.ts";

/** Visible text and links of a page. */
export interface VisibleText {
  text: string;
  /** Links in document order, including bare URLs in the text; `start` and `end` locate their words in `text`. */
  links: PlacedLink[];
}

export interface ReadHtmlOptions {
  /** Stops reading after this many UTF-16 units of text. @default Infinity */
  maxLength?: number;
  /** Stops reading after this many tags. @default Infinity */
  maxTags?: number;
  /** Writes the target of each link after its words, as in `Sign in [https://…]`. @default false */
  showsTargets?: boolean;
}

/** Page while it is read. */
interface Page {
  content: PageContent;
  open: OpenElements;
  classes: ClassStyles;
}

/** Characters of prefixes and rules that even a short page may have. */
const freeAddition = 1_000;

/**
 * Reads a page in one pass: the text that a person sees, with its lines, lists and quotes, and its links. Leaves out what is
 * hidden: `hidden`, `display: none`, zero size or opacity, text in the background colour or off screen, `<template>`, comments.
 */
export function readHtml(html: string, options: ReadHtmlOptions = {}): VisibleText {
  const { maxLength = Number.POSITIVE_INFINITY, maxTags = Number.POSITIVE_INFINITY, showsTargets = false } = options;
  const page = createPage(html, showsTargets);
  const { content, open, classes } = page;
  const scanner = createTagScanner(html);
  let position = 0;
  for (let tagCount = 0; tagCount < maxTags; tagCount += 1) {
    // Not inside a hidden element: its text counts only until its closing tag drops it. Without a closing tag, the text is kept.
    if (content.text.length >= maxLength && open.hidingCount === 0) break;
    const tag = scanner.next(position);
    const source = html.slice(position, Math.min(tag?.start ?? html.length, position + maxLength));
    if (source !== "" && open.innermost.isVisible) writeText(content, decodeEntities(source), open.innermost);
    if (!tag) break;
    position = tag.isClosing ? tag.end : scanner.skip(tag);
    const isComment = tag.name === "";
    const isContentSkipped = position > tag.end;
    if (tag.isClosing) readClosingTag(page, tag.name);
    else if (!isComment && !isContentSkipped) readOpeningTag(page, tag);
    else if (tag.name === "style") addClassStyles(html.slice(tag.end, position), classes);
  }
  const links = finishLinks(content);
  return { text: content.text, links };
}

/** Creates the state of a page before its first tag is read: no text, no links, and only the page itself open. */
function createPage(html: string, showsTargets: boolean): Page {
  const isPlainText = !/<[a-z!/]/i.test(html);
  const root: OpenElement = {
    name: "",
    style: pageStyle(html),
    isVisible: true,
    prefix: "",
    isPreformatted: isPlainText,
    list: null,
    isHiding: false,
    onClose: null,
  };
  const content: PageContent = {
    text: "",
    breaks: 0,
    space: "",
    isBlankLine: false,
    linePrefix: "",
    item: null,
    words: null,
    // Quote marks and list numbers may double the text at most: deeply nested ones would make it huge.
    remainingAddition: html.length + freeAddition,
    openLink: null,
    hasImage: false,
    links: [],
    linkCount: 0,
    showsTargets,
  };
  return { content, open: { stack: [root], innermost: root, counts: new Map(), hidingCount: 0 }, classes: new Map() };
}

/** Closes the element of a closing tag, with the line break that follows it unless it was hidden. */
function readClosingTag(page: Page, name: string): void {
  // Even if no open element is found for it: `<a href="…"/>` opens a link, but no element.
  if (name === "a") closeLink(page.content);
  const element = closeElement(page.open, name);
  if (!element?.isHiding) separate(page, name, marginAfter(name));
}

/**
 * Separates the text before a tag from the text after it: by as many line breaks as its element demands (`margin`; 2 leave a line empty),
 * by a blank, or by nothing. A list in a list begins and ends without an empty line.
 */
function separate({ content, open }: Page, name: string, margin: number): void {
  const isInnerList = open.innermost.list && listElements.has(name);
  if (isInnerList) endLine(content, 1);
  else if (margin > 0) endLine(content, margin);
  else if (name === "br") breakLine(content);
  // Cells and the like, whose texts must not touch.
  else if (separateElements.has(name)) content.space = " ";
}

/**
 * Opens the element of an opening tag with its style. If CSS or `hidden` removes it, its text is undone when it closes. As in XHTML,
 * `<name/>` opens no element. A link starts all the same, up to `</a>`: the slash may end an unquoted URL, as in
 * `<a href=https://x.example/>`.
 */
function readOpeningTag(page: Page, { name, attributes }: Tag): void {
  const { content, open, classes } = page;
  closeBefore(open, name);
  const parent = open.innermost;
  const { style, isRemoved } = computeStyle(attributes, parent.style, classes);
  if (voidElements.has(name)) {
    if (parent.isVisible && !isRemoved) readVoidElement(page, name, attributes);
    return;
  }
  const checkpointBeforeMargin = isRemoved && { ...content };
  separate(page, name, marginBefore(name));
  const element: OpenElement = {
    name,
    style,
    isVisible: style === parent.style ? parent.isVisible : isVisible(style),
    // Copied one by one: a spread of `parent` would take a tenth of the time of the whole reading.
    prefix: parent.prefix,
    isPreformatted: parent.isPreformatted,
    list: parent.list,
    isHiding: isRemoved,
    onClose: null,
  };
  if (checkpointBeforeMargin) element.onClose = () => Object.assign(content, checkpointBeforeMargin);
  else if (name === "a") {
    const { href = "" } = attributesOf(attributes, ["href"]);
    element.onClose = openLink(content, element.isVisible ? href : "", element);
  }
  const mayCloseItself = attributes.endsWith("/");
  if (!mayCloseItself) pushElement(open, setContentRules(page, element, attributes));
}

/**
 * Sets how the content of a new element is written: with its white space in `<pre>`, after `> ` in a quote, after a bullet or number
 * in a list item. Until then the element's `prefix` and `list` are those of its parent. Returns the same element.
 */
function setContentRules({ content }: Page, element: OpenElement, attributes: string): OpenElement {
  const { name, prefix, list } = element;
  if (name === "pre") element.isPreformatted = true;
  else if (name === "blockquote") element.prefix = extendPrefix(prefix, "> ");
  else if (listElements.has(name)) element.list = { nextNumber: name === "ol" ? firstNumber(attributes) : null };
  else if (name === "li" && !element.isHiding) {
    // `null` for a bullet, which items outside of lists have too. Removed items are not counted.
    const number = list?.nextNumber ?? null;
    if (list && number !== null) list.nextNumber = number + 1;
    element.prefix = startItem(content, prefix, number === null ? " * " : ` ${number}. `);
  }
  return element;
}

/** Returns the number of the first item of an `<ol>`: its attribute `start`, else 1. */
function firstNumber(attributes: string): number {
  const { start = "" } = attributesOf(attributes, ["start"]);
  // Nine digits at most, so that numbers stay short and exact.
  return /^\d{1,9}$/.test(start) ? Number(start) : 1;
}

/**
 * Handles an element that has no content by its kind: writes a rule (`<hr>`), adds the link of an area of an image map, and adds the
 * `alt` of an image in a link to the link's words. Leaves out the `alt` of other images.
 */
function readVoidElement(page: Page, name: string, attributes: string): void {
  const { content, open } = page;
  separate(page, name, marginBefore(name));
  if (name === "hr") {
    writeRule(content, open.innermost);
    separate(page, name, marginAfter(name));
  } else if (name === "img" && content.openLink) {
    // Keeps the link even if it gets no words: a person can click the image.
    content.hasImage = true;
    writeText(content, attributesOf(attributes, ["alt"]).alt ?? "", open.innermost);
  } else if (name === "area") {
    const { href = "", alt = "" } = attributesOf(attributes, ["href", "alt"]);
    const url = toWebLink(normalizeHref(href));
    if (url !== "") addLink(content, url, alt);
  }
}
