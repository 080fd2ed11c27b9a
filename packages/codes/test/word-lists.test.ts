import { describe, expect, it } from "vitest";
import { likelyCodes } from "./likely-codes.ts";

const digits = ["one_time 482913"];

/** Each word of a list, on its own line in the report of the tests. */
const each = (words: string) => it.each(words.split(" ").map((word) => word.replace("_", " ")));

describe("digits are no code", () => {
  each("st nd rd th min mins sec secs hr hrs am pm km kg gb kb mb tb px ml cm mm pts xx xxx")(
    "if they touch the unit %s",
    (unit) => {
      expect([unit, unit.toUpperCase()].flatMap((text) => likelyCodes(`Your code: 1500${text}`))).toEqual([]);
    },
  );

  each("for For für pour para per voor för dla для pro pre za untuk cho עבור")("of a user after “%s”", (word) => {
    expect(likelyCodes(`Reset the password ${word} 20014410`)).toEqual([]);
  });

  each("no nr num number id in")("after a label with “%s”", (word) => {
    expect(likelyCodes(`Your code for order ${word}. 774120`)).toEqual([]);
  });

  each("com net org info app dev xyz shop bank gov example test local de")("in a host that ends in %s", (domain) => {
    expect(likelyCodes(`Your code: shop482913.${domain}`)).toEqual([]);
  });

  it("but are one with other words", () => {
    expect(likelyCodes("Your code: 1500zz")).toEqual(["one_time 1500"]);
    expect(likelyCodes("Reset the password with 20014410")).toEqual(["one_time 20014410"]);
    expect(likelyCodes("Your code: shop482913.zzz")).toEqual(["one_time shop482913"]);
  });
});

describe("digits are a code", () => {
  each("min мин хв dak λεπτ 分 분")("before a comma and how long it is valid: 5 %s", (minutes) => {
    for (const blank of ["", " "]) expect(likelyCodes(`Your code: 482913,5${blank}${minutes}`)).toEqual(digits);
  });

  each("or oder ou o of eller tai lub nebo vagy sau или або veya atau hoặc")(
    "to sign in with, “%s” by a link",
    (or) => {
      for (const comma of ["", ","])
        expect(likelyCodes(`Log in with 482913${comma} ${or} tap the link`)).toEqual(digits);
    },
  );

  each("to um zum om att å pour para per pentru aby żeby do чтобы для щоб за_да για hogy için untuk kad lai et")(
    "“%s” sign in",
    (to) => {
      expect(likelyCodes(`482913 ${to} sign in`)).toEqual(digits);
    },
  );

  each(
    "your tu su votre ton ta ihr ihre ihren dein deine deinen seu sua teu tua il_tuo la_tua je uw din ditt dit vaš vašu vaše váš ваш вашу ваше twój twoje",
  )("that confirms “%s” address", (your) => {
    expect(likelyCodes(`482913 confirms ${your} address`)).toEqual(digits);
  });

  it("but not with another word", () => {
    const texts = ["Your code: 482913,5 zz", "Log in with 482913 zz tap the link", "482913 zz sign in"];
    expect([...texts, "482913 confirms zz address"].flatMap(likelyCodes)).toEqual([]);
  });
});

describe("a mail that names an amount is about money", () => {
  each("€ $ £ ¥ ₹ ₽ ₩ ₺ ₫ ฿ _kr _zł _eur _usd _gbp _pln _czk _kč _lei _tl")("in the currency %s", (currency) => {
    expect(likelyCodes(`482913\nUse this to sign in\nHarbor 45${currency}`)).toEqual([]);
    expect(likelyCodes("482913\nUse this to sign in\nHarbor 45 zz")).toEqual(digits);
  });

  it.each([..."€$£¥₹₽₩₺₫฿"])("in the currency %s before the amount", (currency) => {
    expect(likelyCodes(`482913\nUse this to sign in\nHarbor ${currency}45`)).toEqual([]);
  });
});
