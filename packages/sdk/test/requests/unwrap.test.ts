import { expect, test } from "vitest";
import { FrontdeskError, unwrap } from "../../src/index.ts";

test("the data of a response is returned", async () => {
  expect(await unwrap(Promise.resolve({ data: { id: "a" }, response: new Response() }))).toEqual({ id: "a" });
});

test.each([
  ["without data", {}],
  ["with data and an error", { data: {}, error: {} }],
])("a response that is ok but %s is an error", async (_what, result) => {
  await expect(unwrap(Promise.resolve({ ...result, response: new Response() }))).rejects.toThrow(FrontdeskError);
});
