import { describe, expect, it } from "vitest";
import { extractCode } from "../src/all.ts";

it("a number that a sentence calls the number to type is a code, although no word for a code is near", () => {
  expect(extractCode("482913 is the number to type")).toBe("482913");
});

it("a line of four digits below a request to type them is a code, and one of three is not", () => {
  expect(extractCode("Enter this to sign in\n4821")).toBe("4821");
  expect(extractCode("Enter this to sign in\n482")).toBeNull();
});

describe("letters and digits to log in with", () => {
  it.each(["ABCD1234", "ABC123", "RR1234567DE", "R12345678DE", "RRR1234567DE", "RR12345678D"])(
    "are a code: %s",
    (value) => {
      expect(extractCode(`Log in with ${value}`)).toBe(value);
    },
  );

  it.each(["A1234", "ABC1234", "ABC12345678", "RR12345678DE"])(
    "are the number of an order or a parcel: %s",
    (value) => {
      expect(extractCode(`Log in with ${value}`)).toBeNull();
    },
  );
});

it.each(["Your code is482913", "Votre code est482913", "Ihr Code lautet482913"])(
  "digits that touch a word such as “is” before them are read: %s",
  (text) => {
    expect(extractCode(text)).toBe("482913");
  },
);

it.each(["הקוד482913", "رمزك482913"])(
  "digits may touch any word in a script that attaches words to each other: %s",
  (text) => {
    expect(extractCode(text)).toBe("482913");
  },
);

it.each(["код482913", "κωδικός482913"])("digits that touch a word of another script are none: %s", (text) => {
  expect(extractCode(text)).toBeNull();
});

describe("a name with a number, after a word for a code", () => {
  it.each(["ben2", "ben2001", "ben-2001", "benedict7", "Ben2001"])("is a user's: %s", (value) => {
    expect(extractCode(`The code ${value} works for you`)).toBeNull();
  });

  it.each(["bo2001", "ben20011", "BEN2001"])("is a code: %s", (value) => {
    expect(extractCode(`The code ${value} works for you`)).toBe(value);
  });
});

describe("a word with a percentage or a year, in a message that asks for nothing,", () => {
  it.each(["WINT20", "WINTER20", "WINTER5", "WINTER23", "WINSTER20", "WIENTER20"])("is a discount: %s", (value) => {
    expect(extractCode(`Your code ${value}`)).toBeNull();
  });

  it.each([
    ["with a zero before its digit", "WINTER05"],
    ["with another number", "WINTER13"],
    ["with three digits", "WINTER100"],
    ["without a vowel", "XKCD20"],
    ["with four consonants in a row", "WINSTRER20"],
    ["with three vowels in a row", "WIEUTER20"],
  ])("is a code %s", (_what, value) => {
    expect(extractCode(`Your code ${value}`)).toBe(value);
  });

  it("is a code if it is to be typed", () => {
    expect(extractCode("Your code WINTER20. Never share it.")).toBe("WINTER20");
  });
});
