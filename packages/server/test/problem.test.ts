import { expect, test } from "vitest";
import { ignoreNotFound, Problem, StorageError } from "../src/problem.ts";

test("a problem has nothing but its sentence and its code, unless it is given more", () => {
  const plain = new Problem("limit_reached", "Too many.");
  const { name, message, code, status, fields, headers, cause } = plain;
  expect({ name, message, code, status, fields, headers, cause }).toEqual({
    ...{ name: "Problem", message: "Too many.", code: "limit_reached", status: 403 },
    ...{ fields: {}, headers: {}, cause: undefined },
  });
  const more = { fields: { token_full: true }, headers: { allow: "GET" }, cause: new Error("why") };
  expect(new Problem("token_full", "Full.", more)).toMatchObject({ ...more, status: 403 });
});

test.each([
  ["failed", "The server's storage does not respond. Try again shortly."],
  ["late", "The server's storage did not respond in time. The change may still happen: check before you retry."],
] as const)("a storage error that %s keeps its cause for the log, and tells the client: %s", (fault, sentence) => {
  const cause = new Error("disk gone");
  const error = new StorageError("It failed", fault === "failed" ? { cause } : { fault, cause });
  expect([error.name, error.message, error.fault, error.cause]).toEqual(["StorageError", "It failed", fault, cause]);
  const { code, status, message, cause: shown } = error.toProblem();
  expect([code, status, message, shown]).toEqual(["unavailable", 503, sentence, undefined]);
});

test("only the problem that something is not found is ignored, and no error that looks like it", () => {
  ignoreNotFound(new Problem("not_found", "Gone."));
  for (const error of [new Problem("own_key", "No."), Object.assign(new Error("No."), { code: "not_found" }), null])
    expect(() => ignoreNotFound(error)).toThrow(error === null ? undefined : "No.");
});
