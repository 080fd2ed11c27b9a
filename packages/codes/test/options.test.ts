import { describe, expect, it } from "vitest";
import { extractCode, extractCodes, extractLink, extractLinks } from "../src/all.ts";

describe("what is known of the code", () => {
  const text = "Your booking BK 90210. Your verification code is 481220, or use A7K2Q9XY.";

  it("narrows the choice", () => {
    expect(extractCode(text)).toBe("481220");
    expect(extractCode(text, { length: 8 })).toBe("A7K2Q9XY");
    expect(extractCode(text, { alphabet: "digits" })).toBe("481220");
    expect(extractCode(text, { alphabet: "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", length: { min: 7 } })).toBe("A7K2Q9XY");
    expect(extractCode(text, { length: 4 })).toBeNull();
  });

  it("may be its letters, of which small ones are others than capitals", () => {
    expect(extractCode("Your code is A7K2Q9.", { alphabet: "AKQ279" })).toBe("A7K2Q9");
    expect(extractCode("Your code is a7k2q9.", { alphabet: "AKQ279" })).toBeNull();
  });

  it.each([
    ["digits", ["482913"]],
    ["letters", ["hwkrbt", "HWKRBT", "WDJB-MJHT"]],
    ["alphanumeric", ["482913", "A7K2Q9", "a7k2q9", "A7K2-Q9F3", "hwkrbt", "HWKRBT", "WDJB-MJHT"]],
  ])("may be an alphabet with a name: %s", (alphabet, accepted) => {
    const codes = ["482913", "A7K2Q9", "a7k2q9", "A7K2-Q9F3", "hwkrbt", "HWKRBT", "WDJB-MJHT"];
    expect(codes.filter((code) => extractCode(`Your code: ${code}`, { alphabet }) === code)).toEqual(accepted);
  });

  it.each(["constructor", "toString", "__proto__"])("may be letters that every object knows as %s", (alphabet) => {
    expect(extractCode("Your code: A7K2Q9", { alphabet })).toBeNull();
    expect(extractCode("Your code: A7K2Q9", { alphabet: `${alphabet}A7K2Q9` })).toBe("A7K2Q9");
  });

  it("may be a pattern of its typed or its shown form, with whatever flags", () => {
    expect(extractCode("Your code: AB-4471-x", { pattern: /[A-Z]{2}-\d{4}-x/g })).toBe("AB-4471-x");
    expect(extractCode("Your code is 481-220.", { pattern: /\d{3}-\d{3}/ })).toBe("481220");
    expect(extractCode("Your code is 481-220.", { pattern: /\d{6}/ })).toBe("481220");
    expect(extractCode("Your code is 481-220.", { pattern: /[A-Z]+/ })).toBeNull();
    expect(extractCode("Your code: AB-4471-X", { pattern: /ab-\d{4}-x/i })).toBe("AB-4471-X");
    const two = extractCodes("Your code is 481220, your second code is 337-904.", { pattern: /\d{6}/y });
    expect(two.map(({ value }) => value)).toEqual(["481220", "337904"]);
  });

  it("may be a pattern of alternatives, each for the whole code", () => {
    const pattern = /\d{6}|[A-Z]{6}/;
    expect(extractCode("Your code is 481220.", { pattern })).toBe("481220");
    expect(extractCode("Your code is 48122077.", { pattern })).toBeNull();
  });

  it("may be a pattern of its shown form, which is not listed beside what is typed", () => {
    const found = extractCodes("Your code is 481-220.", { pattern: /\d{3}-\d{3}/ });
    expect(found.map(({ value }) => value)).toEqual(["481220"]);
  });

  it("may be a pattern of a whole word, but not of a part of one in letters with accents", () => {
    const found = (word: string) => extractCodes(`Your code: ${word}`, { pattern: /f\.\d+/ }).length;
    expect(["f.1042", "réf.1042", "f.1042é", "_f.1042", "f.1042_"].map(found)).toEqual([1, 0, 0, 0, 0]);
  });

  it("may be a pattern of a word of three to 64 characters", () => {
    const withDots = (length: number) => `${"a.".repeat(32).slice(0, length - 1)}b`;
    const found = (word: string) => extractCode(`Your code: ${word}`, { pattern: /[a.]+b/ });
    expect([3, 64].map((length) => found(withDots(length))?.length)).toEqual([3, 64]);
    expect([found("ab"), found(withDots(65))]).toEqual([null, null]);
  });

  it("may be a length that codes seldom have, of a word with a digit", () => {
    expect(extractCode("Your code: A7K2Q9F3H5J8M", { length: 13 })).toBe("A7K2Q9F3H5J8M");
    expect(extractCode("Enter 482913765012 to sign in", { length: 12 })).toBe("482913765012");
    expect(extractCodes("Your code: ordinarywords", { length: 13 })).toEqual([]);
  });

  it("may be its letters, which make no code of what has not the form of one", () => {
    expect(extractCodes("Your code: A7K2Q9F3H5J8M", { alphabet: "alphanumeric" })).toEqual([]);
  });

  it("may be a pattern of backup codes, whose list holds all that match it", () => {
    const codes = ["A482139", "A.48213", "A482140", "A.48214"];
    const found = extractCodes(`Backup codes\n${codes.join("\n")}`, { pattern: /A.\d{5,}/ });
    expect(found.map(({ kind, value }) => `${kind} ${value}`)).toEqual(codes.map((code) => `backup ${code}`));
  });

  it("may have any length up to a number", () => {
    expect(extractCode("Your code is 481220.", { length: { min: 0, max: 6 } })).toBe("481220");
    expect(extractCode("Your code is 481220.", { length: { min: 0, max: 5 } })).toBeNull();
  });

  it("counts no dash, however many a code has", () => {
    expect(extractCode("Your code is A7K-2Q9-XY4.", { length: 9 })).toBe("A7K-2Q9-XY4");
  });

  it("is refused where it makes no sense", () => {
    expect(() => extractCode(text, { length: { min: 8, max: 4 } })).toThrow(RangeError);
    expect(() => extractCode(text, { length: Number.NaN })).toThrow(RangeError);
    expect(() => extractCode(text, { alphabet: "" })).toThrow(RangeError);
  });

  it("includes how sure it must be", () => {
    const unsure = "Northwind 481220 code";
    const [best] = extractCodes(unsure);
    expect(extractCode(unsure, { minConfidence: (best?.confidence ?? 0) + 0.001 })).toBeNull();
    expect(extractCode(unsure, { minConfidence: best?.confidence })).toBe("481220");
    const withLink = "Confirm your address: https://northwind.example/confirm?t=Zk3Qp8Vw2Lm9";
    const [link] = extractLinks(withLink);
    expect(extractLink(withLink, { minConfidence: (link?.confidence ?? 0) + 0.001 })).toBeNull();
    expect(extractLink(withLink, { minConfidence: link?.confidence })).toBe(link?.url);
  });

  it("includes that it need not be sure at all", () => {
    const order = "Your order 774120 costs 15 EUR: https://northwind.example/";
    expect([extractCode(order), extractLink(order)]).toEqual([null, null]);
    expect(extractCode(order, { minConfidence: 0 })).toBe("774120");
    expect(extractLink(order, { minConfidence: 0 })).toBe("https://northwind.example/");
  });
});

it("reads a body of a code alone below a subject with accents that are characters of their own", () => {
  const subject = "À bientôt, très chère Zoé".normalize("NFD");
  expect(extractCodes("482913", { subject })).toMatchObject([
    { value: "482913", reason: "is all there is", location: { in: "text", line: 1 } },
  ]);
});

it("reads a subject of a code alone above a body without one", () => {
  expect(extractCodes("Hello Ana", { subject: "482913" })).toMatchObject([
    { value: "482913", reason: "is all there is", location: { in: "subject", line: 1 } },
  ]);
});

it.each(["G-482913", "GO-482913", "ABC-482913", "482-913", "482 913"])(
  "a code alone is typed without its prefix, and without what separates its digits: %s",
  (text) => {
    expect(extractCodes(text)).toMatchObject([{ value: "482913", shown: text }]);
  },
);

it("lists a code that has another name under that name alone, however it is mentioned besides", () => {
  const text = "Your booking code is 481220.\nThe code for all that we do for you in the shop today is like 481220";
  expect(extractCodes(text).map(({ value, kind }) => [value, kind])).toEqual([["481220", "booking"]]);
});

it("finds nothing in nothing", () => {
  for (const nothing of [null, undefined, ""]) {
    expect(extractCode(nothing)).toBeNull();
    expect(extractLink(nothing)).toBeNull();
    expect(extractCodes(nothing)).toEqual([]);
  }
});

it("says what kind of code it is, and where it stands", () => {
  const [first] = extractCodes("Hello,\n\nyour code is 481 220.", { subject: "Sign in" });
  expect(first).toMatchObject({
    value: "481220",
    shown: "481 220",
    kind: "one_time",
    location: { in: "text", line: 3 },
  });
  expect(extractCodes("Nothing here.", { subject: "481220 is your code" })[0]?.location).toEqual({
    in: "subject",
    line: 1,
  });
  expect(extractCodes("Tracking code: RB406382795")[0]).toMatchObject({ kind: "reference" });
});

describe("is no code", () => {
  it.each([
    ["the port of a host", "Hello", "Sign in at localhost:8000"],
    ["a number behind a hash, alone on its line", "Ticket update\n\n#313451\n\nThe team", "Your request"],
    ["a user name", "Sign in with your user name maria1386 and your password.", "Welcome"],
    ["a plain word", "Required action: Update Password. Follow the link to start.", "Update your account"],
    ["a tax number", "Your password was changed.\n\nNorthwind Sp. z o.o., KRS 0000233278, NIP 6494713410", "Password"],
    ["the number of an order", "Your order R583920114 was confirmed.\n\nR583920114\n\nTotal: 25,00 EUR", "Order"],
  ])("%s", (_, text, subject) => {
    expect(extractCode(text, { subject })).toBeNull();
  });

  it("one of ten backup codes, which are a list", () => {
    const codes = Array.from({ length: 10 }, (_, index) => `${4471_2000 + index * 131}`);
    const text = `Your new backup codes:\n\n${codes.join("\n")}\n\nKeep them.`;
    expect(extractCode(text)).toBeNull();
    expect(extractCodes(text).map(({ kind }) => kind)).toEqual(codes.map(() => "backup"));
  });
});

it("letters and digits below a request for another number are that number, and no code", () => {
  const below = (request: string) => extractCode(`${request}\n\nK7P4Q9X2\n\nThanks`);
  expect(below("Type this on the website:")).toBe("K7P4Q9X2");
  expect(below("Type your order number here:")).toBeNull();
});

it("a code on its own line below a request counts even if the word “code” comes much later, for another one", () => {
  const between = "We wish you a nice day and hope that you like it here. ".repeat(40);
  const text = `Please verify your account by typing this:\n\n4829\n\n${between}\n\nYour promo code is SAVE20.`;
  expect(extractCodes(text).map(({ value }) => value)).toEqual(["4829", "SAVE20"]);
});

it.each(["Trellis", "Ｔｒｅｌｌｉｓ", "TRÉLLIS Shop"])("a code may be named after its sender: %s", (sender) => {
  const text = "We shipped your parcel.\n\nYour trellis code: 747728";
  const [named, unnamed] = [extractCodes(text, { sender }), extractCodes(text)];
  expect(named[0]?.confidence).toBeGreaterThan(0.9);
  expect(unnamed[0]?.confidence).toBeLessThan(0.9);
});

it("a code that is shown three times, line by line, is no list of backup codes", () => {
  expect(
    extractCodes("Your verification code:\n\n482913\n482913\n482913\n\nIt is valid for 10 minutes."),
  ).toMatchObject([{ value: "482913", kind: "one_time" }]);
});

it("two codes, one of them shown twice, are no list of backup codes", () => {
  const found = extractCodes("Code:\n482913\n482913\n771204");
  expect(found.map(({ value, kind }) => `${kind} ${value}`)).toEqual(["one_time 482913", "one_time 771204"]);
});

describe("a link with what was drawn at random", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  let seed = 7;
  const draw = (length: number) =>
    Array.from({ length }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return letters[(seed >> 8) % letters.length];
    }).join("");

  it.each([43, 64, 500, 2_000])("of %i characters is found whole, whatever its host and path say", (length) => {
    for (let round = 0; round < 100; round += 1) {
      const host = ["faq.example", "help.blog.example", "support.linkedin.example"][round % 3];
      const url = `https://${host}/a:b/${draw(length)}`;
      const text = `こちら [${url}]をクリックしてメールアドレスを確認してください。`;
      expect(extractLink(text)).toBe(url);
      expect(extractLink("Confirm your address", { links: [{ url, text: "Confirm" }] })).toBe(url);
      expect(extractLink(`<p>Hallo</p><a href="${url}">Weiter</a>`, { format: "html" })).toBe(url);
    }
  });
});
