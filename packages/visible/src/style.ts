import { attributesOf } from "./tags.ts";

/** What decides whether the text of an element is seen. */
export interface Look {
  /** Nothing inside can be seen, whatever it says of itself. */
  gone: boolean;
  /** `visibility: hidden`, which an element inside may undo. */
  invisible: boolean;
  /** `font-size: 0`, which an element inside may undo. */
  tiny: boolean;
  /** The text is moved out of sight. */
  indented: boolean;
  color: string | null;
  /** `null` where it can't be known. */
  background: string | null;
}

/** Rules of a page's own style sheet for one class each. */
export type ClassStyles = Map<string, string>;

/** How an element looks inside another one. */
export function lookOf(attributes: string, outside: Look, classes: ClassStyles): Look {
  if (!/\b(?:style|hidden|bgcolor|background|color|class)\b/i.test(attributes)) return outside;
  const { style, hidden, bgcolor, background, color, ...named } = shapesOf(attributes);
  const look: Look = { ...outside };
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") look.gone = true;
  if (bgcolor !== undefined) look.background = toColor(bgcolor);
  if (background !== undefined) look.background = null;
  if (color !== undefined) look.color = toColor(color);
  const ruled = classes.size > 0 ? (named.class?.split(/\s+/, 20) ?? []).map((name) => classes.get(name) ?? "") : [];
  const styles = [...ruled, style ?? ""].join(";");
  if (styles.length > 1) declare(look, styles);
  return look;
}

export function isSeen({ gone, invisible, tiny, indented, color, background }: Look): boolean {
  return !(gone || invisible || tiny || indented || color === "transparent" || isAlike(color, background));
}

/** What the rules for single classes in a style sheet say, those for some screens aside. */
export function readClassStyles(sheet: string, classes: ClassStyles): void {
  let depth = 0;
  let at = 0;
  for (const mark of sheet.slice(0, 100_000).matchAll(/[{}]|\/\*/g)) {
    if (mark.index < at) continue;
    if (mark[0] === "/*") {
      const end = sheet.indexOf("*/", mark.index);
      if (end < 0) return;
      // A comment before a selector goes with it; inside of a rule it does no harm.
      if (depth === 0) at = end + 2;
      continue;
    }
    depth = Math.max(0, depth + (mark[0] === "{" ? 1 : -1));
    if (mark[0] === "{" && depth === 1) {
      const end = sheet.indexOf("}", mark.index);
      if (end > 0) learn(sheet.slice(at, mark.index), sheet.slice(mark.index + 1, end), classes);
    }
    if (depth === 0) at = mark.index + 1;
  }
}

function learn(selectors: string, body: string, classes: ClassStyles) {
  if (body.includes("{") || body.length > 4_000) return;
  for (const selector of selectors.slice(0, 2_000).split(",")) {
    const name = /^\s*[a-z]{0,10}\.([\w-]{1,60})\s*$/i.exec(selector)?.[1];
    if (name && classes.size < 500) classes.set(name, `${classes.get(name) ?? ""};${body}`.slice(-8_000));
  }
}

const names = ["style", "hidden", "bgcolor", "background", "color", "class"] as const;

/** Of what is looked at none is longer. */
const LONGEST_VALUE = 1_000;

/** Addresses may hold semicolons. Behind the last closing bracket none can end, so none is sought there. */
function withoutUrls(style: string): string {
  const end = style.lastIndexOf(")") + 1;
  return style.slice(0, end).replace(/url\([^)]*\)/gi, "url()") + style.slice(end);
}

type Shaping = ReturnType<typeof attributesOf<(typeof names)[number]>>;

const shaping = new Map<string, Shaping>();

function shapesOf(attributes: string): Shaping {
  const known = shaping.get(attributes);
  if (known) return known;
  const found = attributesOf(attributes, names);
  if (shaping.size >= 200) shaping.clear();
  if (attributes.length < 1_000) shaping.set(attributes, found);
  return found;
}

/** What a style says, by its properties; the last of a name counts. Pages repeat themselves, so it is kept. */
function parseStyle(style: string): Map<string, string> {
  const known = parsed.get(style);
  if (known) return known;
  const said = new Map<string, string>();
  for (const part of withoutUrls(style).split(";", 60)) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const value = part
      .slice(colon + 1, colon + LONGEST_VALUE)
      .replace(/!\s*important/i, "")
      .trim()
      .toLowerCase();
    said.set(part.slice(0, colon).trim().toLowerCase(), value);
  }
  if (parsed.size >= 200) parsed.clear();
  if (style.length < 1_000) parsed.set(style, said);
  return said;
}

const parsed = new Map<string, Map<string, string>>();

function declare(look: Look, style: string): void {
  const said = parseStyle(style);
  const says = (name: string, pattern: RegExp) => pattern.test(said.get(name) ?? "");
  const clips = says("overflow", /hidden|clip/) || says("overflow-y", /hidden|clip/);
  const away = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%)?$/;
  if (
    says("display", /^none$/) ||
    says("opacity", /^(?:0+(?:\.0+)?|\.0+)%?$/) ||
    (clips &&
      (says("max-height", nought) || says("height", nought) || says("max-width", nought) || says("width", nought))) ||
    (says("position", /absolute|fixed/) && ["left", "top", "right", "bottom"].some((side) => says(side, away))) ||
    says("clip", /^rect\((?:0(?:px)?[\s,]*){4}\)$|^rect\((?:1px[\s,]*){4}\)$/) ||
    says("transform", /^scale\(0\)$/)
  )
    look.gone = true;
  const visibility = said.get("visibility");
  if (visibility) look.invisible = /hidden|collapse/.test(visibility);
  const size = said.get("font-size") ?? /(?:^|\s)(\d[\d.]*[a-z%]*)(?:\/\S+)?\s+\S/.exec(said.get("font") ?? "")?.[1];
  if (size && !(look.tiny && /(?:em|%)$/.test(size) && !size.endsWith("rem"))) look.tiny = nought.test(size);
  const indent = said.get("text-indent");
  if (indent) look.indented = away.test(indent);
  const color = said.get("color");
  if (color) look.color = toColor(color);
  const image = said.get("background-image");
  const background = said.get("background-color") ?? said.get("background");
  if (background && !/^(?:none|transparent|inherit|initial)$/.test(background)) look.background = toColor(background);
  if (image && image !== "none") look.background = null;
}

const nought = /^(?:0+(?:\.0+)?|\.0+)(?:px|em|rem|pt|%|vh|vw)?$/;
const known: Record<string, string> = {
  white: "ffffff",
  black: "000000",
  red: "ff0000",
  gray: "808080",
  silver: "c0c0c0",
};

/** A colour as six hexadecimal digits, `transparent`, or `null` where it is written in another way. */
function toColor(written: string): string | null {
  const color = written.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(color)?.[1];
  if (hex) return hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  if (color === "transparent" || /^rgba\([^)]*[,/]\s*0?\.?0+%?\s*\)$/.test(color)) return "transparent";
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0|100%)\s*)?\)$/
    .exec(color)
    ?.slice(1);
  if (parts) return parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0")).join("");
  return known[color] ?? null;
}

function isAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null || one.length !== 6 || other.length !== 6) return false;
  return [0, 2, 4].every(
    (at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <= 4,
  );
}
