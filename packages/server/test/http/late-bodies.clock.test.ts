import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSmallBody } from "../../src/oauth/read-form.ts";
import { createBodyBudget } from "../../src/providers/body-budget.ts";
import type { ProviderRoute } from "../../src/providers/provider.ts";
import { readProviderBody } from "../../src/providers/read-body.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Reads the body of a request to a provider's route. */
const readAs = (channel: ProviderRoute["channel"], body: ProviderRoute["body"]) => (request: Request) =>
  readProviderBody(
    request,
    { path: "/", channel, body, respond: () => Promise.reject(new Error("unused")) },
    {
      smtpMaxSize: 3_000_000,
      lease: createBodyBudget().open(),
    },
  );
const form = "application/x-www-form-urlencoded";

const kinds: [what: string, type: string, read: (request: Request) => Promise<unknown>][] = [
  ["an OAuth form", form, readSmallBody],
  ["a provider's mail", "application/json", readAs("mail", "json")],
  ["a provider's mail in a URL-encoded form", form, readAs("mail", "multipart")],
  ["a provider's SMS", "application/json", readAs("sms", "any")],
  ["a provider's verification", "application/json", readAs("chosen", "json")],
];

test.each([30, 60, 30, 30, 30].map((seconds, at) => [...kinds[at]!, seconds] as const))(
  "%s (%s) has its time to arrive",
  async (_what, type, read, seconds) => {
    const body = new ReadableStream();
    const request = new Request("http://desk.test/", {
      method: "POST",
      headers: { "content-type": type },
      body,
      duplex: "half",
    } as RequestInit);
    let outcome: unknown = "waiting";
    void read(request).catch((error: Error) => (outcome = error.message));
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(outcome).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => outcome).toBe(`The body did not arrive within ${seconds} seconds.`);
  },
);

test.each(
  ["16 KiB", "4000000 bytes (4/3 of --smtp-max-size)", "1 MiB", "1 MiB", "1 MiB"].map(
    (limit, at) => [...kinds[at]!, limit] as const,
  ),
)("%s (%s) that is too large is told its limit", async (_what, type, read, limit) => {
  const body = "x".repeat(4_000_001);
  const headers = { "content-type": type, "content-length": String(body.length) };
  const request = new Request("http://desk.test/", { method: "POST", headers, body });
  await expect(read(request)).rejects.toThrow(`The request body is larger than ${limit}. Send less at a time.`);
});
