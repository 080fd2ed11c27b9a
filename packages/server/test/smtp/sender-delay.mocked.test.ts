import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createSenderLimiter, DEFAULT_SENDER_LIMITS } from "../../src/smtp/sender-limits.ts";

vi.mock("node:timers/promises", { spy: true });

test("a reply to a guesser waits up to a second, and keeps no process alive meanwhile", async () => {
  vi.mocked(sleep).mockResolvedValue(undefined);
  const { countUnknownRecipient } = createSenderLimiter({
    limits: { ...DEFAULT_SENDER_LIMITS, maxUnknownRecipients: 1 },
  });
  // The first five of a network are not delayed.
  for (let guess = 0; guess < 6; guess++) expect(await countUnknownRecipient({}, "198.51.100.7")).toBeNull();
  expect(sleep).toHaveBeenCalledTimes(1);
  const [milliseconds, , options] = vi.mocked(sleep).mock.lastCall ?? [];
  expect(milliseconds).toBeGreaterThan(900);
  expect(milliseconds).toBeLessThanOrEqual(1_000);
  expect(options).toEqual({ ref: false });
});
