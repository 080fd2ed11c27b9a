import { expect, onTestFinished, test, vi } from "vitest";
import { authenticator } from "./account-responses.ts";
import { call } from "./call.ts";

test.each([
  [3, "111111"],
  [2, "222222"],
])("a code that ends in %i s is printed, or the next one: %s", async (validFor, printed) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const { out } = await call("authenticator code anna", {
    "authenticators/list": { authenticators: [authenticator], next: null },
    "authenticators/a1/code": () =>
      asked++ === 0 ? { code: "111111", valid_for: validFor } : { code: "222222", valid_for: 30 },
  });
  expect(out).toEqual([printed]);
});
