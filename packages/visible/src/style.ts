import { attributesOf } from "./tags.ts";

/** Computed properties that decide whether the text of an element is visible. */
export interface TextStyle {
  /** The element and everything inside it is hidden; inner styles cannot undo that. */
  isRemoved: boolean;
  /** `visibility: hidden`, which an inner element may undo. */
  isInvisible: boolean;
  /** `font-size: 0`, which an inner element may undo. */
  isTiny: boolean;
  /** `text-indent` moves the text off screen. */
  isIndentedAway: boolean;
  /** Six hexadecimal digits, or "transparent"; `null` if unknown. */
  color: string | null;
  /** Like `color`. */
  background: string | null;
}

/** Declarations of single-class rules in the page's style sheets, by class name. */
export type ClassStyles = Map<string, string>;

/** Computes the style of an element from its attributes, its parent's style and the class rules. */
export function computeStyle(attributes: string, parentStyle: TextStyle, classes: ClassStyles): TextStyle {
  if (!/\b(?:style|hidden|bgcolor|background|color|class)\b/i.test(attributes)) return parentStyle;
  const { style, hidden, bgcolor, background, color, class: classNames } = styleAttributesOf(attributes);
  const computed: TextStyle = { ...parentStyle };
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") computed.isRemoved = true;
  if (bgcolor !== undefined) computed.background = toColor(bgcolor);
  // The URL of an image, whose colours are unknown.
  if (background !== undefined) computed.background = null;
  if (color !== undefined) computed.color = toColor(color);
  const usedClasses = classes.size > 0 ? (classNames?.split(/\s+/, 20) ?? []) : [];
  const declarations = [...usedClasses.map((name) => classes.get(name) ?? ""), style ?? ""].join(";");
  // A single character can only be the separator.
  if (declarations.length > 1) applyDeclarations(computed, declarations);
  return computed;
}

/** Returns whether text with this style can be seen, also against its background. */
export function isVisible({ isRemoved, isInvisible, isTiny, isIndentedAway, color, background }: TextStyle): boolean {
  return !(
    isRemoved ||
    isInvisible ||
    isTiny ||
    isIndentedAway ||
    color === "transparent" ||
    areSimilar(color, background)
  );
}

/** UTF-16 units of a style sheet to read. This and the limits of `addRule` bound the cost of a hostile page. */
const MAX_SHEET_LENGTH = 100_000;

/** Adds the single-class rules of a style sheet. Skips rules inside media queries. */
export function addClassStyles(sheet: string, classes: ClassStyles): void {
  /** How many braces are open: 0 in selectors, 1 in rules, 2 in rules of media queries. */
  let depth = 0;
  let selectorStart = 0;
  for (const match of sheet.slice(0, MAX_SHEET_LENGTH).matchAll(/[{}]|\/\*/g)) {
    const { 0: token, index } = match;
    const isInComment = index < selectorStart;
    if (isInComment) continue;
    if (token === "/*") {
      const end = sheet.indexOf("*/", index);
      if (end < 0) return;
      // Skips a comment before a selector; inside a rule it is harmless.
      if (depth === 0) selectorStart = end + 2;
      continue;
    }
    depth = Math.max(0, depth + (token === "{" ? 1 : -1));
    if (token === "{" && depth === 1) {
      const end = sheet.indexOf("}", index);
      if (end > 0) addRule(sheet.slice(selectorStart, index), sheet.slice(index + 1, end), classes);
    }
    if (depth === 0) selectorStart = index + 1;
  }
}

/** Adds a rule to the class of each of its selectors that is a single class, such as `.hide` or `td.hide`. */
function addRule(selectors: string, body: string, classes: ClassStyles) {
  // A brace in the body means that this is a media query.
  if (body.includes("{") || body.length > 4_000) return;
  for (const selector of selectors.slice(0, 2_000).split(",")) {
    const name = /^\s*[a-z]{0,10}\.([\w-]{1,60})\s*$/i.exec(selector)?.[1];
    if (name && classes.size < 500) classes.set(name, `${classes.get(name) ?? ""};${body}`.slice(-8_000));
  }
}

const attributeNames = ["style", "hidden", "bgcolor", "background", "color", "class"] as const;

/** Values are cut to this length; those that are evaluated here are shorter. */
const MAX_VALUE_LENGTH = 1_000;

/** Empties `url()` values, which may contain semicolons. Searches only up to the last bracket, which keeps it linear. */
function dropUrls(style: string): string {
  const end = style.lastIndexOf(")") + 1;
  return style.slice(0, end).replace(/url\([^)]*\)/gi, "url()") + style.slice(end);
}

type StyleAttributes = ReturnType<typeof attributesOf<(typeof attributeNames)[number]>>;

/** Limits of the two caches, so that hostile pages cannot fill the memory. */
const MAX_CACHE_ENTRIES = 200;
const MAX_CACHED_KEY_LENGTH = 1_000;

const attributeCache = new Map<string, StyleAttributes>();

/** Returns the attributes that affect visibility. Cached, because pages repeat their tags. */
function styleAttributesOf(attributes: string): StyleAttributes {
  const cached = attributeCache.get(attributes);
  if (cached) return cached;
  const parsed = attributesOf(attributes, attributeNames);
  if (attributeCache.size >= MAX_CACHE_ENTRIES) attributeCache.clear();
  if (attributes.length < MAX_CACHED_KEY_LENGTH) attributeCache.set(attributes, parsed);
  return parsed;
}

/** Parses declarations; the last of each property wins. Cached, because pages repeat their styles. */
function parseStyle(style: string): Map<string, string> {
  const cached = styleCache.get(style);
  if (cached) return cached;
  const declarations = new Map<string, string>();
  for (const declaration of dropUrls(style).split(";", 60)) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const value = declaration
      .slice(colon + 1, colon + MAX_VALUE_LENGTH)
      .replace(/!\s*important/i, "")
      .trim()
      .toLowerCase();
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  if (styleCache.size >= MAX_CACHE_ENTRIES) styleCache.clear();
  if (style.length < MAX_CACHED_KEY_LENGTH) styleCache.set(style, declarations);
  return declarations;
}

const styleCache = new Map<string, Map<string, string>>();

/** Applies declarations to the style of their element, which starts with the inherited values. */
function applyDeclarations(computed: TextStyle, style: string): void {
  const declarations = parseStyle(style);
  if (hasRemovingDeclaration(declarations)) computed.isRemoved = true;
  const visibility = declarations.get("visibility");
  if (visibility) computed.isInvisible = /hidden|collapse/.test(visibility);
  // The size in the shorthand, as in `font: bold 0/1 Arial`.
  const fontSize =
    declarations.get("font-size") ??
    /(?:^|\s)(\d[\d.]*[a-z%]*)(?:\/\S+)?\s+\S/.exec(declarations.get("font") ?? "")?.[1];
  if (fontSize) {
    // Any multiple of a zero size is zero.
    const isRelative = /(?:em|%)$/.test(fontSize) && !fontSize.endsWith("rem");
    const staysTiny = computed.isTiny && isRelative;
    computed.isTiny = staysTiny || zeroLength.test(fontSize);
  }
  const indent = declarations.get("text-indent");
  if (indent) computed.isIndentedAway = offScreenLength.test(indent);
  const color = declarations.get("color");
  if (color) computed.color = toColor(color);
  const background = declarations.get("background-color") ?? declarations.get("background");
  const setsBackground = background && !/^(?:none|transparent|inherit|initial)$/.test(background);
  if (setsBackground) computed.background = toColor(background);
  const image = declarations.get("background-image");
  // The colours of an image are unknown.
  if (image && image !== "none") computed.background = null;
}

/** Returns whether the declarations hide an element with everything inside it. */
function hasRemovingDeclaration(declarations: Map<string, string>): boolean {
  const matches = (property: string, pattern: RegExp) => pattern.test(declarations.get(property) ?? "");
  const clipsOverflow = matches("overflow", /hidden|clip/) || matches("overflow-y", /hidden|clip/);
  const hasZeroSize = ["max-height", "height", "max-width", "width"].some((property) => matches(property, zeroLength));
  const isOffScreen =
    matches("position", /absolute|fixed/) &&
    ["left", "top", "right", "bottom"].some((side) => matches(side, offScreenLength));
  return (
    matches("display", /^none$/) ||
    matches("opacity", /^(?:0+(?:\.0+)?|\.0+)%?$/) ||
    (clipsOverflow && hasZeroSize) ||
    isOffScreen ||
    matches("clip", /^rect\((?:0(?:px)?[\s,]*){4}\)$|^rect\((?:1px[\s,]*){4}\)$/) ||
    matches("transform", /^scale\(0\)$/)
  );
}

/** Negative length of at least three digits, which moves text out of view. */
const offScreenLength = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%)?$/;
const zeroLength = /^(?:0+(?:\.0+)?|\.0+)(?:px|em|rem|pt|%|vh|vw)?$/;
const namedColors: Record<string, string> = {
  white: "ffffff",
  black: "000000",
  red: "ff0000",
  gray: "808080",
  silver: "c0c0c0",
};

/** Normalizes a colour to six hexadecimal digits or `transparent`; `null` for other notations. */
function toColor(value: string): string | null {
  const color = value.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(color)?.[1];
  if (hex) return hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  const hasZeroAlpha = /^rgba\([^)]*[,/]\s*0?\.?0+%?\s*\)$/.test(color);
  if (color === "transparent" || hasZeroAlpha) return "transparent";
  // Opaque colours only: what a translucent one looks like depends on the background.
  const channels = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0|100%)\s*)?\)$/
    .exec(color)
    ?.slice(1);
  if (channels) return channels.map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, "0")).join("");
  return namedColors[color] ?? null;
}

/**
 * Returns whether two colours of six hexadecimal digits look the same: each channel differs by at most 4 of 255. False for
 * `transparent` and unknown colours.
 */
function areSimilar(color: string | null, other: string | null): boolean {
  if (color?.length !== 6 || other?.length !== 6) return false;
  const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [0, 2, 4].every((start) => Math.abs(channel(color, start) - channel(other, start)) <= 4);
}
