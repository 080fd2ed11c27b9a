import { expect, onTestFinished, test, vi } from "vitest";
import { openAccount, response } from "./account.ts";

/** Opens an authenticator whose server returns these codes, one at each request. */
async function openAuthenticator(codes: string[]) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { Authenticator } = await openAccount(async ({ url }) =>
    Response.json(url.endsWith("/code") ? { ...response, code: codes.shift(), valid_for: 20 } : response),
  );
  return Authenticator;
}

test("no code is returned twice, however many were returned before", async () => {
  const codes = ["000001", "000002", "000003", "000004", "000005", "000005", "000006"];
  const authenticator = await openAuthenticator(codes);
  for (let number = 1; number <= 5; number++) expect((await authenticator.code()).code).toBe(`00000${number}`);
  const next = authenticator.code();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect((await next).code).toBe("000006");
});

test("a code that was returned where repeats are allowed is no new one afterwards", async () => {
  const authenticator = await openAuthenticator(["000001", "000001", "000001", "000002"]);
  for (let time = 1; time <= 2; time++) expect((await authenticator.code({ allowRepeat: true })).code).toBe("000001");
  const next = authenticator.code();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect((await next).code).toBe("000002");
});

test("a code is waited for as long as two periods and half a minute, because others may take the next one", async () => {
  const authenticator = await openAuthenticator(["000001"]);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await authenticator.code();
  expect(timeout.mock.calls.at(-1)).toEqual([2 * authenticator.period * 1_000 + 30_000]);
});

test("a wait for the next code that is aborted leaves no timer", async () => {
  const authenticator = await openAuthenticator(["000001", "000001"]);
  await authenticator.code();
  const controller = new AbortController();
  const next = authenticator.code({ signal: controller.signal });
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  controller.abort(new Error("enough"));
  await expect(next).rejects.toThrow("enough");
  expect(vi.getTimerCount()).toBe(0);
});

test("the next code is requested a second after the whole seconds for which this one is still valid", async () => {
  const codes = ["000001", "000001", "000002"];
  const authenticator = await openAuthenticator(codes);
  await authenticator.code();
  const next = authenticator.code();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(20_900);
  expect(codes).toEqual(["000002"]);
  await vi.advanceTimersByTimeAsync(100);
  expect((await next).code).toBe("000002");
});

test("codes are remembered for each authenticator alone, until it is deleted", async () => {
  const other = { ...response.authenticator, id: "a2", name: "other" };
  const account = await openAccount(async () =>
    Response.json({ ...response, code: "000001", valid_for: 20, authenticators: [response.authenticator, other] }),
  );
  const [first, second] = await account.authenticators.list();
  const once = { code: "000001", validFor: 20 };
  expect([await first!.code(), await second!.code()]).toEqual([once, once]);
  await account.authenticators.delete("a1");
  expect(await first!.code({ timeout: 1_000 })).toEqual(once);
  await expect(second!.code({ timeout: 20 })).rejects.toThrow("aborted due to timeout");
});
