import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { isLargeResponse, toJsonResponse, toLongJsonResponse, toProblemResponse } from "../../src/http/responses.ts";
import { Problem } from "../../src/problem.ts";

test("a credential in an error's sentence is masked in the response", async () => {
  const key = "svcagt_SecretSecretSecretSecret12";
  const response = toProblemResponse(new Problem("invalid_request", `Not a name: ${key}`));
  expect(await response.text()).not.toContain(key);
});

test("the client's reading of a response is watched if its body is longer than 64 KiB", () => {
  const bodyOf = (length: number) => ({ a: "x".repeat(length - '{"a":""}'.length) });
  expect([65_536, 65_537].map((length) => isLargeResponse(toJsonResponse(bodyOf(length))))).toEqual([false, true]);
});

test("so it is if the body has a long list", async () => {
  const responses = [1, 1000].map((length) => toLongJsonResponse({ list: Array(length).fill("x".repeat(100)) }));
  expect((await Promise.all(responses)).map(isLargeResponse)).toEqual([false, true]);
});

test("other requests have a turn while a long list is converted, also if it is not the first field", async () => {
  let hasHadTurn = false;
  setImmediate(() => {
    hasHadTurn = true;
  });
  const response = await toLongJsonResponse({ used: 1, list: Array(1000).fill("x") });
  expect([hasHadTurn, ((await response.json()) as { list: string[] }).list.length]).toEqual([true, 1000]);
});
