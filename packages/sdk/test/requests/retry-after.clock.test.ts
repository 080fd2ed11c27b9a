import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/requests/client.ts";

const response = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers });

test.each([
  ["0", 0],
  ["4", 4_000],
  ["5", 5_000],
])("a Retry-After of %s s is waited for exactly, then the request is sent again", async (seconds, milliseconds) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const responses = [response(503, { "retry-after": seconds }), response(200)];
  const fetch = vi.fn(async () => responses.shift()!);
  const client = createClient({ baseUrl: "https://desk.example", key: "svcagt_1", fetch });
  const call = client.GET("/svc-api/account");
  if (milliseconds > 0) await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await call).response.status).toBe(200);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a Retry-After of more than 5 s is left to the caller", async () => {
  const fetch = vi.fn(async () => response(503, { "retry-after": "6" }));
  const client = createClient({ baseUrl: "https://desk.example", key: "svcagt_1", fetch });
  expect((await client.GET("/svc-api/account")).response.headers.get("retry-after")).toBe("6");
  expect(fetch).toHaveBeenCalledOnce();
});
