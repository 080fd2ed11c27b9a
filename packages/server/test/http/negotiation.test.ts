import { expect, test } from "vitest";
import { acceptsEncoding, isNotModified } from "../../src/http/negotiation.ts";

test.each([
  ["br", true],
  ["BR;q=1", true],
  ["gzip, br;q=0.001", true],
  ["br ; q=0.5", true],
  ["br;q=0", false],
  ["br;q=0.", false],
  ["br;q=0.0", false],
  ["br;q=0.000", false],
  ["br; q=0.00 ", false],
  ["brotli", false],
  ["", false],
])("Accept-Encoding: %s accepts br: %s", (accepted, expected) => {
  const request = new Request("http://desk.test/", { headers: { "accept-encoding": accepted } });
  expect(acceptsEncoding(request, "br")).toBe(expected);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b","a"', true],
  ['"b" ,\tW/"a" , "c"', true],
  ["*", true],
  ['"A"', false],
  ['"b"', false],
  ["a", false],
])('If-None-Match: %s has the version "a": %s', (tags, expected) => {
  expect(isNotModified(new Request("http://desk.test/", { headers: { "if-none-match": tags } }), '"a"')).toBe(expected);
});

test("a client without If-None-Match has no version", () => {
  expect(isNotModified(new Request("http://desk.test/"), '"a"')).toBe(false);
});
