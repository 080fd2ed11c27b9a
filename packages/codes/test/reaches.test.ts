import { describe, expect, it } from "vitest";
import { extractCodes, extractLinks } from "../src/all.ts";
import { likelyCodes } from "./likely-codes.ts";

type Row = [what: string, most: number, within: string, beyond: string, toText: (gap: string) => string];

/** Tests texts with a gap: of the most characters over which something counts, and of one more. */
function countsUpTo(filler: string, rows: Row[]): void {
  it.each(rows)("%s: %i", (_what, most, within, beyond, toText) => {
    const found = [most, most + 1].map((length) => likelyCodes(toText(filler.repeat(length))).join());
    expect(found).toEqual([within, beyond]);
  });
}

const code = "one_time 482913";

describe("over this many blanks a number is named by", () => {
  countsUpTo(" ", [
    ["a word of the sentence above its line", 584, code, "", (gap) => `Your code is below.${gap}\n\n482913`],
    ["a word of the sentence below its line", 144, code, "", (gap) => `482913\n${gap}\nThis is your code.`],
    ["the word for a code in a warning", 11, code, "", (gap) => `Never share your code${gap}482913`],
    ["the word for a code that was changed", 11, code, "", (gap) => `Changed code${gap}482913`],
    ["the word for a code after “is”", 50, code, "", (gap) => `Dear customer: 482913 is ${gap}your code`],
    ["the word for a code before a label", 47, code, "", (gap) => `Code${gap}for your account: 482913`],
    ["the words for security and for a number", 27, code, "", (gap) => `Número de${gap}seguridad: 482913`],
    ["a request to type, after a check", 390, code, "", (gap) => `Authentication number: 482913.${gap}Enter it.`],
    ["a request to type, before a check", 376, code, "", (gap) => `Enter it.${gap}Authentication number: 482913.`],
    ["a request to type, on the line above", 136, "one_time 4829", "", (gap) => `Enter this${gap}on the page:\n\n4829`],
    [
      "a request to type, two lines above",
      92,
      "one_time 4829",
      "",
      (gap) => `Enter it to verify.${gap}\nok now\n\n4829`,
    ],
    ["the colon of a request to type", 10, "one_time 4829", "", (gap) => `Enter this on the website:${gap}\n4829`],
    ["what to verify, above its line", 98, code, "", (gap) => `Please verify your address.${gap}\n\n482913`],
    ["what to verify, below its line", 110, code, "", (gap) => `482913\n\n${gap}Please verify your address.`],
    ["what it allows to do", 39, "one_time 4829", "", (gap) => `With 4829 you${gap}can log in`],
    ["a word to type it, after it", 4, "one_time 4829", "", (gap) => `4829${gap}eingeben zum Anmelden`],
    ["a dash", 3, "one_time A7k2q9", "", (gap) => `A7k2q9${gap}- your code`],
  ]);
});

describe("over this many blanks a number is called something else by", () => {
  countsUpTo(" ", [
    ["the number of a card", 46, "reference 5308", "one_time 5308", (gap) => `Card 4111 1111 1111 1111${gap}code 5308`],
    ["the word for a delivery", 15, "delivery 482913", "reference 482913", (gap) => `Your delivery${gap}code: 482913`],
    ["its brackets", 20, code, "one_time 774120", (gap) => `TAN (774120)${gap}: 482913`],
    ["the preposition before a name", 44, "", "one_time 20014410", (gap) => `OTP for ${gap}20014410`],
    ["the word for a change", 54, "", code, (gap) => `Your code ${gap}was changed.\n\n482913`],
    ["the word for a change before it", 17, "", code, (gap) => `Changed${gap}code of your account.\n\n482913`],
    ["the name of a network before it", 4, "", "reference 482913", (gap) => `Wifi${gap}password: 482913`],
    ["the name of a network", 8, "", code, (gap) => `Password: 482913${gap}wifi`],
    ["a request to write to it", 68, "", "one_time 45120", (gap) => `Your code: text HELP to${gap}45120`],
    ["a label with “no.”", 37, "", code, (gap) => `Your code. Order no.${gap}482913`],
    ["a word for a case", 10, "", code, (gap) => `Copper case login now${gap}482913, share it with nobody`],
    ["a label on the line above", 33, "", code, (gap) => `Your code\nCustomer number${gap}\n482913\n`],
    ["an offer to unsubscribe", 15, "", "one_time 4410", (gap) => `Unsubscribe: 080-123-4567${gap}4410 code`],
    ["the word for a thing", 3, "", code, (gap) => `Código: número cosa${gap}482913`],
    ["the heading of an entry with a price", 19, "", code, (gap) => `Gas meter reading: code${gap} 482913, €45`],
    ["a meeting's label", 1, "booking 482913", code, (gap) => `Meeting${gap}ID: 812 3345 6671 Passcode: 482913`],
    ["an amount", 3970, "reference 482913", code, (gap) => `account code: 482913. Total ${gap}€45`],
    ["an amount before its currency", 1, "reference 482913", code, (gap) => `account code: 482913. Total 45${gap}EUR`],
    ["an amount after its currency", 1, "reference 482913", code, (gap) => `account code: 482913. Total EUR${gap}45`],
  ]);
});

describe("over this many blanks a word for a code is one of verifying, or of goods, by", () => {
  countsUpTo(" ", [
    ["a word of verifying before it", 25, code, "", (gap) => `Verify.${gap}Win a prize. Code: 482913`],
    ["a word of verifying after it", 30, code, "", (gap) => `Win a prize. Code: 482913 ${gap}Verify`],
    ["a word for goods before it", 154, "", code, (gap) => `Win a prize.${gap}Code: 482913`],
    ["a word for goods after it", 150, "", code, (gap) => `Code: 482913.${gap}Win a prize`],
    [
      "a word of verifying before a passcode",
      50,
      code,
      "booking 482913",
      (gap) => `Meeting ID: 812 3345 6671. Confirm${gap}with the passcode 482913`,
    ],
    [
      "a word of verifying after a passcode",
      51,
      code,
      "booking 482913",
      (gap) => `Meeting ID: 812 3345 6671 Passcode: 482913${gap}confirm`,
    ],
  ]);
});

describe("in a bill, the code of a line is a reference if other marks are no more than", () => {
  countsUpTo(".", [
    ["before its word", 24, "reference 091811", "one_time 091811", (gap) => `Total €45\n${gap}code: 091811\n`],
    ["after its word", 14, "reference 091811", "one_time 091811", (gap) => `Total €45\ncode${gap}: 091811\n`],
  ]);
});

describe("numbers count up to this many digits:", () => {
  countsUpTo("4", [
    ["after the first three of a telephone", 12, "", "reference 4410", (gap) => `Unsubscribe: 080${gap} 4410 code`],
    ["in a price", 16, "", code, (gap) => `Gas meter reading: code 482913, ${gap} €`],
  ]);
});

describe("words count up to this many letters:", () => {
  countsUpTo("m", [
    ["the part of a name before its number", 24, "", "one_time 20014410", (gap) => `OTP for ${gap}.20014410`],
    ["a request to write to a number", 58, "", "one_time 45120", (gap) => `Your code: text ${gap} to 45120`],
    ["a word after a telephone number", 8, "", "one_time 4410", (gap) => `Unsubscribe: 080-123-4567 ${gap} 4410 code`],
    ["the thing that has the number", 20, "", code, (gap) => `Código: número ${gap} 482913`],
    ["the heading of a price", 36, "", code, (gap) => `Gas ${gap}: code 482913, €45`],
    ["a report of a payment", 31, "", code, (gap) => `Confirm${gap}ed the payment of 84.99 EUR: 482913`],
    ["one between “code” and a code", 13, "one_time A7K2Q9", "", (gap) => `Your code ${gap} A7K2Q9 works for you now`],
    ["one between “enter” and the digits", 6, "one_time 4829", "", (gap) => `Enter ${gap} 4829 to sign in`],
    ["one between the digits and “enter”", 6, "one_time 4829", "", (gap) => `4829 ${gap} eingeben zum Anmelden`],
    [
      "one between “delivery” and “code”",
      4,
      "delivery 482913",
      "reference 482913",
      (gap) => `Your delivery ${gap} code: 482913`,
    ],
    ["one between “number” and “security”", 4, code, "", (gap) => `Número ${gap} seguridad: 482913`],
    ["a part that makes no compound", 2, code, "reference 482913", (gap) => `${gap}code: 482913. Total €45`],
    ["the line of a copyright", 78, code, "reference 482913", (gap) => `account code: 482913\nA ${gap}© Mill €45`],
  ]);
});

describe("a word for a code names no number before it, if over this many characters its own follows", () => {
  it.each([
    ["right after it", " ", 7, (gap: string) => `774120 code${gap}482913`],
    ["after a colon", " ", 6, (gap: string) => `Check value 774120, your code:${gap}482913`],
    ["after a second word for it", " ", 3, (gap: string) => `774120, TAN${gap}code: 482913`],
    ["after a word of verifying", "-", 3, (gap: string) => `774120, code${gap}verification: 482913`],
  ])("%s: %j %i", (_what, filler, most, toText) => {
    const valuesAfter = (length: number) => extractCodes(toText(filler.repeat(length))).map(({ value }) => value);
    expect(valuesAfter(most)).toEqual(["482913"]);
    expect(valuesAfter(most + 1)).toEqual(["482913", "774120"]);
  });
});

it("a list of backup codes begins at most 800 characters after its word", () => {
  const list = (blanks: number) => likelyCodes(`Backup codes${" ".repeat(blanks)}48291376\n48292377\n48293378`);
  expect(list(788)).toContain("backup 48291376");
  expect(list(789)).not.toContain("backup 48291376");
});

describe("a link is judged by words of the message that begin within", () => {
  const url = "https://mill.example/d/Zk3Qx9LmPv7RtY2aWc8N";
  const confidence = (words: string, position: number, subject?: string) =>
    extractLinks(`Hello ${url} `.padEnd(position) + words, { subject })[0]?.confidence;

  it.each([
    ["4,000 characters, if they are of verifying", "Confirm", 3_999],
    ["4,000 characters, if they are of a discount", "9%", 3_998],
    ["8,000 characters, if they are of goods", "parcel", 7_994],
  ])("%s", (_what, words, last) => {
    const none = confidence("", 9_000);
    expect(confidence(words, last)).not.toBe(none);
    expect(confidence(words, last + 1)).toBe(none);
  });

  it("4,000 characters after the subject, if they are of verifying", () => {
    expect(confidence("Confirm", 3_999, "The mill")).toBe(confidence("Confirm", 3_999));
  });
});
