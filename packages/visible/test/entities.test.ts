import { expect, test } from "vitest";
import { decodeEntities } from "../src/entities.ts";

/** The names of HTML 4 that mails use, each with its code point, from Python's `html.entities`. */
const codePoints =
  "nbsp:a0 iexcl:a1 cent:a2 pound:a3 curren:a4 yen:a5 brvbar:a6 sect:a7 uml:a8 copy:a9 ordf:aa laquo:ab not:ac shy:ad reg:ae macr:af deg:b0 plusmn:b1 sup2:b2 sup3:b3 acute:b4 micro:b5 para:b6 middot:b7 cedil:b8 sup1:b9 ordm:ba raquo:bb frac14:bc frac12:bd frac34:be iquest:bf Agrave:c0 Aacute:c1 Acirc:c2 Atilde:c3 Auml:c4 Aring:c5 AElig:c6 Ccedil:c7 Egrave:c8 Eacute:c9 Ecirc:ca Euml:cb Igrave:cc Iacute:cd Icirc:ce Iuml:cf ETH:d0 Ntilde:d1 Ograve:d2 Oacute:d3 Ocirc:d4 Otilde:d5 Ouml:d6 times:d7 Oslash:d8 Ugrave:d9 Uacute:da Ucirc:db Uuml:dc Yacute:dd THORN:de szlig:df agrave:e0 aacute:e1 acirc:e2 atilde:e3 auml:e4 aring:e5 aelig:e6 ccedil:e7 egrave:e8 eacute:e9 ecirc:ea euml:eb igrave:ec iacute:ed icirc:ee iuml:ef eth:f0 ntilde:f1 ograve:f2 oacute:f3 ocirc:f4 otilde:f5 ouml:f6 divide:f7 oslash:f8 ugrave:f9 uacute:fa ucirc:fb uuml:fc yacute:fd thorn:fe yuml:ff amp:26 lt:3c gt:3e quot:22 lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d bdquo:201e lsaquo:2039 rsaquo:203a ndash:2013 mdash:2014 hellip:2026 bull:2022 euro:20ac trade:2122 dagger:2020 permil:2030 OElig:152 oelig:153 Scaron:160 scaron:161 Yuml:178 fnof:192 circ:2c6 tilde:2dc ensp:2002 emsp:2003 thinsp:2009 zwnj:200c zwj:200d lrm:200e rlm:200f rarr:2192 larr:2190 minus:2212 apos:27 AMP:26 LT:3c GT:3e QUOT:22";

test.each(codePoints.split(" ").map((pair) => pair.split(":")))("&%s; is U+%s", (name = "", hex = "") => {
  const character = String.fromCodePoint(Number.parseInt(hex, 16));
  expect(decodeEntities(`a&${name};b`)).toBe(`a${character}b`);
  expect(decodeEntities(`a&${name} b`)).toBe(`a${character} b`);
});

test.each([
  ["a decimal number", "&#228;", "ä"],
  ["a hexadecimal number in either case", "&#xe4;&#XE4;", "ää"],
  ["a number of twenty digits", `&#${"228".padStart(20, "0")};`, "ä"],
  ["a number of sixteen hexadecimal digits", `&#x${"e4".padStart(16, "0")};`, "ä"],
  ["a number without a semicolon", "&#228 b", "ä b"],
  ["a number beyond the first plane", "&#x1F600;", "\u{1f600}"],
  ["the last code point", "&#x10FFFF;", "\u{10ffff}"],
  ["a number beyond the last code point", "&#x110000;", "\ufffd"],
  ["the first code point", "&#1;", "\u0001"],
  ["the number 0", "&#0;", "\ufffd"],
  ["the first surrogate", "&#xD800;", "\ufffd"],
  ["the last surrogate", "&#xDFFF;", "\ufffd"],
  ["the characters around the surrogates", "&#xD7FF;&#xE000;", "\ud7ff\ue000"],
  ["a name nobody knows", "&nope;", "&nope;"],
  ["a parameter of a URL", "?a=1&copy=2&reg=3", "?a=1&copy=2&reg=3"],
  ["the beginning of a word", "&copyright", "&copyright"],
  ["an ampersand alone", "a & b", "a & b"],
])("decodes %s", (_what, text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
