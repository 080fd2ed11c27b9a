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
  color: string | null;
  /** `null` if unknown. */
  background: string | null;
}

/** Declarations of single-class rules in the page's style sheets, by class name. */
export type ClassStyles = Map<string, string>;

/** Computes the style of an element from its attributes, its parent's style and the class rules. */
export function computeStyle(attributes: string, outside: TextStyle, classes: ClassStyles): TextStyle {
  if (!/\b(?:style|hidden|bgcolor|background|color|class)\b/i.test(attributes)) return outside;
  const { style, hidden, bgcolor, background, color, ...named } = styleAttributesOf(attributes);
  const look: TextStyle = { ...outside };
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") look.isRemoved = true;
  if (bgcolor !== undefined) look.background = toColor(bgcolor);
  if (background !== undefined) look.background = null;
  if (color !== undefined) look.color = toColor(color);
  const ruled = classes.size > 0 ? (named.class?.split(/\s+/, 20) ?? []).map((name) => classes.get(name) ?? "") : [];
  const styles = [...ruled, style ?? ""].join(";");
  if (styles.length > 1) applyDeclarations(look, styles);
  return look;
}

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

/** Adds the single-class rules of a style sheet. Skips rules inside media queries. */
export function addClassStyles(sheet: string, classes: ClassStyles): void {
  let depth = 0;
  let at = 0;
  for (const mark of sheet.slice(0, 100_000).matchAll(/[{}]|\/\*/g)) {
    if (mark.index < at) continue;
    if (mark[0] === "/*") {
      const end = sheet.indexOf("*/", mark.index);
      if (end < 0) return;
      // Skips a comment before a selector; inside a rule it is harmless.
      if (depth === 0) at = end + 2;
      continue;
    }
    depth = Math.max(0, depth + (mark[0] === "{" ? 1 : -1));
    if (mark[0] === "{" && depth === 1) {
      const end = sheet.indexOf("}", mark.index);
      if (end > 0) addRule(sheet.slice(at, mark.index), sheet.slice(mark.index + 1, end), classes);
    }
    if (depth === 0) at = mark.index + 1;
  }
}

function addRule(selectors: string, body: string, classes: ClassStyles) {
  if (body.includes("{") || body.length > 4_000) return;
  for (const selector of selectors.slice(0, 2_000).split(",")) {
    const name = /^\s*[a-z]{0,10}\.([\w-]{1,60})\s*$/i.exec(selector)?.[1];
    if (name && classes.size < 500) classes.set(name, `${classes.get(name) ?? ""};${body}`.slice(-8_000));
  }
}

const attributeNames = ["style", "hidden", "bgcolor", "background", "color", "class"] as const;

/** No value that matters is longer. */
const MAX_VALUE_LENGTH = 1_000;

/** Empties `url()` values, which may contain semicolons. Searches only up to the last bracket, which keeps it linear. */
function dropUrls(style: string): string {
  const end = style.lastIndexOf(")") + 1;
  return style.slice(0, end).replace(/url\([^)]*\)/gi, "url()") + style.slice(end);
}

type StyleAttributes = ReturnType<typeof attributesOf<(typeof attributeNames)[number]>>;

const attributeCache = new Map<string, StyleAttributes>();

function styleAttributesOf(attributes: string): StyleAttributes {
  const known = attributeCache.get(attributes);
  if (known) return known;
  const found = attributesOf(attributes, attributeNames);
  if (attributeCache.size >= 200) attributeCache.clear();
  if (attributes.length < 1_000) attributeCache.set(attributes, found);
  return found;
}

/** Parses declarations; the last of each property wins. Cached, because pages repeat their styles. */
function parseStyle(style: string): Map<string, string> {
  const known = styleCache.get(style);
  if (known) return known;
  const declarations = new Map<string, string>();
  for (const part of dropUrls(style).split(";", 60)) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const value = part
      .slice(colon + 1, colon + MAX_VALUE_LENGTH)
      .replace(/!\s*important/i, "")
      .trim()
      .toLowerCase();
    declarations.set(part.slice(0, colon).trim().toLowerCase(), value);
  }
  if (styleCache.size >= 200) styleCache.clear();
  if (style.length < 1_000) styleCache.set(style, declarations);
  return declarations;
}

const styleCache = new Map<string, Map<string, string>>();

function applyDeclarations(look: TextStyle, style: string): void {
  const declarations = parseStyle(style);
  const matches = (name: string, pattern: RegExp) => pattern.test(declarations.get(name) ?? "");
  const isClipped = matches("overflow", /hidden|clip/) || matches("overflow-y", /hidden|clip/);
  const farAway = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%)?$/;
  if (
    matches("display", /^none$/) ||
    matches("opacity", /^(?:0+(?:\.0+)?|\.0+)%?$/) ||
    (isClipped &&
      (matches("max-height", zeroLength) ||
        matches("height", zeroLength) ||
        matches("max-width", zeroLength) ||
        matches("width", zeroLength))) ||
    (matches("position", /absolute|fixed/) &&
      ["left", "top", "right", "bottom"].some((side) => matches(side, farAway))) ||
    matches("clip", /^rect\((?:0(?:px)?[\s,]*){4}\)$|^rect\((?:1px[\s,]*){4}\)$/) ||
    matches("transform", /^scale\(0\)$/)
  )
    look.isRemoved = true;
  const visibility = declarations.get("visibility");
  if (visibility) look.isInvisible = /hidden|collapse/.test(visibility);
  const size =
    declarations.get("font-size") ??
    /(?:^|\s)(\d[\d.]*[a-z%]*)(?:\/\S+)?\s+\S/.exec(declarations.get("font") ?? "")?.[1];
  if (size && !(look.isTiny && /(?:em|%)$/.test(size) && !size.endsWith("rem"))) look.isTiny = zeroLength.test(size);
  const indent = declarations.get("text-indent");
  if (indent) look.isIndentedAway = farAway.test(indent);
  const color = declarations.get("color");
  if (color) look.color = toColor(color);
  const image = declarations.get("background-image");
  const background = declarations.get("background-color") ?? declarations.get("background");
  if (background && !/^(?:none|transparent|inherit|initial)$/.test(background)) look.background = toColor(background);
  if (image && image !== "none") look.background = null;
}

const zeroLength = /^(?:0+(?:\.0+)?|\.0+)(?:px|em|rem|pt|%|vh|vw)?$/;
const namedColors: Record<string, string> = {
  white: "ffffff",
  black: "000000",
  red: "ff0000",
  gray: "808080",
  silver: "c0c0c0",
};

/** Normalizes a colour to six hexadecimal digits or `transparent`; `null` for other notations. */
function toColor(written: string): string | null {
  const color = written.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(color)?.[1];
  if (hex) return hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  if (color === "transparent" || /^rgba\([^)]*[,/]\s*0?\.?0+%?\s*\)$/.test(color)) return "transparent";
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0|100%)\s*)?\)$/
    .exec(color)
    ?.slice(1);
  if (parts) return parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0")).join("");
  return namedColors[color] ?? null;
}

function areSimilar(one: string | null, other: string | null): boolean {
  if (one === null || other === null || one.length !== 6 || other.length !== 6) return false;
  return [0, 2, 4].every(
    (at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <= 4,
  );
}
