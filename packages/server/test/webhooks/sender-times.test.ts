import { expect, onTestFinished, test, vi } from "vitest";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";
import { startReceiver } from "./receiver.ts";

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const now = Date.UTC(2026, 0, 1);
const send = createWebhookSender({
  addressPolicy: createAddressPolicy({ allow: [], isLocal: true }),
  now: () => now,
});

test("a receiver has ten seconds for its response", async () => {
  const asked: number[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    asked.push(milliseconds);
    return AbortSignal.abort();
  });
  onTestFinished(() => timeout.mockRestore());
  const { status, error } = await send({ url: "http://127.0.0.1:1/", secret, id: "msg_1", body: "{}" });
  expect([asked, status, error]).toEqual([[10_000], null, "No response within 10 s."]);
});

test.each([
  ["was delivered", "", { status: 204 }],
  ["has failed", "http://10.0.0.1/", { status: null, error: expect.stringContaining("10.0.0.1 is not a public") }],
])("an attempt that %s says how long it took, in whole milliseconds", async (_what, url, outcome) => {
  const receiver = await startReceiver();
  receiver.secret = secret;
  let calls = 0;
  // Only its first caller meets the start of the attempt.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (calls++ === 0 ? 1_000 : 1_250.6));
  onTestFinished(() => clock.mockRestore());
  // A receiver checks the time that was signed against that of its machine.
  const sendNow = createWebhookSender({
    addressPolicy: createAddressPolicy({ allow: [], isLocal: true }),
    now: Date.now,
  });
  const delivery = await sendNow({ url: url || receiver.url, secret, id: "msg_1", body: "{}" });
  expect(delivery).toEqual({ at: expect.any(String), ms: 251, ...outcome });
});
