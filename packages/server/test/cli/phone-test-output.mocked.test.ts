import { randomInt } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../src/cli/call-api.ts";
import { call } from "./call.ts";

vi.mock("../../src/cli/call-api.ts");
vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:crypto")>();
  return { ...original, randomInt: vi.fn(original.randomInt) };
});

const phones = [{ phone: "5550123456" }, { phone: "5550987654" }];
let full: boolean;

beforeEach(() => {
  full = false;
  vi.mocked(callApi)
    .mockReset()
    .mockImplementation(async (url) => {
      if (url.endsWith("/sms/push")) return { stored: 1, duplicates: 2, phones, token_full: full };
      const message = { phone: "5550123456", sender: "Bank", snippet: "Code 1", received_at: "2026-11-20T09:30:00Z" };
      return { cursor: "a b", messages: [message] };
    });
});

const run = (...args: string[]) =>
  call(["phone", "test", "--app", "termux", "--phone", "5550123456,5550987654", "--url", "http://desk", ...args], {
    env: { FRONTDESK_SMS_TOKEN: "svcsms_1" },
  });

/** The body of the request that the app would send. */
const pushed = () => {
  const [, init] = vi.mocked(callApi).mock.calls.find(([url]) => url.endsWith("/sms/push"))!;
  return String(init.body);
};

test("what the server says is shown: what it stored, the messages, and the numbers of the SMS inbox", async () => {
  expect(await run()).toMatchObject({
    code: 0,
    out: [
      "The server accepted it: 1 stored, 2 duplicates.",
      "  2026-11-20T09:30:00Z  5550123456  Bank: Code 1",
      "Numbers of this SMS inbox: 5550123456, 5550987654",
    ].join("\n"),
  });
  full = true;
  expect((await run()).out).toMatch(/5550987654 \(full\)$/);
  expect(JSON.parse((await run("--json")).out)).toMatchObject({ stored: 1, duplicates: 2, phones, token_full: true });
});

test("only what the message added is read, from the cursor before it", async () => {
  await run();
  expect(vi.mocked(callApi).mock.calls.map(([url]) => url)).toEqual([
    "http://desk/svc-api/sms/recent?n=1",
    "http://desk/svc-api/sms/push",
    "http://desk/svc-api/sms/recent?after=a+b",
  ]);
});

test("the message comes now, by the first SIM, from the sender and with the text that are given", async () => {
  const before = Date.now();
  await run("--sender", "Shop", "--body", "G-480113 is your code");
  const { phone, messages } = JSON.parse(pushed());
  expect(phone).toBe("5550123456");
  expect(messages).toEqual([{ sender: "Shop", body: "G-480113 is your code", received_at: expect.anything() }]);
  const received = new Date(messages[0].received_at).getTime();
  // To the second, as some apps have it.
  expect(received).toBeGreaterThanOrEqual(Math.floor(before / 1_000) * 1_000);
  expect(received).toBeLessThanOrEqual(Date.now());
});

test("a message without a text has a code of six digits, and is from Frontdesk", async () => {
  vi.mocked(randomInt)
    .mockClear()
    .mockReturnValueOnce(480_113 as never);
  await run();
  const { messages } = JSON.parse(pushed());
  expect(messages).toMatchObject([{ sender: "Frontdesk", body: "Your Frontdesk test code is 480113." }]);
  expect(vi.mocked(randomInt).mock.calls).toEqual([[100_000, 1_000_000]]);
});
