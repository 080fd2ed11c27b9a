import { describe, expect, test } from "vitest";
import { isTextType, parseContentHeaders, parseHeaderBlock } from "../src/header/header-block.ts";

const ofMail = (...lines: string[]) => parseHeaderBlock(lines, { isRoot: true });
const ofPart = (...lines: string[]) => parseHeaderBlock(lines, { isRoot: false });
const names = ({ fields }: { fields: { name: string }[] }) => fields.map(({ name }) => name);

describe("a block of lines is a header", () => {
  const known =
    "Subject From To Cc Bcc Date Sender Reply-To Received Return-Path Message-ID In-Reply-To References MIME-Version Content-Type Content-Language X-Mailer X-my_own List-Id List-Unsubscribe DKIM-Signature Authentication-Results Delivered-To Errors-To Organization Organisation User-Agent Importance Precedence Status Newsgroups Path";
  test.each(known.split(" "))("if it has the field %s", (name) => {
    for (const line of [`${name}: x`, `${name.toUpperCase()} : x`])
      expect(ofPart(line)).toEqual({ fields: [{ name: name.toLowerCase(), value: "x" }], bodyLines: [] });
  });

  test.each(["Note: x", "Fromage: x", "My-Subject: x", "Content: x", "X: x"])(
    "but not if its only line is %s",
    (line) => {
      expect(ofPart(line)).toEqual({ fields: [], bodyLines: [line] });
    },
  );
});

describe("the first line of a mail is skipped", () => {
  test.each(["From a@b.test Mon Jan  5 10:00:00 2026", ">From a@b.test Mon Jan  5 10:00:00 2026"])(
    "if it separates the mails of a file: %s",
    (line) => {
      expect(names(ofMail(line, "Subject: x"))).toEqual(["subject"]);
      expect(ofPart(line, "Subject: x")).toEqual({ fields: [], bodyLines: [line, "Subject: x"] });
    },
  );

  test("but not if it is the sender with a blank before the colon", () => {
    expect(names(ofMail("From : a@b.test", "Subject: x"))).toEqual(["from", "subject"]);
  });

  test.each(["From", "Subject", "Received", "Message-ID"])("if it is folded and %s follows", (name) => {
    expect(names(ofMail(" stray", "X-A: 1", `${name}: x`))).toEqual(["x-a", name.toLowerCase()]);
  });

  test("but not if it is folded and no field of a mail follows", () => {
    expect(ofMail(" stray", "X-A: 1").bodyLines).toEqual([" stray", "X-A: 1"]);
  });
});

test("a byte order mark is dropped before a mail, but kept before a part", () => {
  const line = "\u00ef\u00bb\u00bfSubject: x";
  expect(names(ofMail(line))).toEqual(["subject"]);
  expect(ofPart(line, "To: y").bodyLines).toEqual([line, "To: y"]);
});

describe("a line of blanks inside a header", () => {
  test.each([
    ["is ignored before a field", ["To: a", "  ", "Cc: b"], ["to", "cc"], []],
    ["is ignored before a folded line", ["To: a", "  ", "\tb"], ["to"], []],
    ["ends the header before text", ["To: a", "  ", "b", "c"], ["to"], ["  ", "b", "c"]],
    ["ends the header before more blanks", ["To: a", "  ", " ", "Cc: b"], ["to"], ["  ", " ", "Cc: b"]],
    ["ends the header at its end", ["To: a", "  "], ["to"], ["  "]],
  ])("%s", (_what, lines, fields, bodyLines) => {
    const block = ofPart(...lines);
    expect(names(block)).toEqual(fields);
    expect(block.bodyLines).toEqual(bodyLines);
  });
});

test.each([
  ["the blanks before it are dropped", ["Subject: \t x y"], "x y"],
  ["the blanks around a folded line are one", ["Subject: x", " \t y \t ", "\tz"], "x y z"],
])("of a field's value %s", (_what, lines, value) => {
  expect(ofPart(...lines).fields).toEqual([{ name: "subject", value }]);
});

test("a line of text inside a header is ignored if a known field follows, and ends it otherwise", () => {
  expect(names(ofPart("To: a", "stray", "Note: b", "Cc: c"))).toEqual(["to", "note", "cc"]);
  expect(ofPart("To: a", "stray", "Note: b").bodyLines).toEqual(["stray", "Note: b"]);
});

test.each([
  ["html", "text/html"],
  ["application/xhtml+xml", "text/html"],
  ["TEXT/HTML", "text/html"],
  ["text", "text/plain"],
  ["image/png", "image/png"],
  ["", "message/rfc822"],
])("the Content-Type %j means %s where message/rfc822 is the default", (value, type) => {
  const fields = [{ name: "content-type", value }];
  expect(parseContentHeaders(fields, "message/rfc822").type).toBe(type);
});

test.each([
  [["text/html", "text/plain"], "text/html"],
  [["text/html", "multipart/mixed; boundary=b", "multipart/alternative; boundary=c"], "multipart/mixed"],
])("of the types %j, the first with a boundary counts, else the first", (values, type) => {
  expect(parseContentHeaders(values.map((value) => ({ name: "content-type", value }))).type).toBe(type);
});

test("of the parameters of a type, those that parsing uses are kept", () => {
  const value = "text/plain; name=a; charset=b; format=c; delsp=d; boundary=e; micalg=f";
  expect([...parseContentHeaders([{ name: "content-type", value }]).parameters]).toEqual([
    ["charset", "b"],
    ["format", "c"],
    ["delsp", "d"],
    ["boundary", "e"],
  ]);
});

test.each([
  ["text/plain", true],
  ["text/html", true],
  ["text/enriched", true],
  ["text/richtext", true],
  ["text/csv", false],
  ["text/calendar", false],
])("a part of the type %s is shown as text: %s", (type, isShown) => {
  expect(isTextType(type)).toBe(isShown);
});
