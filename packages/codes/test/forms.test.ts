import { describe, expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";

/** The code of a message in which it stands right after its word. */
const codeAfterWord = (shown: string) => extractCode(`Your code: ${shown}`);

describe("digits in groups", () => {
  it.each([
    ["12 34 56", "123456"],
    ["123 456", "123456"],
    ["1234 5678", "12345678"],
    ["12 34 56 78", "12345678"],
    ["123 456 789", "123456789"],
    ["482 - 913", "482913"],
    ["0042 91", "004291"],
    ["1234 56", "123456"],
    ["91 0042", "910042"],
  ])("are one code, %s", (shown, code) => {
    expect(codeAfterWord(shown)).toBe(code);
  });

  it.each([
    ["0042 91", "004291"],
    ["4419 02", "441902"],
    ["91 0042", "910042"],
    ["4419 12", "4419"],
  ])("are one code in the middle of a sentence only with a leading zero: %s", (shown, code) => {
    expect(extractCode(`${shown} is your code.`)).toBe(code);
  });

  it.each([
    ["with fewer than six digits", "12 34", null],
    ["with more than eight digits", "12 34 56 78 90", null],
    ["with more than three groups of three", "123 456 789 012", null],
    ["of a telephone number, whose first group is one digit", "1 4821 3390", null],
    ["of a telephone number, whose second group is one digit", "4821 3 3904", null],
    ["of which one has five digits", "4821 39045 12", "4821"],
    ["of different lengths", "123 45", "123"],
    ["with four digits beside a dash", "4821 - 913", "4821"],
    ["with four digits after a dash", "482 - 9134", "482"],
    ["of five digits and two short numbers", "48213 10 20", "48213"],
    ["of a year and a month", "2026 12", "2026"],
  ])("are not, %s: %s", (_why, shown, code) => {
    expect(codeAfterWord(shown)).toBe(code);
  });

  it("are several numbers if their sentence goes on, unless they begin with a zero", () => {
    expect(codeAfterWord("1234 56 or more")).toBe("1234");
    expect(codeAfterWord("0034 56 or more")).toBe("003456");
  });
});

describe("digits with dashes are a code of five to eight, or of three times three", () => {
  it.each([
    ["12-345", "12345"],
    ["12-34-5", "12345"],
    ["54-234-3", "542343"],
    ["1234-5678", "12345678"],
    ["12-34-56-78", "12345678"],
    ["123-456-789", "123456789"],
    ["12-34", null],
    ["5-234", null],
    ["1234-56789", null],
    ["123-456-7890", null],
    ["1-2-3-4-5", null],
    ["5-2345", null],
  ])("%s: %s", (shown, code) => {
    expect(codeAfterWord(shown)).toBe(code);
  });

  it.each(["\u2010", "\u2011", "\u2012", "\u2212"])("also with another character for the dash: 482%s913", (dash) => {
    expect(codeAfterWord(`482${dash}913`)).toBe("482913");
  });
});

it.each(["12-31-26", "31-12-2026", "3-12-2026", "2026-12-31"])("a date is no code: %s", (shown) => {
  expect(codeAfterWord(shown)).toBeNull();
});

describe("one character at a time", () => {
  it.each([
    ["from four", "4 0 7 1", "4071"],
    ["to ten", "4 0 7 1 9 2 8 3 5 6", "4071928356"],
    ["with two blanks between", "4  0  7  1", "4071"],
    ["but not three", "4 0 7", null],
    ["nor with three blanks between", "4   0   7   1", null],
  ])("is a code %s: %s", (_what, shown, code) => {
    expect(codeAfterWord(shown)).toBe(code);
  });
});

describe("letters and digits in groups on their own line", () => {
  it.each([
    ["K7 P4 Q9", "K7P4Q9"],
    ["K7P4 Q9R2", "K7P4Q9R2"],
    ["K7 P4 Q9 R2", "K7P4Q9R2"],
    ["K7 P4", null],
    ["K7 P4 Q9 R2 T5", null],
    ["K7P4R Q9R2T", "K7P4R"],
    ["K7 P4 Q93", null],
    ["RF34 K7 P4", null],
  ])("are two to four groups of two to four, at least six in all: %s", (shown, code) => {
    expect(codeAfterWord(`\n\n${shown}`)).toBe(code);
  });
});

describe("digits that touch the word for a code are four to ten", () => {
  it.each([
    ["OTP4821", "4821"],
    ["OTP4821339017", "4821339017"],
    ["OTP482", null],
    ["OTP48213390175", null],
    ["XYZ4821", null],
    ["OTP4821.5", null],
    ["OTP4821€", null],
  ])("%s: %s", (text, code) => {
    expect(extractCode(text)).toBe(code);
  });

  it.each([
    ["4821-AB is your code", "4821"],
    ["4821-A is your code", "4821-A"],
    ["4821IS your code", "4821IS"],
    ["4821min is your code", null],
    ["Your code is 4821und,5 Minuten", "4821"],
    ["ben.4821is your code", null],
  ])("or stand before another word, which is no part of them: %s", (text, code) => {
    expect(extractCode(text)).toBe(code);
  });
});

describe("letters, a dash and digits", () => {
  it.each([
    ["A-4821", "4821"],
    ["ABC-4821", "4821"],
    ["AB-48213390", "48213390"],
    ["ABCD-4821", "ABCD-4821"],
    ["A-482", "A-482"],
    ["AB-482133901", "AB-482133901"],
  ])("are typed without one to three letters before four to eight digits: %s", (shown, code) => {
    expect(codeAfterWord(shown)).toBe(code);
  });

  it.each(["route-66", "rou-66", "1-month", "12-month", "482-krt", "xx4821"])(
    "are a word with a number in %s",
    (shown) => {
      expect(codeAfterWord(shown)).toBeNull();
    },
  );

  it.each(["ro-66", "ro-6612", "OTP482", "482-KRT", "x4821"])("are a code in %s", (shown) => {
    expect(codeAfterWord(shown)).toBe(shown);
  });
});

describe("letters alone", () => {
  it.each([
    ["HWKR", "HWKRBTNMLP", "HWK", "HWKRBTNMLPQ"],
    ["hwkrb", "hwkrbtnm", "hwkr", "hwkrbtnmp"],
    ["AB-CD", "ABCDE-FGHIJ", "A-CD", "ABCDEF-GHIJK"],
    ["ABC-DE", "ABCD-FGHIJ", "ABC-D", "ABCD-FGHIJK"],
    ["AB-CD", "ABCDE-FGHIJ-KLMNO-PQRST", "AB-C", "AB-CD-EF-GH-IJ"],
  ])("are a code from %s to %s", (shortest, longest, shorter, longer) => {
    expect([shortest, longest, shorter, longer].map(codeAfterWord)).toEqual([shortest, longest, null, null]);
  });

  it("are a code on their own line if they are no word, or groups of three to five", () => {
    const onOwnLine = (shown: string) => extractCode(`Your code\n\n${shown}\n\nThanks`);
    const codes = ["HWKRB", "PAR-NET", "PARKE-NETOR", "PAR-NET-BOD"];
    expect(codes.map(onOwnLine)).toEqual(codes);
    const others = ["HWKR", "PA-NET", "PAR-NE", "PARKEB-NETOR", "PARKE-NETORU", "PAR-NET-BOD-GUK"];
    expect(others.map(onOwnLine)).toEqual(others.map(() => null));
  });

  it("are a code anywhere if they are one of a device: twice four consonants", () => {
    const inSentence = (shown: string) => extractCode(`On your device, type ${shown} to sign in to Harbor`);
    expect(inSentence("WDJB-MJHT")).toBe("WDJB-MJHT");
    const others = ["WDJBX-MJHT", "WDJB-MJHTX", "WDJ-MJHT", "WDJB-MJHA"];
    expect(others.map(inSentence)).toEqual(others.map(() => null));
  });

  it("may have capitals within small letters, unlike a name, which begins with one", () => {
    expect(["hwKrbt", "HwKrbt", "Hwkrbt"].map(codeAfterWord)).toEqual(["hwKrbt", "HwKrbt", null]);
  });

  it("are a code after a short word if they are in capitals or no word", () => {
    expect(extractCode("Your code is HWKRBT.")).toBe("HWKRBT");
    expect(extractCode("The token is vbnkpw.")).toBe("vbnkpw");
    const countAfter = (word: string, shown: string) => extractCodes(`Your code ${word} ${shown}.`).length;
    expect(["a", "is", "with", "equal"].map((word) => countAfter(word, "MARELO"))).toEqual([0, 1, 1, 0]);
    expect(["a", "is", "equal", "equals"].map((word) => countAfter(word, "vbnkpw"))).toEqual([1, 1, 1, 0]);
  });

  it("are no word with five consonants in a row", () => {
    expect(extractCode("Your token is abcdfga.")).toBe("abcdfga");
    expect(extractCode("Your token is aebcdfa.")).toBeNull();
  });
});

describe("what continues a number", () => {
  it.each(["€4821", "€ 4821", "4821€", "4821 €", "4821/5", "a/4821", "+4821", "x*4821", "4821**3", "4821***"])(
    "makes it no code: %s",
    (shown) => {
      expect(codeAfterWord(shown)).toBeNull();
    },
  );

  it.each(["€12 34 56", "+12 34 56", "€4 8 2 1", "+4 8 2 1"])("makes it none in groups either: %s", (shown) => {
    expect(codeAfterWord(shown)).toBeNull();
  });

  it.each(["*4821*", "4821**", "4821  €"])("is not in %s", (shown) => {
    expect(codeAfterWord(shown)).toBe("4821");
  });

  it.each([..."\"'`“„«:([=>", ": "])("is no asterisk of bold text after %j", (mark) => {
    expect(extractCode(`Your code${mark}*482913*`)).toBe("482913");
  });

  it.each(["x", "4", "-", "#", "•"])("is an asterisk that hides what stands before: %s*482913", (mark) => {
    expect(codeAfterWord(`${mark}*482913`)).toBeNull();
  });

  it("is a user name before at most four digits", () => {
    expect(codeAfterWord("ben.2001")).toBeNull();
    expect(codeAfterWord("ben.20014")).toBe("20014");
  });

  it("is the end of a password after a colon or “is”", () => {
    expect(extractCode("Your password is Tulip!4821")).toBeNull();
    expect(extractCode("Your password: Tulip!4821")).toBeNull();
    expect(extractCode("Your password was Tulip!4821")).toBe("4821");
  });
});

it("a list of backup codes has at least three, each with at most two digits for its place", () => {
  const found = (text: string) => extractCodes(text).filter(({ kind }) => kind === "backup");
  expect(found("Backup codes\n48291376\n48292377\n48293378")).toHaveLength(3);
  expect(found("Backup codes\n48291376\n48292377")).toEqual([]);
  expect(found("Backup codes\n9. 48291376\n10. 48292377\n11. 48293378")).toHaveLength(3);
  expect(found("Backup codes\n99. 48291376\n100. 48292377\n101. 48293378")).toEqual([]);
});

it("the backup codes of a list have one form: as many digits, and letters in all of them or in none", () => {
  const found = (...lines: string[]) => extractCodes(`Backup codes\n${lines.join("\n")}`).map(({ kind }) => kind);
  expect(found("A7K2Q9F3", "B8L3R7X2", "C9M4S8Y3")).toEqual(["backup", "backup", "backup"]);
  expect(found("A7K2Q9F3", "48291376", "B8L3R7X2")).toEqual([]);
  expect(found("482-913", "482-914", "4829157")).toEqual([]);
});
