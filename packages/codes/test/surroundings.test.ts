import { describe, expect, it } from "vitest";
import { likelyCodes } from "./likely-codes.ts";

it.each([
  ["introduced by a heading in East Asian brackets", "【Harbor】ab48x9 OTP", ["one_time ab48x9"]],
  [
    "before a warning in the same clause",
    "Code for Harbor Mill login 482913 keep it secret do not share",
    ["one_time 482913"],
  ],
  ["right before a word for a code", "ab48x9 Harbor OTP", ["one_time ab48x9"]],
  ["without the word that touches it", "Your code is 482913Bank", ["one_time 482913"]],
  ["after an exclamation, which is no label", "Case! 662910 valid for 5 minutes, tell nobody", ["one_time 662910"]],
  ["after a question, which is no label", "A case? 662910 valid for 5 minutes, tell nobody", ["one_time 662910"]],
  ["without the group after a year of this century", "Your code is 2026 12.", ["one_time 2026"]],
  ["without the group after a year of the last century", "Your code is 1998 12.", ["one_time 1998"]],
  ["before numbers that are grouped differently", "Sign in\n482 913\n582913\n682 913", ["one_time 482913"]],
])("a code is found %s", (_where, text, codes) => {
  expect(likelyCodes(text)).toEqual(codes);
});

it.each(["ab48x9, Harbor OTP", "ab48x9、Harbor OTP"])(
  "a name that a comma divides from a word for a code is none: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
  },
);

it.each(["is the number to type", "confirms your address"])(
  "a value is a code before “%s” if it has six characters or more",
  (words) => {
    const lengths = [4, 5, 6, 7, 8].filter(
      (length) => likelyCodes(`${"48291376".slice(0, length)} ${words}`).length > 0,
    );
    expect(lengths).toEqual([6, 7, 8]);
  },
);

it("a number alone beside minutes is a code only if these say how long it is valid", () => {
  expect(likelyCodes("662910 valid 5 minutes")).toEqual(["one_time 662910"]);
  expect(likelyCodes("662910\nThe bus leaves in 5 minutes")).toEqual([]);
});

it.each(["-", "–", "—", "=", "(", "is"])("what looks like a user name is a code before “%s”", (sign) => {
  expect(likelyCodes(`A7k2q9 ${sign} your code`)).toEqual(["one_time A7k2q9"]);
  expect(likelyCodes("A7k2q9 your code")).toEqual([]);
});

it("four digits below a request to type them are a code only if nothing else is in their line", () => {
  const below = (line: string) => likelyCodes(`Enter this to sign in\n${line}\nDo not share it with anyone.`);
  expect(below("4821")).toEqual(["one_time 4821"]);
  expect(below("4821 apples")).toEqual([]);
});

it("a name in capitals before a word for a code is none", () => {
  expect(likelyCodes("Mill: HARBOR, your code")).toEqual([]);
});

describe("near a word of verifying or expiring, a number is a code", () => {
  it.each([
    ["on its own line", "482913", "Please verify your address.\n482913\nIt expires soon."],
    ["on its own line above when it expires", "482913", "Hello Ana.\n482913\nIt expires on Friday."],
    ["together with letters", "A7K2Q9", "Please verify your address.\nA7K2Q9\nIt expires soon."],
    ["at the beginning of its line", "482913", "Please verify your address.\n482913. It expires soon."],
  ])("%s", (_where, code, text) => {
    expect(likelyCodes(text)).toEqual([`one_time ${code}`]);
  });

  it.each([
    ["in the middle of its line", "Please verify your address. 482913. It expires soon."],
    ["before words about something else", "Please verify your address.\n482913 people have. It expires soon."],
    ["with letters, before a name", "Please verify your address.\nA7K2Q9 Northwind\nIt expires soon."],
    ["two lines below a word for another number", "Kundennummer\n\n482913\n\nPlease verify your address."],
  ])("but not %s", (_where, text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});
