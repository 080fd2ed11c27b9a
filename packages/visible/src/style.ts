import { attributesOf } from "./tags.ts";

/** Red, green and blue, of 255 each. `null`: unknown, because it cannot be determined here; it looks like no other, and hides no text. */
type Color = number[] | "transparent" | null;

/** Inherited properties that decide whether text is visible. */
export interface TextStyle {
  /** `visibility: hidden`, which an inner element may undo. */
  isInvisible: boolean;
  /** `font-size: 0`, which an inner element may undo. */
  isTiny: boolean;
  /** `text-indent` moves the text off screen. */
  isIndentedAway: boolean;
  color: Color;
  background: Color;
}

/** Declarations of single-class rules in the page's style sheets, by class name. */
export type ClassStyles = Map<string, string>;

export interface ElementStyle {
  /** Style of the text in the element. */
  style: TextStyle;
  /** The element hides everything inside it; inner styles cannot undo that. */
  isRemoved: boolean;
}

/** Returns the style of text outside of all elements: visible, on white unless a style sheet may set another background. */
export function pageStyle(html: string): TextStyle {
  // A style sheet may set the background with selectors that are not evaluated here.
  const hasOwnBackground = /<style\b/i.test(html) && /background/i.test(html);
  return {
    isInvisible: false,
    isTiny: false,
    isIndentedAway: false,
    color: null, // unknown, which hides no text on any background
    background: hasOwnBackground ? null : [255, 255, 255],
  };
}

/** Further classes of an element are ignored, so that a hostile page stays cheap. */
const MAX_CLASSES = 20;

/**
 * Computes from an element's attributes, its parent's style and the page's class rules whether its text can be seen. `isRemoved`: the
 * element hides everything inside it, and inner styles cannot undo that.
 */
export function computeStyle(attributes: string, parentStyle: TextStyle, classes: ClassStyles): ElementStyle {
  // Most tags change nothing. The caller recognizes that by the same object.
  if (!/\b(?:style|hidden|bgcolor|background|color|class)\b/i.test(attributes))
    return { style: parentStyle, isRemoved: false };
  const { style, hidden, bgcolor, background: imageUrl, color, class: classNames } = styleAttributesOf(attributes);
  const computed: TextStyle = { ...parentStyle };
  if (bgcolor !== undefined) computed.background = toColor(bgcolor);
  if (imageUrl !== undefined) computed.background = null; // unknown
  if (color !== undefined) computed.color = toColor(color);
  const usedClasses = classes.size > 0 ? (classNames?.split(/\s+/, MAX_CLASSES) ?? []) : [];
  const declarations = parseStyle([...usedClasses.map((name) => classes.get(name) ?? ""), style ?? ""].join(";"));
  applyDeclarations(computed, declarations);
  const isShownBySearch = hidden?.toLowerCase() === "until-found";
  const isHidden = hidden !== undefined && !isShownBySearch;
  return { style: computed, isRemoved: isHidden || hasRemovingDeclaration(declarations) };
}

/** Returns whether text with this style can be seen, also against its background. */
export function isVisible({ isInvisible, isTiny, isIndentedAway, color, background }: TextStyle): boolean {
  if (isInvisible || isTiny || isIndentedAway) return false;
  return color !== "transparent" && !areSimilar(color, background);
}

/** UTF-16 units of a style sheet to read. This and the limits of `addRule` bound the cost of a hostile page. */
const MAX_SHEET_LENGTH = 100_000;

/** Adds the single-class rules of a style sheet. Skips rules inside media queries, which may not apply to the reader's screen. */
export function addClassStyles(sheet: string, classes: ClassStyles): void {
  const css = withoutComments(sheet.slice(0, MAX_SHEET_LENGTH));
  let openBraces = 0;
  let selectorStart = 0;
  for (const { 0: token, index } of css.matchAll(/[{};]/g)) {
    if (token === "{") openBraces++;
    else if (token === "}") openBraces = Math.max(0, openBraces - 1);
    const isRuleStart = token === "{" && openBraces === 1; // or that of a media query, which `addRule` skips
    const ruleEnd = isRuleStart ? css.indexOf("}", index) : -1;
    if (ruleEnd > 0) addRule(css.slice(selectorStart, index), css.slice(index + 1, ruleEnd), classes);
    const isAfterRuleOrStatement = openBraces === 0; // a statement: `@import "x.css";`
    if (isAfterRuleOrStatement) selectorStart = index + 1;
  }
}

/** Removes the comments of a style sheet. One that never ends hides the rest, as in browsers. */
function withoutComments(sheet: string): string {
  return sheet.replace(/\/\*.*?(?:\*\/|$)/gs, "");
}

/**
 * Adds the declarations of a rule to each class that is a whole selector of it, as in `.hide`, or with an element as in `td.hide`, which
 * is read as `.hide`. Of a class with too many, the last are kept, because later ones override earlier ones.
 */
function addRule(selectors: string, body: string, classes: ClassStyles) {
  const isMediaQuery = body.includes("{");
  // A media query may not apply to the reader's screen. All limits here keep hostile style sheets cheap.
  if (isMediaQuery || body.length > 4_000) return;
  for (const selector of selectors.slice(0, 2_000).split(",")) {
    const name = /^\s*[a-z]{0,10}\.([\w-]{1,60})\s*$/i.exec(selector)?.[1];
    if (name && classes.size < 500) classes.set(name, `${classes.get(name) ?? ""};${body}`.slice(-2_000));
  }
}

const attributeNames = ["style", "hidden", "bgcolor", "background", "color", "class"] as const;

/** Values are cut to this length; those that are evaluated here are shorter. */
const MAX_VALUE_LENGTH = 1_000;

/** Empties `url()` values: a semicolon in one does not end the declaration. Searches only up to the last bracket, to stay linear. */
function dropUrls(style: string): string {
  const end = style.lastIndexOf(")") + 1;
  return style.slice(0, end).replace(/url\([^)]*\)/gi, "url()") + style.slice(end);
}

/** Limits of a cache, so that hostile pages cannot fill the memory. */
const MAX_CACHE_ENTRIES = 200;
const MAX_CACHED_KEY_LENGTH = 1_000;

/** Caches what is parsed from short texts, because pages repeat their tags and styles. */
function withCache<Parsed>(parse: (text: string) => Parsed): (text: string) => Parsed {
  const cache = new Map<string, Parsed>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const parsed = parse(text);
    // Both limits keep hostile pages from filling the memory.
    if (cache.size >= MAX_CACHE_ENTRIES) cache.clear();
    if (text.length < MAX_CACHED_KEY_LENGTH) cache.set(text, parsed);
    return parsed;
  };
}

/** Returns the attributes that affect visibility. */
const styleAttributesOf = withCache((attributes) => attributesOf(attributes, attributeNames));

/** Parses declarations; the last of each property wins. */
const parseStyle = withCache((style) => {
  const declarations = new Map<string, string>();
  // At most 60 declarations, so that a hostile page stays cheap.
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
  return declarations;
});

/** The size in the shorthand, as in `font: bold 0/1 Arial`. */
const sizeInFont = /(?:^|\s)(\d[\d.]*[a-z%]*)(?:\/\S+)?\s+\S/;
/** Backgrounds through which the colour below still shows. */
const transparentBackground = /^(?:none|transparent|inherit|initial)$/;

/** Changes the style of an element, which starts with the inherited values, by its CSS declarations. */
function applyDeclarations(computed: TextStyle, declarations: Map<string, string>): void {
  if (declarations.size === 0) return;
  const visibility = declarations.get("visibility");
  if (visibility) computed.isInvisible = /hidden|collapse/.test(visibility);
  const fontSize = declarations.get("font-size") ?? sizeInFont.exec(declarations.get("font") ?? "")?.[1];
  if (fontSize) {
    // Any multiple of a zero size is zero; `rem` is a multiple of the page's size, not of the parent's.
    const isRelative = /(?:em|%)$/.test(fontSize) && !fontSize.endsWith("rem");
    const staysTiny = computed.isTiny && isRelative;
    computed.isTiny = staysTiny || zeroLength.test(fontSize);
  }
  const indent = declarations.get("text-indent");
  if (indent) computed.isIndentedAway = offScreenLength.test(indent);
  const color = declarations.get("color");
  if (color) computed.color = toColor(color);
  const background = declarations.get("background-color") ?? declarations.get("background");
  const setsBackground = background && !transparentBackground.test(background);
  if (setsBackground) computed.background = toColor(background);
  const image = declarations.get("background-image");
  if (image && image !== "none") computed.background = null; // unknown
}

/** Returns whether CSS declarations hide an element with everything inside it: no size, off screen, `display: none`. */
function hasRemovingDeclaration(declarations: Map<string, string>): boolean {
  if (declarations.size === 0) return false;
  const matches = (property: string, pattern: RegExp) => pattern.test(declarations.get(property) ?? "");
  const clipsOverflow = matches("overflow", /hidden|clip/) || matches("overflow-y", /hidden|clip/);
  const hasZeroSize = ["max-height", "height", "max-width", "width"].some((property) => matches(property, zeroLength));
  const isOffScreen =
    matches("position", /absolute|fixed/) &&
    ["left", "top", "right", "bottom"].some((side) => matches(side, offScreenLength));
  // A height of 0 alone hides nothing: without clipping, the content shows beside it. A value such as `display: none` hides by itself.
  if (isOffScreen || (clipsOverflow && hasZeroSize)) return true;
  return removingValues.some(([property, pattern]) => matches(property, pattern));
}

/** Values that hide an element whatever else is declared. */
const removingValues: [property: string, pattern: RegExp][] = [
  ["display", /^none$/],
  ["opacity", /^(?:0+(?:\.0+)?|\.0+)%?$/],
  // An empty rectangle, as pages hide text from all but screen readers.
  ["clip", /^rect\((?:0(?:px)?[\s,]*){4}\)$|^rect\((?:1px[\s,]*){4}\)$/],
  ["transform", /^scale\(0\)$/],
];

/** Negative length of at least three digits in a usual unit, which moves text out of view. */
const offScreenLength = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%)?$/;
const zeroLength = /^(?:0+(?:\.0+)?|\.0+)(?:px|em|rem|pt|%|vh|vw)?$/;
const namedColors: Record<string, string> = {
  white: "fff",
  black: "000",
  red: "f00",
  gray: "808080",
  silver: "c0c0c0",
};

/** Parses a colour. Those in other notations, or that depend on what is under them, are unknown (`null`). */
const toColor = withCache((value: string): Color => {
  const color = value.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(namedColors[color] ?? color)?.[1];
  if (hex !== undefined) {
    // `#f80` is short for `#ff8800`.
    const sixDigits = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    return [0, 2, 4].map((start) => Number.parseInt(sixDigits.slice(start, start + 2), 16));
  }
  const hasZeroAlpha = /^rgba\([^)]*[,/]\s*0?\.?0+%?\s*\)$/.test(color);
  if (color === "transparent" || hasZeroAlpha) return "transparent";
  const channels = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0|100%)\s*)?\)$/.exec(color);
  return channels?.slice(1).map((channel) => Math.min(255, Number(channel))) ?? null;
});

/** Returns whether two colours look the same: each channel differs by at most 4 of 255. False for `transparent` and unknown ones. */
function areSimilar(color: Color, other: Color): boolean {
  if (!Array.isArray(color) || !Array.isArray(other)) return false;
  return color.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= 4);
}
