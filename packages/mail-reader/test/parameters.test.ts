import { expect, test } from "vitest";
import { parseParameters } from "../src/header/parameters.ts";

test.each([
  ["a comment before the value", "(the type) text/html; a=b", "text/html", { a: "b" }],
  ["blanks around the slash", "text / html; a=b", "text/html", { a: "b" }],
  ["a comment after a token", "text/html; a=b (first); c=d", "text/html", { a: "b", c: "d" }],
  ["a missing semicolon", "text/html; a=b c=d", "text/html", { a: "b", c: "d" }],
  ["blanks around the equals sign", "text/html; a = b", "text/html", { a: "b" }],
  ["names in capitals", "Text/HTML; A=B", "text/html", { a: "B" }],
  ["escapes in quotation marks", String.raw`text/html; a="b \"c\" \\d"`, "text/html", { a: String.raw`b "c" \d` }],
  ["a semicolon in quotation marks", 'text/html; a="b; c=d"; e=f', "text/html", { a: "b; c=d", e: "f" }],
  ["an open quotation mark", 'text/html; a="b', "text/html", { a: "b" }],
  ["a repeated name, of which the first counts", "text/html; a=b; A=c", "text/html", { a: "b" }],
  ["a repeated name, of which the first counts though it is empty", 'text/html; a=""; a=c', "text/html", { a: "" }],
  ["a value behind a colon", "text/html: a=b", "text/html", { a: "b" }],
  ["a value before a comma", "text/html, a=b", "text/html", { a: "b" }],
  ["a value in quotation marks", '"text/html"; a=b', "text/html", { a: "b" }],
  ["a value before a comment", "text/html(the type); a=b", "text/html", { a: "b" }],
  ["a value after blanks", " \ttext/html; a=b", "text/html", { a: "b" }],
  ["a value alone, in capitals", "TEXT/X-My.Type+XML", "text/x-my.type+xml", {}],
  ["no value", "", "", {}],
  ["parameters without a value", "; a=b", "", { a: "b" }],
  ["an empty parameter", "text/html; a=; b=c", "text/html", { a: "", b: "c" }],
  ["blanks at the end of a token", "text/html; a=b \t; c=d", "text/html", { a: "b", c: "d" }],
  ["tabs around the equals sign", "text/html; a\t=\tb", "text/html", { a: "b" }],
  ["a token with blanks", "text/html; a=b c; d=e", "text/html", { a: "b c", d: "e" }],
  ["a bracket inside a token", "text/html; a=b(c); d=e", "text/html", { a: "b(c)", d: "e" }],
  ["a word that is no parameter", "text/html; word; a=b", "text/html", { a: "b" }],
  ["a missing semicolon after quotation marks", 'text/html; a="b" c=d', "text/html", { a: "b", c: "d" }],
  ["a missing semicolon before a piece", "text/html; a=b c*0=d", "text/html", { a: "b", "c*0": "d", c: "d" }],
])("reads %s", (_what, header, value, parameters) => {
  const result = parseParameters(header);
  expect(result.value).toBe(value);
  expect(Object.fromEntries(result.parameters)).toEqual(parameters);
});

test.each([
  ["as they are", "x/y; a*0=b; a*1=c", "bc"],
  ["by their numbers", "x/y; a*1=c; a*10=e; a*2=d; a*0=b", "bcde"],
  ["with percent signs that are text", "x/y; a*0=%41; a*1=%42", "%41%42"],
  ["and those with a star decoded", "x/y; a*0*=utf-8''%C3%A9; a*1=%41; a*2*=%42", "é%41B"],
  ["in their charset", "x/y; a*=iso-8859-2''%B1%E6", "ąć"],
  ["in a charset with a language", "x/y; a*=koi8-r'ru'%EB%CF%C4", "Код"],
  ["with apostrophes in a later piece", "x/y; a*0*=utf-8''b; a*1*='c'd", "b'c'd"],
  ["without a charset", "x/y; a*=b%20c", "b c"],
  ["of a character in two pieces", "x/y; a*0*=utf-8''%C3; a*1*=%A9", "é"],
  ["of which only the first names a charset", "x/y; a*0*=iso-8859-2''%B1; a*1*=utf-8''%E6", "ąutf-8''ć"],
  ["in small letters of its digits", "x/y; a*=utf-8''%c3%a9", "é"],
  ["with a percent sign before no digits", "x/y; a*=utf-8''5%25 or 5%, %g1", "5% or 5%, %g1"],
  ["rather than a plain one before it", "x/y; a=plain; a*=utf-8''%C3%A9", "é"],
  ["rather than a plain one after it", "x/y; a*=utf-8''%C3%A9; a=plain", "é"],
  ["by numbers of four digits, and no more", "x/y; a*0=b; a*1000=c; a*10000=d", "bc"],
])("joins the pieces of a value %s", (_what, header, value) => {
  expect(parseParameters(header).parameters.get("a")).toBe(value);
});

test("the pieces of several values are joined for each", () => {
  const { parameters } = parseParameters("x/y; a*0=b; c*0=e; a*1=d; c*1=f");
  expect([parameters.get("a"), parameters.get("c")]).toEqual(["bd", "ef"]);
});

test.each([
  [8_192, "utf-8"],
  [8_193, "utf-"],
])("a header is read up to 8,192 characters: one of %i has the charset %s", (length, charset) => {
  const [start, end] = ['text/plain; a="', '"; charset=utf-8'];
  const header = `${start}${"b".repeat(length - start.length - end.length)}${end}`;
  expect(parseParameters(header).parameters.get("charset")).toBe(charset);
});
