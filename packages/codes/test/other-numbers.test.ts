import { describe, expect, it } from "vitest";
import { extractCodes, extractLinks } from "../src/all.ts";
import { findMessageLinks } from "../src/links/message-links.ts";
import { normalizeMessage } from "../src/text/normalize.ts";
import { likelyCodes } from "./likely-codes.ts";

describe("a number is no code to verify with", () => {
  it.each([
    ["that lasts for days, as offers do", "Harbor: 482913. It expires on Friday."],
    ["whose letters are a decoration", "Your code: x o x o"],
    ["whose groups of letters stand in a sentence", "Your code is K7 P4 Q9"],
    ["whose groups of letters stand in a sentence, after blanks", `Your code is${" ".repeat(16)}K7 P4 Q9`],
    ["that counts minutes, also with a dash", "Enter 1440-minute code"],
  ])("%s: %s", (_why, text) => {
    expect(likelyCodes(text)).toEqual([]);
  });

  it.each([
    ["one_time 482913", "Harbor: 482913. It expires in 5 minutes."],
    ["one_time 482913", "That was a nice order. [Copper] 482913 (valid 5 minutes)"],
    ["one_time k3wpz7", "Your code: k 3 w p z 7"],
    ["one_time K7P4Q9", "Your code:\nK7 P4 Q9"],
    ["one_time K7P4Q9", `Your code:\n${" ".repeat(16)}K7 P4 Q9`],
  ])("but %s is one in: %s", (code, text) => {
    expect(likelyCodes(text)).toEqual([code]);
  });
});

describe("in a bill, the code of a line of its table is a reference", () => {
  it.each([
    "Amount: 84.99 EUR\nCode: 091811",
    "Amount: 84.99 EUR\nYour very own code: 091811\n",
    "Amount: 84.99 EUR\nCode of our shop: 091811",
  ])("%s", (text) => {
    expect(likelyCodes(text)).toEqual(["reference 091811"]);
  });

  it.each(["Số code: 774120. Total €45", "Kode til: 774120, 45 kr"])(
    "but not beside a word for “number” or “to” that may say whose it is: %s",
    (text) => {
      expect(likelyCodes(text)).toEqual(["one_time 774120"]);
    },
  );

  it("but it is to be typed if the mail asks to log in", () => {
    expect(likelyCodes("Amount: 84.99 EUR\nCode: 091811\nLog in")).toEqual(["one_time 091811"]);
  });
});

it("a passcode of a numbered meeting is that of the meeting", () => {
  expect(likelyCodes("Meeting #12 Passcode: 482913")).toEqual(["booking 482913"]);
  expect(likelyCodes("Meeting #12 Passcode: 482913, please confirm")).toEqual(["booking 482913"]);
  expect(likelyCodes("Meeting #12 OTP: 482913")).toEqual(["one_time 482913"]);
});

it("two words make a mail one about a booking, one word or a date alone does not", () => {
  expect(likelyCodes("Your reservation has a ticket. Passcode: 482913")).toEqual(["booking 482913"]);
  expect(likelyCodes("Your reservation. Passcode: 482913")).toEqual(["one_time 482913"]);
  expect(likelyCodes("Sent 12.05.2026, 10:30. Passcode: 482913")).toEqual(["one_time 482913"]);
});

it.each(["Postcode: 482913", "Source code: 482913", "Ihr Barcode: 482913"])(
  "a word of another meaning that ends in “code” names none: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual([]);
  },
);

it.each(["774120 is your delivery code. Never share it.", "Your delivery code for the order: 774120"])(
  "a code is of the kind that the first word beside it names: %s",
  (text) => {
    expect(likelyCodes(text)).toEqual(["delivery 774120"]);
  },
);

it("letters and digits before a bracket are stated as a code, not as the name of a user", () => {
  const [code] = extractCodes("A7k2q9 (your code)");
  expect(code?.value).toBe("A7k2q9");
  expect(code?.confidence).toBeGreaterThan(0.9);
});

it("a link that the caller gives begins at its label, which is right before its URL", () => {
  const url = "https://mill.example/c/1";
  const precedingText = (text: string) =>
    findMessageLinks(normalizeMessage(text, {}), { links: [{ url, text: "Sign in" }] })[0]?.precedingText;
  expect(precedingText(`Hello Ana. Sign in:\n\n  ${url}`)).toBe("Hello Ana. ");
  expect(precedingText(`Sign in as Ana on Monday: ${url}`)).toBe("Sign in as Ana on Monday: ");
});

it("a message that is nothing but a number is a code, unless that is a year", () => {
  expect(likelyCodes("482913")).toEqual(["one_time 482913"]);
  expect(likelyCodes("2026")).toEqual([]);
});

it.each(["A-482913", "AB-482913", "ABC-482913"])(
  "from %s the digits are read, which are all that a person types",
  (shown) => {
    expect(likelyCodes(`Your code is ${shown}`)).toEqual(["one_time 482913"]);
  },
);

it.each([
  "We have 48213 people who used the parcel code",
  "Two words 48213 for all of you in the booking code",
  "Your gift code and 2026",
])("codes of other kinds are listed only if they are likely: %s", (text) => {
  expect(extractCodes(text).filter(({ kind }) => kind !== "one_time")).toEqual([]);
});

it("codes of other kinds are listed before a number that is hardly a code", () => {
  const found = extractCodes("Your order 774120 costs 15 EUR. Your booking code is 481220.");
  expect(found.map(({ kind, value }) => `${kind} ${value}`)).toEqual(["booking 481220", "one_time 774120"]);
});

describe("the words after a number", () => {
  it.each([
    ["say when it expires", "Harbor login 482913 expires soon. Never share it.", ["one_time 482913"]],
    ["say what it counts", "Harbor login 440275 people joined. Never share it.", []],
    ["may be one greeting", "Here is the code you asked for.\n482913 Thanks", ["one_time 482913"]],
    ["may be a sentence, to which it belongs", "Here is the code you asked for.\n482913 Thanks a lot for it", []],
  ])("%s: %s", (_what, text, codes) => {
    expect(likelyCodes(text)).toEqual(codes);
  });
});

it("a link to an order's code is less likely to be followed than one to a code, of whatever it is", () => {
  const confidence = (label: string) =>
    extractLinks(`${label}: https://mill.example/c/482abc9f77aa21`)[0]?.confidence ?? 0;
  expect(confidence("Code of the order")).toBeGreaterThan(confidence("Order code"));
  expect(confidence("Order 55 code")).toBeGreaterThan(confidence("Order code"));
});

it("a link without a label is described by the words that name it on its line", () => {
  const [link] = extractLinks("Hello\n\nConfirm your address: https://mill.example/c/482abc9f77aa21\n");
  expect(link).toMatchObject({ text: "", reason: "says «Confirm your address»" });
});

it.each(["2031\n\nYour verification code", "482\n\nYour verification code"])(
  "a year or three digits on a line above the words for a code remain doubtful: %j",
  (text) => expect(likelyCodes(text)).toEqual([]),
);
