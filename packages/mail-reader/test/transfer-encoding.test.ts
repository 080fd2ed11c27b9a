import { describe, expect, test } from "vitest";
import { decodeTransfer } from "../src/mime/transfer-encoding.ts";

const decode = (text: string, encoding: string) =>
  decodeTransfer(Buffer.from(text, "latin1"), encoding).toString("latin1");
const uuencoded = "begin 644 x\n#0V%T\n`\nend\n";

test.each([
  ["base64", "Q2F0"],
  ["base64 and more", "Q2F0"],
  ["quoted-printable", "C=61t"],
  ["quotedprintable", "C=61t"],
  ["quoted printable", "C=61t"],
  ["x-uuencode", uuencoded],
  ["x-uue", uuencoded],
  ["uuencode", uuencoded],
  ["uue", uuencoded],
  ["7bit", "Cat"],
  ["", "Cat"],
])("decodes the encoding %j", (encoding, text) => {
  expect(decode(text, encoding)).toBe("Cat");
});

describe("base64", () => {
  test.each([
    ["of four characters is decoded", "Q2F0", "Cat"],
    ["of fewer is text", "Cat", "Cat"],
    ["without its padding is decoded", "Q2F0cw", "Cats"],
    ["may be padded with three signs", "Q2F0cw===", "Cats"],
    ["is decoded around a line of other signs", "Q2F0\n* * *\nQ2F0", "CatCat"],
    ["is text if it has more prose", "Q2F0\nYour code is 4711.\nQ2F0", "Q2F0\nYour code is 4711.\nQ2F0"],
    ["is text if its prose has tabs", "Q2F0\nYour\tcode\tis\t4711.\nQ2F0", "Q2F0\nYour\tcode\tis\t4711.\nQ2F0"],
    ["is text if more prose precedes its padding", "Your code is 4711.\nQ2F0cw==", "Your code is 4711.\nQ2F0cw=="],
    ["is text if it has four signs of padding", "Q2F0cw====", "Q2F0cw===="],
    ["is text beside as much prose", "Q2F0Q2F0Q2F0\nQk Nh - - --", "Q2F0Q2F0Q2F0\nQk Nh - - --"],
    ["is decoded beside less prose", "Q2F0Q2F0Q2F0\nQk Nh - - -", "CatCatCatBCa"],
    ["keeps the footer after its padding", "Q2F0cw==\n-- \nfooter", "Cats\n-- \nfooter"],
    ["keeps a footer of more prose than data", "Q2F0cw==\nA footer of the relay.", "Cats\nA footer of the relay."],
    ["keeps a footer that looks like base64 from its second line", "Q2F0cw==\n-\nQ2F0", "Cats\n-\nQ2F0"],
    ["is decoded in pieces of their own padding", "Q2F0cw==\nQ2F0\nQ2E=", "CatsCatCa"],
    ["is decoded without the blanks at its line ends", "Q2F0 \n Q2F0\t\r\n", "CatCat"],
    ["has slashes and plus signs", "+/+/", "\xfb\xff\xbf"],
  ])("%s", (_what, text, decoded) => {
    expect(decode(text, "base64")).toBe(decoded);
  });
});

describe("quoted-printable", () => {
  test.each([
    ["decodes digits of either case", "=E9=e9=4a=4A", "\xe9\xe9JJ"],
    ["decodes every digit", "=00=11=29=39=4a=5f=6A=7F=bc=de", "\0\x11)9J_j\x7f\xbc\xde"],
    ["keeps what is no pair of digits", "a=4g=g4=4", "a=4g=g4=4"],
    [
      "keeps what stands beside the digits in ASCII",
      "=4/=/4=4:=:4=4@=@4=4`=`4=4G=G4",
      "=4/=/4=4:=:4=4@=@4=4`=`4=4G=G4",
    ],
    ["keeps text without any sign", "Code 4711\r\n", "Code 4711\r\n"],
    ["drops the sign and the blanks at the end of the text", "a= \t", "a"],
    ["joins only the line with the sign", "a=\nb\nc", "ab\nc"],
    ["joins lines", "a=\nb", "ab"],
    ["joins lines past a blank of a relay", "a= \nb", "ab"],
    ["joins lines past a tab of a relay", "a=\t\nb", "ab"],
    ["joins lines past a carriage return", "a=\r\nb", "ab"],
    ["drops the sign at the end of the text", "a=", "a"],
    ["keeps a sign before text", "a= b", "a= b"],
  ])("%s", (_what, text, decoded) => {
    expect(decode(text, "quoted-printable")).toBe(decoded);
  });
});

describe("uuencoded data", () => {
  test.each([
    ["may have rights of four digits", "begin 0644 x\n#0V%T\nend"],
    ["ends at its mark, with blanks that a relay appended", "begin 644 x\n#0V%T\nend \n#0V%T"],
    ["ends with the text if its end is missing", "begin 644 x\n#0V%T"],
    ["may have empty lines", "begin 644 x\n\n#0V%T\n\nend"],
    ["begins after a text", "Hello\nbegin 644 x\n#0V%T\nend"],
  ])("%s", (_what, text) => {
    expect(decode(text, "uuencode")).toBe("Cat");
  });

  test.each([
    ["without a beginning", "#0V%T\nend"],
    ["whose rights have two digits", "begin 64 x\n#0V%T\nend"],
    ["whose rights have five digits", "begin 00644 x\n#0V%T\nend"],
    ["whose rights have a digit beyond the octal ones", "begin 648 x\n#0V%T\nend"],
    ["without a name of a file", "begin 644\n#0V%T\nend"],
    ["that begins inside a line", "a begin 644 x\n#0V%T\nend"],
  ])("%s is text", (_what, text) => {
    expect(decode(text, "uuencode")).toBe(text);
  });

  test.each([
    ["no byte", "`", ""],
    ["no byte, by a blank", " ", ""],
    ["one byte", "!0P``", "C"],
    ["two bytes", '"0V$`', "Ca"],
    ["four bytes", "$0V%T<P``", "Cats"],
    ["45 bytes", `M${"0V%T".repeat(15)}`, "Cat".repeat(15)],
    ["no byte beyond its number, though the line is longer", "#0V%T0V%T", "Cat"],
    ["bytes of all bits", "#____", "\xff\xff\xff"],
    ["zeros, by either sign", "&````    ", "\0\0\0\0\0\0"],
  ])("has lines of %s", (_what, line, text) => {
    expect(decode(`begin 644 x\n${line}\n${line}\n#0V%T\nend`, "uuencode")).toBe(`${text}${text}Cat`);
  });

  test("whose blanks a relay has stripped is decoded with zeros in their place", () => {
    expect(decode("begin 644 x\n#0V$\nend", "uuencode")).toBe("Ca\0");
  });
});
