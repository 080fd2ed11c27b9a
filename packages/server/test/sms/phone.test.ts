import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSamePhone, isValidPhone, normalizePhone } from "../../src/sms/phone.ts";

it.each([
  ["555012", false],
  ["5550123", true],
  ["555012345678901", true],
  ["5550123456789012", false],
  ["0550123", true],
  ["0050123", false],
  ["+5550123", false],
])("%j is a number as it is stored: %s", (phone, isValid) => expect(isValidPhone(phone)).toBe(isValid));

describe("normalizePhone", () => {
  it.each([
    ["5550123456", "5550123456"],
    ["555 012-34.56", "5550123456"],
    ["(555) 012 3456", "5550123456"],
    ["+1 (555) 012-3456", "5550123456"],
    ["[555] 012/3456", "5550123456"],
    ["555\u2212012\u22123456", "5550123456"],
    ["0015550123456", "5550123456"],
    ["+41 79 000 00 01", "790000001"],
    ["0041 79 000 00 01", "790000001"],
    ["079 000 00 01", "0790000001"],
    ["+44 (0)20 7946 0958", "2079460958"],
    ["+39 06 1234 5678", "0612345678"],
    ["+86 138 0013 8000", "13800138000"],
    ["＋41 79 000 00 01", "790000001"],
    ["\u202a+41\u00a079\u2011000\u201100\u201101\u202c", "790000001"],
    ["٠٧٩٠٠٠٠٠٠١", "0790000001"],
    ["０７９０００００１", "079000001"],
    ["௦௭௯௦௦௦௦௦௧", "079000001"],
    ["๐๗๙๐๐๐๐๐๑", "079000001"],
    ["+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹", "9123456789"],
    // No country has been given 999.
    ["+999 5550123456", "9995550123456"],
    // The shortest and the longest number, and the longest way to write one.
    ["5550123", "5550123"],
    ["555012345678901", "555012345678901"],
    ["+999 555012345678", "999555012345678"],
    [`5550123${" ".repeat(57)}`, "5550123"],
  ])("reads %j as %s", (written, digits) => {
    expect(normalizePhone(written)).toBe(digits);
  });

  it.each([
    "",
    "   ",
    "+",
    "00",
    "123456",
    "1234567890123456",
    "+999 5550123456789",
    `5550123${" ".repeat(58)}`,
    "EXAMPLE",
    "555-CALL-NOW",
    "+1 +5550123456",
    "5".repeat(9999),
  ])("refuses %j", (written) => {
    expect(normalizePhone(written)).toBeNull();
  });

  it("always returns what the format check accepts, for any input", () => {
    const written = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^(?:\+|00)?[0-9 ().-]{0,24}$/));
    fc.assert(
      fc.property(written, (text) => {
        const digits = normalizePhone(text);
        if (digits !== null) expect(isValidPhone(digits)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("ignores the spacing of digits", () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{6,14}$/);
    fc.assert(
      fc.property(digits, fc.array(fc.constantFrom(" ", "-", ".", "(", ")", "")), (plain, marks) => {
        const spaced = [...plain].map((digit, position) => digit + (marks[position] ?? "")).join("");
        expect(normalizePhone(spaced)).toBe(plain);
        expect(isSamePhone(plain, normalizePhone(`0${plain}`.slice(0, 15)) ?? plain)).toBe(plain.length < 15);
      }),
    );
  });
});
