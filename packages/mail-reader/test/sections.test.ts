import { describe, expect, test } from "vitest";
import { chooseAlternative, joinSections, type Section } from "../src/text/sections.ts";

const section = (type: Section["type"], text: string, isTruncated = false): Section => ({ type, text, isTruncated });
const plain = (text: string) => section("plain", text);
const html = (text: string) => section("html", text);
const enriched = (text: string) => section("enriched", text);
const rich = html("Your code is 471182.");
const textsOf = (sections: Section[]) => sections.map(({ text }) => text);

describe("of the alternatives of a mail", () => {
  test.each([
    ["the plain text is shown", [[plain("Your code: 471182")], [rich]], ["Your code: 471182"]],
    ["the HTML is shown without a plain text", [[enriched("Code")], [rich]], [rich.text]],
    ["the first that has anything is shown without both", [[], [enriched("Code")], [enriched("x")]], ["Code"]],
    ["nothing is shown of none", [[], []], []],
    ["equal plain texts are shown once", [[plain("a")], [plain(" a ")], [plain("b")]], ["a\n\nb"]],
    ["the HTML replaces a text that only says so", [[plain("This is an HTML message.")], [rich]], [rich.text]],
    ["the HTML replaces its bare name", [[plain("HTML mail")], [html("HTML mail for you")]], ["HTML mail for you"]],
    [
      "a text with a number is shown beside the HTML that it names",
      [[plain("Open the HTML part. Code 4711")], [rich]],
      ["Open the HTML part. Code 4711", rich.text],
    ],
    ["the number of a link is none", [[plain("View this HTML mail: https://shop.test/4711")], [rich]], [rich.text]],
    [
      "a text about HTML is shown if the HTML says the same",
      [[plain("Learn the HTML basics now")], [html("Learn the HTML basics now!")]],
      ["Learn the HTML basics now"],
    ],
    [
      "a text that ends with HTML is shown if the HTML says the same",
      [[plain("Today we write in HTML")], [html("Today we write in HTML, as ever")]],
      ["Today we write in HTML"],
    ],
    [
      "HTML in a link is not what the text says",
      [[plain("See https://shop.test/a.html for it")], [html("Come to our shop")]],
      ["See https://shop.test/a.html for it"],
    ],
    ["HTML in a word is not what the text says", [[plain("The xhtml5 of it all")], [rich]], ["The xhtml5 of it all"]],
    ["plain text of the HTML's own alternative is shown once", [[rich, plain("HTML mail")]], [rich.text]],
    ["the HTML is shown if it alone has the code", [[plain("Your code is")], [rich]], [rich.text]],
    [
      "a link to the HTML is shown beside it if the HTML alone has the code",
      [[plain("View this message online: https://shop.test/4711")], [html("Your code is 471-182.")]],
      ["View this message online: https://shop.test/4711", "Your code is 471-182."],
    ],
    ["the plain text is shown if it has a number", [[plain("Code 4711 is")], [rich]], ["Code 4711 is"]],
    ["a year is no code", [[plain("We meet soon")], [html("We meet soon. © 2026")]], ["We meet soon"]],
    ["a date is no code", [[plain("We meet on")], [html("We meet on 2026-11-28")]], ["We meet on"]],
    ["the number of a link in the HTML is no code", [[plain("Go")], [html("Go https://shop.test/471182")]], ["Go"]],
    ["a number of three digits is no code", [[plain("We are")], [html("We are 471")]], ["We are"]],
    ["a number of nine digits is no code", [[plain("Call us at")], [html("Call us at 471182900")]], ["Call us at"]],
  ])("%s", (_what, alternatives, shown) => {
    expect(textsOf(chooseAlternative(alternatives as Section[][]))).toEqual(shown);
  });

  test("a text of up to 400 characters that names HTML gives way to it", () => {
    const stub = (length: number) => "This is an HTML message. ".padEnd(length, "x");
    expect(textsOf(chooseAlternative([[plain(stub(400))], [rich]]))).toEqual([rich.text]);
    expect(textsOf(chooseAlternative([[plain(stub(401))], [rich]]))).toEqual([stub(401)]);
  });

  test("plain texts are truncated if one of them is", () => {
    const isTruncated = (...flags: boolean[]) =>
      chooseAlternative([flags.map((flag, index) => section("plain", `text ${index}`, flag))])[0]?.isTruncated;
    expect([isTruncated(false, true), isTruncated(true, false), isTruncated(false, false)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("the sections of a mail are joined", () => {
  const five = "one two three four five";
  test.each([
    ["with an empty line between", [plain("a"), plain("b")], "a\n\nb"],
    ["without the empty lines above and the blanks at their ends", [plain(" \n\n  a \n"), plain("b\n")], "  a\n\nb"],
    ["with all HTML if there is no plain text", [html("a"), html("a")], "a\n\na"],
    ["without HTML that says nothing new", [plain(five), html("Five four")], five],
    ["without HTML of which a fifth is new", [plain(five), html("one two three four six")], five],
    [
      "with HTML of which a fifth is new, and a code",
      [plain(five), html(`${five} 471182`)],
      `${five}\n\n${five} 471182`,
    ],
    [
      "with HTML whose only new words are numbers of less than a fifth",
      [plain(`${five} 1`), html(`${five} 2`)],
      `${five} 1`,
    ],
    [
      "with HTML of which two fifths are new beside known numbers",
      [plain("a 1 2"), html("a 1 2 b c")],
      "a 1 2\n\na 1 2 b c",
    ],
    ["without HTML whose words and numbers are known", [plain("a 1 2 3 4"), html("a 1 2 3 b")], "a 1 2 3 4"],
    ["with HTML of which more is new", [plain(five), html("one two three six")], `${five}\n\none two three six`],
    ["with HTML whose only new words are numbers", [plain(five), html("4711 5822")], `${five}\n\n4711 5822`],
    ["with HTML of which a repeated word is new", [plain("a b c d"), html("a b six six")], "a b c d\n\na b six six"],
    [
      "with HTML of which a known word is repeated",
      [plain("a b c d"), html("a a a a a six")],
      "a b c d\n\na a a a a six",
    ],
    ["with plain text that says nothing new", [plain(five), plain("one")], `${five}\n\none`],
  ])("%s", (_what, sections, text) => {
    expect(joinSections(sections).text).toBe(text);
  });

  test("and truncated if one that is shown is", () => {
    const isTruncated = (...sections: Section[]) => joinSections(sections).isTruncated;
    expect(isTruncated(plain("a"), section("plain", "b", true))).toBe(true);
    expect(isTruncated(plain("a"), section("html", "a", true))).toBe(false);
    expect(isTruncated(plain("a"), html("b"))).toBe(false);
  });
});

test.each([
  [99_980, true],
  [100_000, false],
])("new words of HTML after %i known characters are noticed: %s", (length, isNoticed) => {
  const long = `${"a ".repeat(length / 2)}one two three`;
  expect(joinSections([plain("a"), html(long)]).text).toBe(isNoticed ? `a\n\n${long}` : "a");
});
