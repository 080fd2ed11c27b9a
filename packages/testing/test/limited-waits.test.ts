import { WaitTimeoutError } from "@frontdesk/sdk";
import { collectOnce } from "@frontdesk/test-kit";
import { describe, expect, test } from "vitest";
import { limitWaits } from "../src/fixtures/limited-waits.ts";
import { createTestFrontdesk } from "../src/index.ts";

const setUp = async (timeout: number) => {
  const desk = await createTestFrontdesk();
  const end = new AbortController();
  const begun = performance.now();
  const limit = { timeoutMs: () => timeout, startedAt: () => begun, signal: end.signal, advice: "`test.setTimeout`." };
  const alias = limitWaits((await desk.frontdesk.mailboxes.register("signup")).alias(), limit);
  const deliver = (text: string) => desk.deliverMail({ to: alias.address, text });
  return { desk, end, alias, deliver, [Symbol.asyncDispose]: desk.close };
};

describe("the waits of a test's mailbox", () => {
  test("time out before the test does, and say what arrived and how to raise the test's timeout", async () => {
    await using its = await setUp(300);
    const error = await its.alias.expectCode(() => its.deliver("No code here.")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ reason: "no_code" });
    expect(String(error)).toContain("The time limit of the test is 300 ms; extend it with `test.setTimeout`.");
  });

  test("are no longer than that if they are given a longer timeout, and return null if requested", async () => {
    await using its = await setUp(300);
    expect(await its.alias.waitForCode({ timeout: 3_600_000, errorOnTimeout: false })).toBeNull();
  });

  test("use the given timeout if the test has more time, or no limit", async () => {
    for (const timeout of [3_600_000, 0, Number.POSITIVE_INFINITY]) {
      await using its = await setUp(timeout);
      const error = await its.alias.waitForMessage({ timeout: 20 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ timeout: 20 });
      expect(String(error)).not.toContain("The time limit of the test");
    }
  });

  test("end with the test, whatever signal they were given", async () => {
    await using its = await setUp(3_600_000);
    const own = new AbortController();
    const waiting = [its.alias.waitForLink(), its.alias.expectMessage(() => {}, { signal: own.signal })];
    const reason = new Error("The test ended.");
    its.end.abort(reason);
    for (const ended of await Promise.allSettled(waiting)) expect(ended).toEqual({ status: "rejected", reason });
    for await (const mail of its.alias.messages()) expect.unreachable(`There is no mail, but ${mail.subject} came.`);
  });

  test("end with the timeout of their own signal, which nothing but the wait references", async () => {
    await using its = await setUp(3_600_000);
    const waiting = its.alias.waitForCode({ signal: AbortSignal.timeout(300) });
    const ended = expect(waiting).rejects.toThrow(expect.objectContaining({ name: "TimeoutError" }));
    await collectOnce();
    await ended;
  });

  test("return what arrives, and reject what the SDK rejects", async () => {
    await using its = await setUp(30_000);
    expect((await its.alias.expectCode(() => its.deliver("Your code is 481220."))).code).toBe("481220");
    await expect(its.alias.waitForCode({ timeout: Number.NaN })).rejects.toThrow(RangeError);
    expect(Object.keys(its.alias)).not.toContain("waitForCode");
  });
});
