import { expect, test } from "vitest";
import { createCompositionBudget } from "../../src/providers/apis/sendgrid-substitutions.ts";

const mebibyte = 1024 * 1024;

test.each([
  ["spendComposed", 10 * mebibyte],
  ["spendSearched", 20 * mebibyte],
] as const)("%s permits exactly %i characters for all personalizations of a request", (spend, limit) => {
  const budget = createCompositionBudget();
  budget[spend](limit - 1);
  budget[spend](1);
  expect(() => budget[spend](1)).toThrow(expect.objectContaining({ fault: "too_large" }));
});
