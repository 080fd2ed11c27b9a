import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "./harness.ts";

async function open() {
  const desk = await openDesk({ mailDomain: "mail.test", clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) } });
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
  return { desk, mailbox, send: () => desk.call("POST", `mailbox/${mailbox.id}/test`) };
}

test("a test mail has a code of six digits, which the answer names, and says where it came from", async () => {
  const { desk, mailbox, send } = await open();
  const { status, body } = await send();
  expect([status, body]).toEqual([
    200,
    { success: true, recipient: "ann@mail.test", code: expect.stringMatching(/^\d{6}$/) },
  ]);
  const { emails } = (await desk.call("GET", "mail/recent?full=true", { token: mailbox.token })).body;
  expect(emails).toEqual([
    {
      id: expect.any(String),
      subject: "Your test code",
      sender: "Frontdesk <frontdesk@mail.test>",
      recipient: "ann@mail.test",
      snippet: `Your verification code is ${body.code}. This is a test: somebody with a key of this account pressed a button.`,
      received_at: "2026-01-02T03:04:05.000Z",
      authenticated: "none",
      via: "test",
      body: `Your verification code is ${body.code}.\n\nThis is a test: somebody with a key of this account pressed a button.`,
      links: [],
      codes: [{ value: body.code, shown: body.code, kind: "one_time", confidence: expect.any(Number) }],
    },
  ]);
});

test("a mailbox that is deleted while its test mail arrives is not found, and nothing is recorded", async () => {
  const { desk, send } = await open();
  const { mail, audit } = desk.server.services;
  vi.spyOn(mail, "receive").mockResolvedValueOnce([]);
  const record = vi.spyOn(audit, "record");
  const { status, body } = await send();
  expect([status, body]).toEqual([404, { error: "This mailbox was deleted just now.", code: "not_found" }]);
  expect(record).not.toHaveBeenCalled();
});
