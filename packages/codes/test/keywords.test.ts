import { describe, expect, it } from "vitest";
import { extractCodes } from "../src/all.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("a warning not to share the code", () => {
  it.each([
    "Never share your code 482913.",
    "Never share your code 482913 within 24 hours.",
    "Never share with anyone: your code is 482913, not 5512",
  ])("names the code right after the word for it: %s", (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 482913"]);
  });

  it.each([
    "Do not tell anyone your code 482913 for order 551207.",
    "Order 551207: never tell anyone the code 482913",
    "Never share the code 482913 with 2041 people in our branch 5512",
  ])("names it also with other numbers in the sentence: %s", (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 482913"]);
  });
});

it("a warning names no number before the word for the code", () => {
  expect(extractCodes("We never ask 551207 customers to share the code")).toEqual([]);
});

describe("the label of a code", () => {
  it.each([
    ["far from the keyword", "Order -------------------- code: 482913"],
    ["before another number, even right before the keyword", "包裹7741验证码482913"],
  ])("has no word %s: %s", (_where, text) => {
    expect(likelyCodes(text)).toEqual(["one_time 482913"]);
  });
});

it.each(["Your PIN 4829 has been changed.", "The code 4829 has been updated", "Password 4829 updated"])(
  "a code that was changed is a code if it is named: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 4829"]);
  },
);

it.each(["Your code was changed. 482913", "Your code was changed yesterday, device 482913"])(
  "a report that a code was changed names none: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
  },
);

it.each(["Your code was updated:\n482913", "Your code has been changed to the one below:\n\n482913"])(
  "the line below a report with a colon is the new code: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual(["one_time 482913"]);
  },
);

it.each([
  ["reference", "Verify your email address.\n\nK7F92QX\n\nCustomer code"],
  ["backup", "Please confirm your account within 10 minutes.\n\nK7F92QX\n\nBackup code"],
])("a line of its own does not make a one-time code of what a word names as a %s code", (kind, text) => {
  expect(likelyCodes(text)).toEqual([`${kind} K7F92QX`]);
});

it.each([
  ["an amount is mentioned", "Enter the digits 4821 to continue. The fee is 45 EUR."],
  ["it is about a purchase", "Thank you for your order. Enter the digits 4821 at the locker."],
])("digits to type are no code in a message that does not say what for, if %s: %s", (_why, text) => {
  expect(likelyCodes(text)).toEqual([]);
});

it.each(["Your code: EUR 482913", "Use the code for USD 4821", "Your verification code: Rs. 4821"])(
  "a number right after a currency is an amount, whatever names it: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
  },
);

it.each([
  ["a code of another kind", "Dear member: 774120 is your tracking code"],
  ["a code in the next sentence", "Dear member: 774120 is your number. Your code will come soon."],
])("a number right after a label is not named by %s: %s", (_what, text) => {
  expect(likelyCodes(text)).toEqual([]);
});

it.each([
  ["a register", "The code is for your GLN 12345678"],
  ["a PIN, which has at most eight digits", "Your passcode PIN 123456789"],
])("a long number right after capitals is no code, if they are %s: %s", (_what, text) => {
  expect(likelyCodes(text)).toEqual([]);
});

it.each([
  "Dear customer: 774120 is your code. Keep your password safe.",
  "Dear customer: 774120 is your code, not your booking code",
])("a number after a label is the code that is named first, whatever follows: %s", (text) => {
  expect(likelyCodes(text)).toEqual(["one_time 774120"]);
});

it("a code of security is to be typed, also in the sentence of a discount, whose own code is not", () => {
  expect(likelyCodes("Your security code for 10 % off: 482913")).toEqual(["one_time 482913"]);
  expect(likelyCodes("Your code for 10 % off: 482913")).toEqual(["reference 482913"]);
});

it("an unknown first part of the word makes a code less likely in a message about a purchase only", () => {
  const confidenceIn = (text: string) => extractCodes(text)[0]?.confidence ?? 0;
  const [purchase, other] = ["We shipped your parcel.", "We painted your fence."].map((sentence) =>
    confidenceIn(`${sentence}\n\nYour trelliscode: 747728`),
  );
  expect(purchase).toBeLessThan(other!);
  expect(confidenceIn("We shipped your parcel.\n\nYour code: 747728")).toBe(other);
});

it.each(["セキュリティ会社の番号：774120", "セキュリティ部門の番号は774120です"])(
  "the number of a security company or department is no number of security: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
    expect(likelyCodes("セキュリティ番号：774120")).toEqual(["one_time 774120"]);
  },
);
