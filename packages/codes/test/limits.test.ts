import { describe, expect, it } from "vitest";
import { extractCodes, extractLinks } from "../src/all.ts";
import { findMessageLinks } from "../src/links/message-links.ts";
import { normalizeMessage } from "../src/text/normalize.ts";

/** The values of the codes of a text that are more likely codes than not. */
const likelyCodes = (text: string) =>
  extractCodes(text).flatMap(({ value, confidence }) => (confidence >= 0.5 ? [value] : []));

describe("a word is read from as far as a sentence usually reaches", () => {
  it.each([
    ["482913", "482913をこちらの画面に入力してください"],
    ["4829", "4829 is your brand new personal Harbor code"],
    [
      "482913",
      "Log in to the account that you opened with us in the shop on the corner of the old market square beside the town hall last winter with 482913.",
    ],
    ["4829", "Enter this on the page that you opened a moment ago in the other window of your browser:\n\n4829"],
    ["482913", "Please verify the address that you have given us when you opened the account in our shop.\n\n482913"],
    ["482913", "My new Harbor: 482913. Do not share it with anyone."],
  ])("%s: %s", (code, text) => {
    expect(likelyCodes(text)).toEqual([code]);
  });

  it("but a label of more than three words is a sentence, which may say anything of its number", () => {
    expect(likelyCodes("My brand new Harbor: 482913. Do not share it with anyone.")).toEqual([]);
  });
});

describe("a number without the word “code” has as many digits as a code", () => {
  it.each([
    ["4 to 8 beside a verb", ["4829", "48291376"], ["482", "482913765"], (digits: string) => `Log in with ${digits}`],
    [
      "6 to 8 on its own line",
      ["482913", "48291376"],
      ["48291", "482913765"],
      (digits: string) => `Please verify your address.\n\n${digits}\n`,
    ],
  ] as const)("%s", (_what, codes, others, toText) => {
    expect(codes.map((digits) => likelyCodes(toText(digits)))).toEqual(codes.map((digits) => [digits]));
    expect(others.map((digits) => likelyCodes(toText(digits)))).toEqual(others.map(() => []));
  });
});

it("letters and digits without the word “code” are at least five: four also name things, such as an aeroplane", () => {
  expect(likelyCodes("Log in with A7K2Q")).toEqual(["A7K2Q"]);
  expect(likelyCodes("Log in with A7K2")).toEqual([]);
});

it("a number before its minutes has at least four digits, or is a fraction of them", () => {
  const valuesIn = (text: string) => extractCodes(text).map(({ value }) => value);
  expect(valuesIn("验证码4829,5分钟内有效")).toEqual(["4829"]);
  expect(valuesIn("验证码482,5分钟内有效")).toEqual([]);
});

it("the code of a payment stands with one amount, not with the sums of a bill", () => {
  expect(likelyCodes("Confirm the payment of 84.99 EUR: 552901")).toEqual(["552901"]);
  expect(likelyCodes("Confirm the payment of USD $84.99: 552901")).toEqual(["552901"]);
  expect(likelyCodes("Confirm the payment of 84.99 EUR and 3 EUR: 552901")).toEqual([]);
  expect(
    likelyCodes("Confirm the payment of 84.99 EUR, of which 12 EUR are for delivery and 3 EUR a fee: 552901"),
  ).toEqual([]);
});

describe("the code of a payment", () => {
  it.each([
    ["ends a sentence that asks to confirm one", "Confirm the payment of 84.99 EUR: 552901"],
    ["is not to be shared", "Payment authentication for 84.99 EUR: 552901. Share it with nobody."],
  ])("%s: %s", (_what, text) => {
    expect(likelyCodes(text)).toEqual(["552901"]);
  });

  it.each([
    ["no number of things", "Confirm the payment of 84.99 EUR: 552901 items"],
    ["none without a colon before it", "Confirm the payment of 84.99 EUR to 552901"],
    ["none in the sentence of a booking", "Confirm the booking of 84.99 EUR: 552901"],
    ["none in a sentence that only mentions a confirmation", "Payment authentication for 84.99 EUR: 552901"],
    ["none of five digits", "Confirm the payment of 84.99 EUR: 55290"],
  ])("is %s: %s", (_what, text) => {
    expect(likelyCodes(text)).toEqual([]);
  });
});

it("a number after a payment that was changed or deleted is no code", () => {
  expect(likelyCodes("Confirm the payment you updated, 84.99 EUR: 552901")).toEqual([]);
  expect(likelyCodes("Confirm the payment you made, 84.99 EUR: 552901")).toEqual(["552901"]);
});

it("every code of a long list of backup codes is one", () => {
  const codes = Array.from({ length: 40 }, (_, index) => String(48_291_376 + index * 1_001));
  expect(likelyCodes(`Backup codes\n${codes.join("\n")}`)).toEqual(codes);
});

describe("before a link", () => {
  const linksIn = (text: string) => findMessageLinks(normalizeMessage(text, {}), {});

  it("the last 200 characters are read, which may say what it is for", () => {
    const [link] = linksIn(`${"word ".repeat(60)}https://mill.example/c/1`);
    expect(link?.precedingText).toHaveLength(200);
  });

  it("its first label stays if the link follows without one", () => {
    const [link, ...others] = linksIn(
      "Confirm [https://mill.example/c/1]\n\nor open https://mill.example/c/1 yourself",
    );
    expect([link?.label, link?.occurrences, others]).toEqual(["Confirm", 2, []]);
  });

  it("the label that a caller gives is at most nine characters away", () => {
    const url = "https://mill.example/c/1";
    const textBefore = (blanks: number) =>
      findMessageLinks(normalizeMessage(`Hello. Sign in${" ".repeat(blanks)}${url}`, {}), {
        links: [{ url, text: "Sign in" }],
      })[0]?.precedingText.trim();
    expect([9, 10].map(textBefore)).toEqual(["Hello.", "Hello. Sign in"]);
  });

  it("its label has from two to 60 characters", () => {
    expect(["Go", "G"].map((label) => linksIn(`${label} [https://mill.example/c/1]`)[0]?.label)).toEqual(["Go", ""]);
    const label = "Confirm the address that you have given us with your account";
    expect(linksIn(`${label} [https://mill.example/c/1]`)[0]?.label).toBe(label);
    expect(linksIn(`${label}s [https://mill.example/c/1]`)[0]?.label).toBe("");
  });
});

it.each([
  [99, "https://mill.example/verify?token=a8Xk3LmPq92ZtR"],
  [100, undefined],
])("the first 100 links of a message are read: after %i others the one to follow is %s", (count, url) => {
  const others = Array.from({ length: count }, (_, index) => `Story https://news.example/s/${index}`);
  const text = `${others.join("\n")}\nConfirm your email address: https://mill.example/verify?token=a8Xk3LmPq92ZtR`;
  const found = extractLinks(text);
  expect(found).toHaveLength(100);
  expect(found.find((link) => link.url.includes("verify"))?.url).toBe(url);
});

it.each(["\n", " \n", "\t\n", "\n\n"])(
  "a label in the sentence above names no number below it: its line ends with %j",
  (gap) => {
    expect(likelyCodes(`Your code. Order no.${gap}482913`)).toEqual(["482913"]);
  },
);
