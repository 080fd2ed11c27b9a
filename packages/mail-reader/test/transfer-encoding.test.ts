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
    ["keeps the footer after its padding", "Q2F0cw==\n-- \nfooter", "Cats\n-- \nfooter"],
  ])("%s", (_what, text, decoded) => {
    expect(decode(text, "base64")).toBe(decoded);
  });
});

describe("quoted-printable", () => {
  test.each([
    ["decodes digits of either case", "=E9=e9=4a=4A", "\xe9\xe9JJ"],
    ["keeps what is no pair of digits", "a=4g=g4=4", "a=4g=g4=4"],
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

  test("without a beginning is text", () => {
    expect(decode("#0V%T\nend", "uuencode")).toBe("#0V%T\nend");
  });

  test("whose blanks a relay has stripped is decoded with zeros in their place", () => {
    expect(decode("begin 644 x\n#0V$\nend", "uuencode")).toBe("Ca\0");
  });
});
