import { expect, onTestFinished, test, vi } from "vitest";
import { openAccount, response } from "./account.ts";

test("no code is returned twice, however many were returned before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const codes = ["000001", "000002", "000003", "000004", "000005", "000005", "000006"];
  const { Authenticator } = await openAccount(async ({ url }) =>
    Response.json(url.endsWith("/code") ? { ...response, code: codes.shift(), valid_for: 20 } : response),
  );
  for (let number = 1; number <= 5; number++) expect((await Authenticator.code()).code).toBe(`00000${number}`);
  const next = Authenticator.code();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect((await next).code).toBe("000006");
});
