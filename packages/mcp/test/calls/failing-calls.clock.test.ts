import { describe, expect, test, vi } from "vitest";
import { now, responses } from "./account-responses.ts";
import { type Responses, recordCall } from "./record-call.ts";

/** Calls a tool at the account, whose server gives some other responses. Time stands still. */
function call(name: string, args: object, other: Responses, options: { signal?: AbortSignal } = {}) {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"], now });
  return recordCall(name, args, { ...responses, ...other }, options);
}

const overloaded = () => new Response(null, { status: 503, headers: { "retry-after": "0" } });

describe("an overloaded server gets a request once, because a retry could outlast the time of the call,", () => {
  test.each([
    ["account_whoami", {}, "GET account", "agent key"],
    ["mail_read", { mailbox: "box", messageId: "e3" }, "GET mail/message/e3", "svcm_1"],
    ["sms_read", { smsInbox: "S1", messageId: "t1" }, "GET sms/message/t1", "svcsms_1"],
  ])("from %s", async (name, args, path, key) => {
    const { facts, requests } = await call(name, args, { [path]: overloaded() });
    expect(facts).toMatchObject({ code: "service_down", retryAfterSeconds: 0 });
    expect(requests).toEqual([`${path} | ${key}`]);
  });
});

test("a cancelled call does not wait for the next code of an authenticator", async () => {
  const controller = new AbortController();
  const ending = () => {
    // Cancelled while the call waits for the next code.
    setImmediate(() => controller.abort());
    return { code: "123456", valid_for: 1 };
  };
  const options = { signal: controller.signal };
  const onDone = vi.fn();
  const done = call("authenticator_code", { authenticator: "anna" }, { "GET authenticators/a1/code": ending }, options);
  void done.then(onDone);
  await new Promise((resolve) => controller.signal.addEventListener("abort", resolve));
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(onDone).toHaveBeenCalled();
  expect(await done).toMatchObject({ facts: { code: "cancelled" } });
});
