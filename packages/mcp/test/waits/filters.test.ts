import { WaitTimeoutError } from "@frontdesk/sdk";
import { expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";

test("sms_wait_code waits only for messages to the phone that it is given", async () => {
  const failure = { reason: "no_message", address: "", timeout: 0, target: "code", cursor: "c" } as const;
  const waitForMessage = vi.fn(async (_options: object) => {
    throw new WaitTimeoutError({ ...failure, nearMisses: [], rejected: [], missed: 0 });
  });
  const call = {
    frontdesk: { smsInboxes: { list: async () => ({ sms_tokens: [{ id: "s1", phones: [] }] }) } },
    openSmsInbox: () => ({ waitForMessage }),
    state: { cursors: { get: () => undefined, countEmpty: () => 1 }, maxWaitSeconds: 50 },
    serverNow: () => 0,
    progress: () => {},
  } as unknown as ToolCall;
  const tool = tools.find(({ name }) => name === "sms_wait_code");
  await tool?.run({ smsInbox: "s1", waitSeconds: 1, phone: "5550100001" }, call);
  expect(waitForMessage.mock.calls).toMatchObject([[{ phone: "5550100001" }]]);
});
