import { expect, test, vi } from "vitest";
import type { MessageExtractor } from "../../src/inbox/extraction.ts";
import type { QueuedMessage } from "../../src/store/webhook-queue.ts";
import { createPayloadBuilder } from "../../src/webhooks/payload.ts";

const extracted = { links: [], codes: [] };
const extractor: MessageExtractor = { fromMail: () => extracted, fromSms: () => extracted };

function open({ mailbox = true, sms = true } = {}) {
  const currentVerdictOf = vi.fn(async () => "fail" as const);
  const build = createPayloadBuilder({
    extractor,
    mailboxes: { exists: async () => mailbox },
    smsInboxes: { exists: async () => sms },
    currentVerdictOf,
  });
  const queued = (event: "mail" | "sms"): QueuedMessage => {
    const message = { id: "1", body: "369385", authenticated: { by: "run", until: 8 } };
    return { id: "msg", event, inbox: "box", message, at: 0 };
  };
  return { build, queued, currentVerdictOf };
}

test("a mail has the id of its mailbox, and the verdict of now", async () => {
  const { build, queued, currentVerdictOf } = open();
  const data = await build(queued("mail"));
  expect(data).toMatchObject({ mailbox_id: "box", id: "1", body: "369385", authenticated: "fail", codes: [] });
  expect(data).not.toHaveProperty("sms_id");
  expect(currentVerdictOf).toHaveBeenCalledWith("box", expect.objectContaining({ id: "1" }));
});

test("an SMS has the id of its inbox, and no verdict", async () => {
  const { build, queued } = open();
  const data = await build(queued("sms"));
  expect(data).toMatchObject({ sms_id: "box", id: "1", body: "369385", codes: [] });
  expect(data).not.toHaveProperty("mailbox_id");
  expect(data).not.toHaveProperty("authenticated");
});

test.each([
  ["mail", { mailbox: false }, true],
  ["mail", { sms: false }, false],
  ["sms", { sms: false }, true],
  ["sms", { mailbox: false }, false],
] as const)("of a message by %s with %j nothing is sent: %j", async (event, inboxes, isGone) => {
  const { build, queued } = open(inboxes);
  expect((await build(queued(event))) === null).toBe(isGone);
});
