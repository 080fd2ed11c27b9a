import { expect, test } from "vitest";
import { maskTokens, tokenPrefixes } from "../src/index.ts";

test.each(Object.values(tokenPrefixes))("a token with the prefix %s keeps its prefix alone", (prefix) => {
  const [token, longest] = [prefix + "a".repeat(28), prefix + "B".repeat(256)];
  expect(maskTokens(`one ${token}, two ${longest}.`)).toBe(`one ${prefix}…, two ${prefix}….`);
  expect(maskTokens(token.toUpperCase())).toBe(`${prefix.toUpperCase()}…`);
  expect(maskTokens(token, "[secret]")).toBe(`${prefix}[secret]`);
  expect(maskTokens(`x${token}`)).toBe(`x${token}`);
});

test.each([
  ["svcagt_", 8],
  ["svcm_", 8],
  ["svcsms_", 8],
  ["svc_", 16],
])("%s is the start of a token from %s characters on", (prefix, least) => {
  expect(maskTokens(prefix + "a".repeat(least))).toBe(`${prefix}…`);
  expect(maskTokens(prefix + "a".repeat(least - 1))).toBe(prefix + "a".repeat(least - 1));
});

test("the mask is inserted unchanged", () => {
  expect(maskTokens(`svcm_${"a".repeat(28)}`, "$1$&")).toBe("svcm_$1$&");
});
