import { expect, test } from "vitest";
import { toProblemResponse } from "../../src/http/responses.ts";
import { Problem } from "../../src/problem.ts";

test("a credential in an error's sentence is masked in the response", async () => {
  const key = "svcagt_SecretSecretSecretSecret12";
  const response = toProblemResponse(new Problem("invalid_request", `Not a name: ${key}`));
  expect(await response.text()).not.toContain(key);
});
