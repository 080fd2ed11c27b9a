import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDesk } from "./harness.ts";

describe("waitForMessages", () => {
  it("has one timeout for all messages together", async () => {
    let passed = 0;
    const real = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => real() + passed);
    onTestFinished(() => void vi.restoreAllMocks());
    const waits: number[] = [];
    const desk = await openDesk((fetch) => async (request) => {
      const url = new URL(request.url);
      const wait = Number(url.searchParams.get("wait") ?? 0);
      if (wait === 0) return fetch(request);
      waits.push(wait);
      // Each wait takes 45 seconds, without anybody waiting for them.
      passed += 45_000;
      url.searchParams.set("wait", "0");
      return fetch(new Request(url, request));
    });
    const box = await desk.frontdesk.mailboxes.register("x");
    await desk.mail("x", { subject: "Your code", body: "Your verification code is 111222." });
    const error = await box.waitForMessages({ count: 2, timeout: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "WaitTimeoutError", timeout: 60_000, received: [{ subject: "Your code" }] });
    expect(passed).toBe(90_000);
    expect(waits.at(-1)).toBeLessThanOrEqual(15);
  });
});
