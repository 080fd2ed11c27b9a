import { describe, expect, it } from "vitest";
import { extractCodes, extractLinks } from "../src/all.ts";
import { likelyCodes } from "./likely-codes.ts";

type Row = [what: string, most: number, within: string, beyond: string, toText: (words: string) => string];

/** Tests texts in which a word repeats: as often as a rule allows, and once more. */
function holdsUpTo(word: string, rows: Row[]): void {
  it.each(rows)("%s: %i", (_what, most, within, beyond, toText) => {
    const found = [most, most + 1].map((count) => likelyCodes(toText(Array(count).fill(word).join(" "))).join());
    expect(found).toEqual([within, beyond]);
  });
}

describe("this many unknown words may stand", () => {
  holdsUpTo("mill", [
    ["in a statement of a number", 3, "one_time 4829", "", (words) => `4829 is your ${words} code`],
    ["in a statement of a year", 0, "one_time 2026", "", (words) => `2026 is ${words} code`],
    ["before “with”", 2, "one_time 4829", "", (words) => `${words} with 4829 you can log in`],
    [
      "before the number that a word for “with” follows",
      2,
      "one_time 4829",
      "",
      (words) => `${words} 4829 ile giriş yapın`,
    ],
    [
      "in a statement of a year, if only a code can be meant",
      2,
      "one_time 2026",
      "",
      (words) => `2026 is ${words} OTP`,
    ],
    ["in a statement of what is surely a code", 5, "one_time A7K2", "", (words) => `A7K2 is ${words} OTP`],
    ["before a number that ends its sentence", 7, "one_time 4829", "", (words) => `Your code for ${words} 4829`],
    ["before a number that one word follows", 1, "one_time 4829", "", (words) => `Your code for ${words} 4829 thanks`],
    ["before a colon", 3, "one_time 482913", "", (words) => `${words}: 482913 to sign in now`],
    ["after what to log in with", 1, "one_time 4829", "", (words) => `Log in with 4829 ${words}`],
    ["before a request to type at the start", 0, "one_time 5521", "", (words) => `${words} type 5521 at the door`],
    ["after a code on its own line", 1, "one_time 482913", "", (words) => `The code you asked for:\n\n482913 ${words}`],
    ["in a label", 3, "one_time 482913", "", (words) => `${words}: 482913. Share it with nobody.`],
    ["between a word for a number and it", 3, "", "one_time 482913", (words) => `Código: número ${words} 482913`],
  ]);
});

describe("this many short words may stand", () => {
  holdsUpTo("of", [
    [
      "between a word for a delivery and that for its code",
      2,
      "delivery 482913",
      "reference 482913",
      (words) => `Your delivery ${words} code: 482913`,
    ],
    [
      "in a label of a bill, all of which says what its code is for",
      3,
      "reference 482913",
      "one_time 482913",
      (words) => `trellis ${words} code: 482913. Total €45`,
    ],
  ]);
});

it("at least three words explain what a number is, fewer report it", () => {
  expect(likelyCodes("482913 is what what confirmed")).toEqual([]);
  expect(likelyCodes("482913 is what what what confirmed")).toEqual(["one_time 482913"]);
});

it("three words before a colon ask for a number, two are its label", () => {
  expect(likelyCodes("With login now: 4829")).toEqual(["one_time 4829"]);
  expect(likelyCodes("With login: 4829")).toEqual([]);
});

it("other lines with numbers come between a code and its word, up to two above it", () => {
  const below = (lines: number) => `Your code is below.\n${"Line 712.\n".repeat(lines)}482913\n`;
  expect(likelyCodes(below(2))).toEqual(["one_time 482913"]);
  expect(likelyCodes(below(3))).toEqual([]);
  expect(likelyCodes("482913\nLine 712.\nThis is your code.")).toEqual([]);
});

describe("up to six numbers stand between a number and a word that may mean it,", () => {
  it.each([
    ["above its line", (numbers: string) => `Your code is below.\n${numbers}\n482913\n`],
    ["below its line", (numbers: string) => `482913\n${numbers}\nThis is your code.`],
    ["before it", (numbers: string) => `Your OTP is, in line ${numbers} 482913`],
    ["after it", (numbers: string) => `482913 in line ${numbers} OTP`],
  ])("%s", (_where, toText) => {
    const isListed = (count: number) =>
      extractCodes(toText("712, ".repeat(count))).some(({ value }) => value === "482913");
    expect([6, 7].map(isListed)).toEqual([true, false]);
  });
});

it("a number before a colon is named by what follows, if no word stands beside it", () => {
  expect(likelyCodes("482913: your code")).toEqual(["one_time 482913"]);
  expect(likelyCodes("Hello 482913: your code")).toEqual([]);
  expect(likelyCodes("482913 Harbor: your code")).toEqual([]);
  expect(likelyCodes("482913 Harbor: your OTP")).toEqual(["one_time 482913"]);
});

describe("digits below a request to type have at least", () => {
  const shortest = (request: string) =>
    [3, 4, 5, 6].find((length) => likelyCodes(`${request}\n\n${"482913".slice(0, length)}`).length > 0);

  it.each([
    ["four, after a colon", "Enter this on the website:", 4],
    ["four, if it is to verify", "Enter this to verify", 4],
    ["six otherwise", "Enter this on the website", 6],
  ])("%s", (_what, request, length) => {
    expect(shortest(request)).toBe(length);
  });
});

it.each([
  ["one of two digits", "48", ["one_time 482913"]],
  ["one of three digits", "482", []],
  ["letters and digits", "A7K2Q9", ["one_time 482913"]],
  ["a part of three digits of another", "+482", ["one_time 482913"]],
  ["a part of four digits of another", "+4821", []],
])("beside %s, a number is the only one of its message, or not: %s", (_what, other, codes) => {
  expect(likelyCodes(`Copper login 482913, share it with nobody ${other}`)).toEqual(codes);
});

it("capitals before a number are a register's if they are two to six, and the number has seven digits", () => {
  const found = (capitals: string) => likelyCodes(`Code ${capitals} 48213390`);
  expect(["HR", "HRBKLM"].map(found)).toEqual([[], []]);
  expect(likelyCodes("Code HR 4821390")).toEqual([]);
  expect(likelyCodes("Code HR 482139")).toEqual(["one_time 482139"]);
  expect(["H", "HRBKLMN"].map(found)).toEqual([["one_time 48213390"], ["one_time 48213390"]]);
});

it("an abbreviation has at most three letters, and ends no sentence before a small letter or a digit", () => {
  expect(likelyCodes("Your code abc. 482913 foo bar baz")).toEqual(["one_time 482913"]);
  expect(likelyCodes("Your code abcd. 482913 foo bar baz")).toEqual([]);
});

describe("in a script without spaces", () => {
  it("one unknown character beside an amount says nothing of a code, two make it that of a bill", () => {
    expect(likelyCodes("林碼：774120。€45")).toEqual(["one_time 774120"]);
    expect(likelyCodes("林山碼：774120。€45")).toEqual(["reference 774120"]);
  });

  it("five characters before a colon ask for a number, four are its label", () => {
    expect(likelyCodes("输入以登录：4829")).toEqual(["one_time 4829"]);
    expect(likelyCodes("输入登录：4829")).toEqual([]);
  });

  it("a label of a bill has 20 characters, a longer one is a sentence", () => {
    expect(likelyCodes(`${"山".repeat(17)} 代码：774120。€45`)).toEqual(["reference 774120"]);
    expect(likelyCodes(`${"山".repeat(18)} 代码：774120。€45`)).toEqual(["one_time 774120"]);
  });

  it("four characters separate two words of one phrase, five do not", () => {
    expect(likelyCodes("快递号号号号代码：774120")).toEqual(["delivery 774120"]);
    expect(likelyCodes("快递号号号号号代码：774120")).toEqual(["reference 774120"]);
  });

  it("two characters separate the words for security and for a number, three do not", () => {
    expect(likelyCodes("セキュリティのの番号：4821")).toEqual(["one_time 4821"]);
    expect(likelyCodes("セキュリティののの番号：4821")).toEqual([]);
  });

  it("eleven characters separate a number from “enter”, twelve do not", () => {
    expect(likelyCodes(`482913${"を".repeat(11)}入力してください`)).toEqual(["one_time 482913"]);
    expect(likelyCodes(`482913${"を".repeat(12)}入力してください`)).toEqual([]);
  });
});

describe("a link", () => {
  const token = "a8Xk3LmPq92ZtRw7";
  const reasonOf = (text: string) => extractLinks(text)[0]?.reason;
  const confidenceOf = (text: string) => extractLinks(text)[0]?.confidence ?? 0;

  it("is followed for its token alone in a mail below 2,500 characters", () => {
    const mail = (length: number) => `Hello https://mill.example/c/${token} `.padEnd(length);
    expect(reasonOf(mail(2_499))).toBe("is the only one with a token");
    expect(reasonOf(mail(2_500))).toBe("is a link");
  });

  it("is followed for its token alone in a mail without any amount", () => {
    expect(reasonOf(`Hello https://mill.example/c/${token}`)).toBe("is the only one with a token");
    expect(reasonOf(`Hello https://mill.example/c/${token} €45`)).toBe("is a link");
  });

  it.each([
    ["mixed characters", "a8Xk3LmPq92Z", 12],
    ["hexadecimal digits", "1234567890123456", 16],
    ["letters alone", "abcdefgh".repeat(8), 64],
  ])("has a token from %s", (_what, shortest, length) => {
    expect(shortest).toHaveLength(length);
    expect(reasonOf(`Hello https://mill.example/c/${shortest}`)).toBe("is the only one with a token");
    expect(reasonOf(`Hello https://mill.example/c/${shortest.slice(0, -1)}`)).toBe("is a link");
  });

  it("may have a short token of at least six characters", () => {
    const confidences = ["ab1cd", "ab1cde"].map((part) => confidenceOf(`Hello https://mill.example/c/${part}`));
    expect(confidences).toEqual([0.01, 0.05]);
  });

  it("names what it does in a part of less than 40 characters, or in its first 40 parameters", () => {
    const withPart = (length: number) => confidenceOf(`Hello https://mill.example/${"verify".padEnd(length, "-")}`);
    expect([withPart(39), withPart(40)]).toEqual([0.13, 0.01]);
    const withParameters = (count: number) =>
      confidenceOf(`Hello https://mill.example/a?${"p=1&".repeat(count - 1)}verify=1`);
    expect([withParameters(40), withParameters(41)]).toEqual([0.13, 0.01]);
  });

  it("is scored among the first hundred", () => {
    const urls = Array.from({ length: 101 }, (_, index) => `https://mill.example/${index}`);
    expect(extractLinks(urls.join("\n"))).toHaveLength(100);
  });

  it("is introduced by the last 60 characters before it", () => {
    const after = (blanks: number) =>
      reasonOf(`Unsubscribe${" ".repeat(blanks)}please: https://mill.example/c/${token}`);
    expect(after(40)).toBe("leads aside");
    expect(after(42)).toBe("is the only one with a token");
  });

  it("is an order's beside its word, or after two characters", () => {
    const after = (dashes: number) => reasonOf(`Order${"-".repeat(dashes)}code: https://mill.example/c/${token}`);
    expect(after(2)).toBe("is the only one with a token");
    expect(after(3)).toBe("says «Order---code»");
  });

  it("is described by two to forty characters before a colon", () => {
    const described = (length: number) => reasonOf(`${"Confirm".padEnd(length, "m")}: https://mill.example/c/${token}`);
    expect(described(40)).toBe(`says «${"Confirm".padEnd(40, "m")}»`);
    expect(described(41)).toBe("is the only one with a token");
  });
});
