import { describe, expect, it } from "vitest";
import { extractCodes } from "../src/all.ts";
import { likelyCodes } from "./likely-codes.ts";

it.each([
  ["introduced by a heading in East Asian brackets", "【Harbor】ab48x9 OTP", ["one_time ab48x9"]],
  ["introduced by a request to type", "Enter ab48x9 OTP", ["one_time ab48x9"]],
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

it.each(["is the number to type", "confirms your address", "is for signing in"])(
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
    ["two lines below a word for any number", "482913", "Number:\n\n482913\n\nPlease verify your address."],
    ["below a request to verify one", "482913", "Verify your phone number\n\n482913\n\nIt expires soon."],
    ["below a request to use one", "482913", "Use this number for your account:\n\n482913\n\nVerify it soon."],
    ["below whose it is", "482913", "Your account\n\n482913\n\nPlease verify your address."],
    ["below a line with an unknown word", "482913", "Account number Harbor\n\n482913\n\nPlease verify it."],
    ["below a line that ends in another word after blanks", "482913", "We verify the            account\n\n482913\n"],
    ["below a line that ends in another word", "482913", "Please log in to your account\n\n482913\n\nThanks"],
    ["together with letters", "A7K2Q9", "Please verify your address.\nA7K2Q9\nIt expires soon."],
    ["at the beginning of its line", "482913", "Please verify your address.\n482913. It expires soon."],
    ["far indented", "482913", `Please verify your address.\n${" ".repeat(16)}482913. It expires soon.`],
  ])("%s", (_where, code, text) => {
    expect(likelyCodes(text)).toEqual([`one_time ${code}`]);
  });

  it.each([
    ["in the middle of its line", "Please verify your address. 482913. It expires soon."],
    ["far from the rest of its line", `Please verify your address.${" ".repeat(16)}482913. It expires soon.`],
    ["farther than is read", `Please verify your address.${" ".repeat(300)}482913. It expires soon.`],
    ["before words about something else", "Please verify your address.\n482913 people have. It expires soon."],
    ["with letters, before a name", "Please verify your address.\nA7K2Q9 Northwind\nIt expires soon."],
    ["two lines below a word for another number", "Kundennummer\n\n482913\n\nPlease verify your address."],
    ["below two words for another number", "Order number\n\n530817\n\nConfirm your order."],
    ["below two words and a colon", "Customer number:\n\n5308172\n\nPlease verify your address."],
    ["below whose number it is", "Your customer number\n\n482913\n\nPlease verify your address."],
    ["below a number “of the order”", "Número de pedido\n\n482913\n\nConfirme su pedido."],
    ["below an order's number in Russian", "Номер заказа\n\n482913\n\nПодтвердите адрес."],
    ["below a label and a number sign", "Ticket ID\n#482913\n\nConfirm your address."],
  ])("but not %s", (_where, text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});

it("to type a number that may be anything, such as a year, is no request for a code", () => {
  expect(likelyCodes("Enter 4071 to sign in")).toEqual(["one_time 4071"]);
  expect(likelyCodes("Enter 4 0 7 1 to sign in")).toEqual(["one_time 4071"]);
  expect(likelyCodes("Enter 2026 to sign in")).toEqual([]);
});

it("letters and digits to type are a voucher in a mail that names an amount", () => {
  expect(likelyCodes("Verify your phone. Enter A7K2Q9 now.")).toEqual(["one_time A7K2Q9"]);
  expect(likelyCodes("Verify your phone. Enter A7K2Q9 now. Total €45")).toEqual([]);
});

describe("a number to type, of whose use nothing is said,", () => {
  it.each([
    ["opens its sentence", "Type 5521 at the door"],
    ["has six digits after a colon", "Type this in the app to go on: 482913"],
  ])("is a code if it %s", (_what, text) => {
    expect(likelyCodes(text)).toHaveLength(1);
  });

  it.each([
    ["beside another number", "Type 5521 at the door of room 1204"],
    ["beside an amount", "Type 5521 at the door. Total €45"],
    ["of five digits after a colon", "Write this in the app to go on: 48291"],
    ["of seven letters and digits after a colon", "Verify it. Write this in the app to go on: A7K2Q94"],
    ["of an order", "Type this in the app for your order now: 482913"],
    ["before other words, after a colon", "Type this in the app to go on: 482913 and more"],
  ])("is none %s", (_what, text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});

it("a word for a code counts although the clause before says that something else was changed", () => {
  expect(likelyCodes("Your mail was changed, the code for login is 482913")).toEqual(["one_time 482913"]);
});

it("a code is that of a card only in the sentence of the card's number", () => {
  expect(likelyCodes("Card number 4111 1111 1111 1111, your code: 5308")).toEqual(["reference 5308"]);
  expect(likelyCodes("Card number 4111 1111 1111 1111. Your code: 5308")).toEqual(["one_time 5308"]);
});

it("a word for goods makes a code unlikely on the next line too, but not in the next paragraph", () => {
  expect(likelyCodes("Win a prize!\nYour code: 482913")).toEqual([]);
  expect(likelyCodes("Win a prize!\n\nYour code: 482913")).toEqual(["one_time 482913"]);
});

it("an unknown first part of a word for a code says nothing in a message that is about no purchase", () => {
  const confidence = (word: string) => extractCodes(`We painted your fence.\n\nYour ${word}: 747`)[0]?.confidence;
  expect(confidence("trelliscode")).toBe(confidence("code"));
});

it("an unknown word before that for a code makes it less likely only in a message that asks for none", () => {
  const confidence = (rest: string) =>
    extractCodes(`We sent your parcel.\n\nYour trellis code: 747728${rest}`)[0]?.confidence ?? 0;
  expect(confidence("")).toBeLessThan(confidence(". Never share it."));
});
