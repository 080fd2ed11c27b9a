import type { ParsedMail } from "@frontdesk/mail-reader";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

const parsed: ParsedMail = { subject: "Hi", sender: "Shop <a@shop.example>", body: "Your code is 481220.", links: [] };
const origin = { client: "203.0.113.9", from: "bounce@shop.example", bytes: 21 };
const evidence = { helo: "mx.shop.example", header: "", bodyHashes: {} };

async function open() {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { id } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body.mailbox;
  const { intake, mail, senderVerdicts } = desk.server.services;
  const recall = vi.spyOn(senderVerdicts, "recall").mockReturnValue(undefined);
  const check = vi.spyOn(senderVerdicts, "check").mockResolvedValue("pass");
  const destinations = [{ id, recipient: "signup@desk.example.com" }];
  const store = (...more: [typeof origin?, (typeof evidence | null)?]) =>
    intake.deliver(destinations, { ...parsed, via: "smtp" }, ...more);
  const verdicts = async () => {
    const { messages } = await mail.index(id);
    return messages.map((message) => mail.verdictOf(message));
  };
  return { intake, recall, check, store, verdicts };
}

test("the sender of a mail from the internet is checked, with what the mail and its client say", async () => {
  const { recall, check, store, verdicts } = await open();
  expect(await store(origin, evidence)).toBe(true);
  const mail = {
    evidence,
    clientIp: "203.0.113.9",
    envelopeSender: "bounce@shop.example",
    shownSender: "Shop <a@shop.example>",
  };
  expect([recall.mock.calls, check.mock.calls]).toEqual([[[mail]], [[mail]]]);
  await expect.poll(verdicts).toEqual(["pass"]);
});

test("a sender whose verdict is known is not checked again", async () => {
  const { recall, check, store, verdicts } = await open();
  recall.mockReturnValue("fail");
  await store(origin, evidence);
  expect(await verdicts()).toEqual(["fail"]);
  expect(check).not.toHaveBeenCalled();
});

test.each([
  ["without evidence", origin],
  ["that a program delivers", undefined],
])("the sender of a mail %s is not checked", async (_what, from) => {
  const { recall, check, store, verdicts } = await open();
  await store(from, null);
  expect(await verdicts()).toEqual(["none"]);
  expect([recall.mock.calls, check.mock.calls]).toEqual([[], []]);
});

test.each([
  ["203.0.113.9", "mx.shop.example", "mx.shop.example"],
  ["203.0.113.9", "", ""],
  ["10.0.0.9", "mx.shop.example", undefined],
  ["::1", "mx.shop.example", undefined],
])("of a mail from %s the evidence is collected unless the address is private", async (remoteAddress, name, helo) => {
  const { intake } = await open();
  const collector = intake.collectEvidence({ remoteAddress, hostNameAppearsAs: name });
  collector?.write(Buffer.from("From: a@shop.example\r\n\r\nHello"));
  expect(collector?.end()?.helo).toBe(helo);
});
