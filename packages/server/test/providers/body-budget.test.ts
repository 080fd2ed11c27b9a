import { expect, test } from "vitest";
import { createBodyBudget } from "../../src/providers/body-budget.ts";
import { openBed } from "./bed.ts";

test("requests share the memory, and give it back", () => {
  const budget = createBodyBudget(100);
  const [first, second] = [budget.open(), budget.open()];
  first.add(60);
  // The rest of the body would arrive as the connection's next request.
  const refusal = {
    fault: "unavailable",
    message: "The server is handling too many large requests. Try again shortly.",
    headers: { connection: "close" },
  };
  expect(() => second.add(60)).toThrow(expect.objectContaining(refusal));
  second.close();
  second.close();
  // The bytes of a refused request count no longer, and neither do those of one that has ended.
  const third = budget.open();
  third.add(40);
  expect(() => third.add(1)).toThrow("too many large requests");
  third.close();
  first.close();
  const last = budget.open();
  last.add(100);
  expect(() => last.add(1)).toThrow("too many large requests");
});

test("all requests together have 256 MiB unless another limit is given", () => {
  const { open } = createBodyBudget();
  open().add(256 * 1024 * 1024);
  expect(() => open().add(1)).toThrow("too many large requests");
});

test("an error does not repeat a credential that was sent as an address", async () => {
  const { post } = await openBed("postmark");
  const secret = `svcagt_${"x".repeat(28)}`;
  const { body } = await post(JSON.stringify({ From: "a@b.example", To: secret, TextBody: "x" }));
  expect(body.Message).toBe("Invalid 'To' address: 'svcagt_…'.");
});
