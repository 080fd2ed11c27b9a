import { expect, test } from "vitest";
import { escapeControls, replaceControls } from "../../src/command-line/index.ts";

test.each([
  ["an escape sequence", "\x1b[31mred", "\\u001b[31mred"],
  ["the C1 form of an escape sequence", "\x9b31mred", "\\u009b31mred"],
  ["the delete character", "a\x7fb", "a\\u007fb"],
  ["a reversed direction", "\u202egpj.exe", "\\u202egpj.exe"],
  ["an isolated direction", "a\u2066b\u2069", "a\\u2066b\\u2069"],
])("%s is shown and has no effect", (_name, text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});

test("tabs, line breaks and letters of all scripts stay as they are", () => {
  const text = "a\tb\nc é ü 验证码 קוד 🔑";
  expect(escapeControls(text)).toBe(text);
});

test("escaped JSON has the same meaning", () => {
  const value = { subject: "\u202egpj.exe \x9b31m" };
  expect(JSON.parse(escapeControls(JSON.stringify(value)))).toEqual(value);
});

test("text within one line has a question mark for each control character", () => {
  expect(replaceControls("a\tb\nc\x1b[31m\u202ed")).toBe("a?b?c?[31m?d");
});

test("every control character, and every one that changes the direction of text, is shown", () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  const controls = [range(0, 0x1f), range(0x7f, 0x9f), range(0x202a, 0x202e), range(0x2066, 0x2069)].flat();
  for (const character of controls) {
    expect(replaceControls(`a${character}b`)).toBe("a?b");
    const shown = `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    expect(escapeControls(character)).toBe("\t\n".includes(character) ? character : shown);
  }
});
