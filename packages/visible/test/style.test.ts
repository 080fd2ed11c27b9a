import { describe, expect, test } from "vitest";
import { addClassStyles, type ClassStyles, computeStyle, isVisible, pageStyle } from "../src/style.ts";

/** Whether text with these attributes inside of others can be seen on a white page. */
function isShown(...attributes: string[]): boolean {
  let style = pageStyle("");
  for (const each of attributes) {
    const computed = computeStyle(each, style, new Map());
    if (computed.isRemoved) return false;
    style = computed.style;
  }
  return isVisible(style);
}
const shown = (...styles: string[]) => isShown(...styles.map((style) => `style="${style}"`));

describe("hides", () => {
  test.each([
    "display:none",
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:0.00",
    "opacity:.0",
    "opacity:0%",
    "clip:rect(0 0 0 0)",
    "clip:rect(0px, 0px, 0px, 0px)",
    "clip:rect(1px, 1px, 1px, 1px)",
    "transform:scale(0)",
    "font-size:0",
    "font-size:0px",
    "font-size:0.0em",
    "font-size:.0rem",
    "font-size:0pt",
    "font-size:0%",
    "font-size:0vh",
    "font-size:0vw",
    "font:bold 0/1 Arial",
    "text-indent:-999px",
    "text-indent:-100em",
    "text-indent:-9999rem",
    "text-indent:-999pt",
    "text-indent:-100.5%",
    "overflow:hidden;max-height:0",
    "overflow:clip;height:0",
    "overflow-y:hidden;max-width:0",
    "overflow-y:clip;width:0",
    "position:absolute;left:-999px",
    "position:fixed;top:-999px",
    "position:absolute;right:-999px",
    "position:fixed;bottom:-999px",
    "position:fixed;bottom:-999",
    "color:transparent",
    "color:rgba(1,2,3,0)",
    "color:rgba(1,2,3,.0)",
    "color:rgba(1 2 3 / 0%)",
    "color:white",
    "color:#fff",
    "color:FFFFFF",
    "color:rgb(255,255,255)",
    "color:rgb(251, 251, 251)",
    "color:rgba(255,255,255,1)",
    "color:rgba(255 255 255 / 100%)",
    "color:rgb(999,999,999)",
    "background:black;color:#000",
    "background:red;color:#ff0000",
    "background:gray;color:#808080",
    "background:silver;color:#c0c0c0",
    "background:rgb(10,20,30);color:rgb(14,16,30)",
    "background:url(a;b.png);display:none",
    "color:red;color:white",
    "color:white !important",
    "color:white ! important",
    "background:transparent;color:white",
    "background:none;color:white",
    "background:inherit;color:white",
    "background:initial;color:white",
    "background-image:none;color:white",
  ])("text of the style %s", (style) => {
    expect(shown(style)).toBe(false);
  });

  test.each([
    ["text that is invisible outside", ["visibility:hidden", "color:red"]],
    ["a size relative to none", ["font-size:0", "font-size:2em"]],
    ["a share of no size", ["font-size:0", "font-size:200%"]],
    ["text indented away outside", ["text-indent:-999px", "color:red"]],
    ["the colour of the background outside", ["background:black", "color:#010101"]],
    ["the background of the colour outside", ["color:red", "background:#f00"]],
  ])("%s", (_what, styles) => {
    expect(shown(...styles)).toBe(false);
  });

  test.each([
    ["by the attribute", ["hidden"]],
    ["by the attribute with a value", ["hidden=x"]],
    ["in the colour of a table", ["bgcolor=#123456", "color=#123456"]],
    ["in the colour of a font", ['color="white"']],
  ])("text %s", (_what, attributes) => {
    expect(isShown(...attributes)).toBe(false);
  });
});

describe("shows", () => {
  test.each([
    "display:block",
    "visibility:visible",
    "opacity:0.1",
    "opacity:1",
    "clip:rect(0 10px 10px 0)",
    "transform:scale(0.5)",
    "font-size:1px",
    "font-size:0.5em",
    "font:bold 12px/0 Arial",
    "text-indent:-99px",
    "text-indent:999px",
    "overflow:hidden",
    "overflow:auto;height:0",
    "height:0",
    "overflow:hidden;min-height:0",
    "position:relative;left:-999px",
    "position:absolute;left:-99px",
    "left:-999px",
    "color:black",
    "color:rgb(250,255,255)",
    "color:rgb(255,250,255)",
    "color:rgb(255,255,250)",
    "color:rgba(255,255,255,0.5)",
    "color:hotpink",
    "background:black;color:white",
    "background-color:black;background:white;color:white",
    "background:url(x.png);color:white",
    "background:URL(x;display:none;y)",
    "background-image:url(x.png);color:white",
    "color:white;color:red",
  ])("text of the style %s", (style) => {
    expect(shown(style)).toBe(true);
  });

  test.each([
    ["text that turns visible again", ["visibility:hidden", "visibility:visible"]],
    ["text that takes a size again", ["font-size:0", "font-size:12px"]],
    ["a size in units of the page", ["font-size:0", "font-size:1rem"]],
    ["text whose indentation ends", ["text-indent:-999px", "text-indent:0"]],
  ])("%s", (_what, styles) => {
    expect(shown(...styles)).toBe(true);
  });

  test.each([
    ["that a search in the page may find", ["hidden=Until-Found"]],
    ["over a picture", ["background=x.png", "color=white"]],
    ["on a coloured table", ["bgcolor=black", "color=white"]],
  ])("text %s", (_what, attributes) => {
    expect(isShown(...attributes)).toBe(true);
  });
});

test("a page whose sheet may set a background has an unknown one", () => {
  expect(pageStyle("<style>body{background:#000}</style>").background).toBeNull();
  expect(pageStyle("<STYLE>body{color:#000}</style>").background).toEqual([255, 255, 255]);
  expect(pageStyle("background").background).toEqual([255, 255, 255]);
});

describe("a style sheet", () => {
  const classesOf = (sheet: string) => {
    const classes: ClassStyles = new Map();
    addClassStyles(sheet, classes);
    return Object.fromEntries(classes);
  };

  test.each([
    ["names a class", ".a{b:c}", { a: ";b:c" }],
    ["names a class of an element", "TD.a {b:c}", { a: ";b:c" }],
    ["names a class of sixty characters", `.${"a".repeat(60)}{b:c}`, { ["a".repeat(60)]: ";b:c" }],
    ["has no rules for longer names", `.${"a".repeat(61)}{b:c}`, {}],
    ["names a class of an element of ten letters", "blockquote.a{b:c}", { a: ";b:c" }],
    ["names several classes", ".a, .b{c:d}", { a: ";c:d", b: ";c:d" }],
    ["adds to a class", ".a{b:c} .a{d:e}", { a: ";b:c;d:e" }],
    ["has no rules for other selectors", ".a .b{c:d} #a{c:d} a{c:d} .a:hover{c:d} .a.b{c:d}", {}],
    ["has no rules inside media queries", "@media x{.a{b:c} .g{b:c}} .d{e:f}", { d: ";e:f" }],
    ["has no rules inside media queries that begin with a comment", "@media x{/* } */.a{b:c}} .d{e:f}", { d: ";e:f" }],
    ["has rules with comments anywhere", "/*{*/.a/*,*/{/*}*/b:c;d:/*;*/e}/*}*/.f{g:h}", { a: ";b:c;d:e", f: ";g:h" }],
    ["has rules after statements", '@charset "utf-8";@import url(x);.a{b:c;d:e}', { a: ";b:c;d:e" }],
    ["has a comment before a rule", "/* .x{ */.a{b:c}", { a: ";b:c" }],
    ["has a comment inside a rule", ".a{/* } */b:c} .d{e:f}", { a: ";b:c", d: ";e:f" }],
    ["has a stray bracket", "} .a{b:c}", { a: ";b:c" }],
    ["has a comment that never ends", "/* .a{b:c}", {}],
    ["has a rule that never ends", ".a{b:c", {}],
    ["has a body that is too long", `.a{${"b".repeat(4_001)}}`, {}],
  ])("that %s", (_what, sheet, classes) => {
    expect(classesOf(sheet)).toEqual(classes);
  });

  test.each([
    ["100,000 characters", (extra: number) => `/*${" ".repeat(99_989 + extra)}*/.a{b:c}`],
    ["selectors of 2,000 characters", (extra: number) => `${" ".repeat(1_997 + extra)},.a{b:c}`],
    [
      "500 classes",
      (extra: number) => `${Array.from({ length: 499 + extra }, (_, at) => `.b${at}{b:c}`).join("")}.a{b:c}`,
    ],
  ])("is read up to %s", (_what, sheet) => {
    expect(classesOf(sheet(0))).toHaveProperty("a", ";b:c");
    expect(classesOf(sheet(1))).not.toHaveProperty("a");
  });

  test("keeps the last 2,000 characters of a body of up to 4,000", () => {
    expect(classesOf(`.a{${"b".repeat(3_998)}:c}`)).toEqual({ a: `${"b".repeat(1_998)}:c` });
  });

  test("gives its declarations to the elements of its classes, which may say otherwise", () => {
    const classes: ClassStyles = new Map([["a", ";display:none"]]);
    const isRemoved = (attributes: string) => computeStyle(attributes, pageStyle(""), classes).isRemoved;
    expect(isRemoved('class="b a"')).toBe(true);
    expect(isRemoved('class="b"')).toBe(false);
    expect(isRemoved('class="a" style="display:block"')).toBe(false);
  });
});

test.each([
  [995, true],
  [996, false],
])("a value of CSS after %i blanks is read: %s", (blanks, isRead) => {
  expect(shown(`display:${" ".repeat(blanks)}none`)).toBe(!isRead);
});

test.each([
  ["60 declarations", (others: string) => `style="${others}display:none"`, "a:b;", 59],
  ["20 classes", (others: string) => `class="${others}a"`, "b ", 19],
])("of an element, %s are read", (_what, attributes, other, count) => {
  const classes: ClassStyles = new Map([["a", ";display:none"]]);
  const isRemoved = (others: number) =>
    computeStyle(attributes(other.repeat(others)), pageStyle(""), classes).isRemoved;
  expect([isRemoved(count), isRemoved(count + 1)]).toEqual([true, false]);
});
