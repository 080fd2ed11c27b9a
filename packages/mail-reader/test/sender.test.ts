import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSender } from "../src/header/sender.ts";

describe("the sender", () => {
  it("is parsed the same with and without the shortcut for plain headers", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/);
    const label = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
    const address = fc
      .tuple(
        fc.stringMatching(/^[A-Za-z0-9_+-]{1,8}(\.[A-Za-z0-9_+-]{1,5})?$/),
        fc.array(label, { minLength: 1, maxLength: 3 }),
      )
      .map(([local, labels]) => `${local}@${labels.join(".")}`);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), address, (words, to) => {
        const from = [...words, `<${to}>`].join(" ");
        // A comment without words sends the header through the parser and says nothing itself.
        expect(parseSender(from, "", {})).toBe(parseSender(`${from} ()`, "", {}));
      }),
    );
  });

  const envelope = "envelope@client.test";
  it.each([
    ["is not named twice", '"bob@a.test" <bob@a.test>', "bob@a.test"],
    ["is named by a comment", "bob@a.test (Bob)", "Bob <bob@a.test>"],
    ["is a name without a domain, with its comment", "bob (Bob Stone)", "Bob Stone <bob>"],
    ["is the envelope's if the header has only a name", "Some Shop", envelope],
    ["may have a colon in its name", "Shop: Ann <ann@a.test>", "Shop: Ann <ann@a.test>"],
    ["may have a semicolon in its name", "Shop; Ann <ann@a.test>", "Shop; Ann <ann@a.test>"],
    ["may be in a group", "Team: Bob <bob@a.test>;", "Bob <bob@a.test>"],
    ["may have an open bracket in a group", "Team: Ann ( Lee <ann@a.test>;", "Ann ( Lee <ann@a.test>"],
    ["may have an open bracket in its name", "Ann :( Lee <ann@a.test>", "Ann :( Lee <ann@a.test>"],
    ["may have a closing bracket in its name", "Ann :) Lee <ann@a.test>", "Ann :) Lee <ann@a.test>"],
    ["may have brackets in a comment", "ann@a.test (Ann (of (the) shop))", "Ann (of (the) shop) <ann@a.test>"],
    ["may have an escaped bracket in a comment", String.raw`ann@a.test (Ann \) Lee)`, "Ann ) Lee <ann@a.test>"],
    ["may have a quotation mark in a comment", 'ann@a.test (Ann 5" Lee)', 'Ann 5" Lee <ann@a.test>'],
    ["may have a bracket in quotation marks", '"Ann (Lee" <ann@a.test>', "Ann (Lee <ann@a.test>"],
    ["may have an angle bracket in quotation marks", '"Ann > Lee: no" <ann@a.test>', "Ann > Lee: no <ann@a.test>"],
    ["may have a source route", "Ann <@b.test,@c.test:ann@a.test>", "Ann <ann@a.test>"],
    ["is not named twice beside a source route", "ann@a.test <@b.test:ann@a.test>", "ann@a.test"],
    ["may have a closing bracket and a comment", "Ann :) Lee <ann@a.test> (of the shop)", "Ann :) Lee <ann@a.test>"],
    ["may have a scheme, in small letters or capitals", "Ann <MailTo:ann@a.test>", "Ann <ann@a.test>"],
    ["may have a control character in its name, which is a blank", "Ann\x7fLee <ann@a.test>", "Ann Lee <ann@a.test>"],
    ["may have two brackets", "Ann <<ann@a.test>>", "Ann <ann@a.test>"],
  ])("%s: %s", (_what, from, sender) => {
    expect(parseSender(from, envelope, {})).toBe(sender);
  });

  it("is that of a header of up to 2,048 characters, else the envelope's", () => {
    const address = " <ann@a.test>";
    const named = (length: number) => "A".repeat(length - address.length) + address;
    expect(parseSender(named(2_048), envelope, {})).toBe(named(2_048));
    expect(parseSender(named(2_049 + address.length), envelope, {})).not.toMatch(/@a\.test/);
  });

  it("is the header's name if the envelope has none, as that of a bounce", () => {
    expect(parseSender("Some Shop", "", {})).toBe("Some Shop");
  });
});

describe("the sender of a header without an email address", () => {
  const envelope = "envelope@client.test";
  it.each([
    ["bob", "bob"],
    ["bob (Bob Stone) ", "Bob Stone <bob>"],
    ["bob (Bob) (Stone)", "Stone <bob>"],
    ["uucp!host!bob", "uucp!host!bob"],
    ["bob stone", envelope],
    ["shop:team", envelope],
    ["shop;team", envelope],
    ['"a,b"', envelope],
    ['"a<b"', envelope],
    ['"a>b"', envelope],
    [String.raw`"a\"b"`, envelope],
    ["", envelope],
  ])("%s is %s", (from, sender) => {
    expect(parseSender(from, envelope, {})).toBe(sender);
  });
});

describe("separators after the last address", () => {
  it.each([" ", ";", ",", " ; ", ";,", ",;", " ,\t;"])("%j are dropped", (end) => {
    expect(parseSender(`Ann <ann@a.test>${end}`, "", {})).toBe("Ann <ann@a.test>");
    expect(parseSender(`<ann@a.test>${end}`, "", {})).toBe("ann@a.test");
  });
});
