import { expect, onTestFinished, test } from "vitest";
import { attachMails, attachSms } from "../src/fixtures/attachments.ts";
import { createTestFrontdesk } from "../src/index.ts";

const open = async () => {
  const desk = await createTestFrontdesk({ listen: true });
  onTestFinished(() => desk.close());
  return desk;
};

test("the report of a failed test has the mails to its address, oldest first", async () => {
  const desk = await open();
  const mailbox = await desk.frontdesk.mailboxes.register("signup");
  const [alias, other] = [mailbox.alias(), mailbox.alias()];
  const attach = () => attachMails(alias.address, { url: desk.url, token: mailbox.key });
  expect(await attach()).toEqual([{ name: "mail", text: `No mail arrived for ${alias.address}.` }]);
  for (const subject of ["First", "Second"])
    await desk.deliverMail({ to: alias.address, from: "Shop <shop@a.test>", subject, text: `Text of ${subject}` });
  await desk.deliverMail({ to: other.address, subject: "Other", text: "Other" });
  const attachments = await attach();
  expect(attachments.map(({ name }) => name)).toEqual(["mail: First", "mail: Second"]);
  expect(attachments[0]?.text.replace(/^Received: \d{4}-.*Z$/m, "Received: then").trim()).toBe(
    `From: Shop <shop@a.test>\nTo: ${alias.address}\nReceived: then\nSubject: First\n\nText of First`,
  );
});

test("the report of a failed test has the last ten mails", async () => {
  const desk = await open();
  const mailbox = await desk.frontdesk.mailboxes.register("signup");
  const alias = mailbox.alias();
  await alias.currentCursor();
  const subjects = Array.from({ length: 10 }, (_, index) => `Mail ${index}`);
  for (const subject of subjects) await desk.deliverMail({ to: alias.address, subject, text: "Hi" });
  const attachments = await attachMails(alias.address, { url: desk.url, token: mailbox.key });
  expect(attachments.map(({ name }) => name)).toEqual(subjects.map((subject) => `mail: ${subject}`));
});

test("the report of a failed test has the whole messages of its SMS inbox, oldest first", async () => {
  const desk = await open();
  const inbox = await desk.frontdesk.smsInboxes.register();
  expect(await attachSms(inbox)).toEqual([{ name: "sms", text: "No SMS arrived." }]);
  const long = "word ".repeat(60).trim();
  await desk.deliverSms({ to: inbox, from: "ONE", body: long });
  await desk.deliverSms({ to: inbox, from: "TWO", body: "Second" });
  const attachments = await attachSms(inbox);
  expect(attachments.map(({ name }) => name)).toEqual(["sms: ONE", "sms: TWO"]);
  expect(attachments[0]?.text).toMatch(new RegExp(`^From: ONE\nOn: \\d+\nReceived: .*\n\n${long}$`));
});

test("an SMS that is sent twice arrives twice, at the number that the inbox has", async () => {
  const desk = await open();
  const inbox = await desk.frontdesk.smsInboxes.register();
  for (let count = 0; count < 2; count++) await desk.deliverSms({ to: "5550177", body: "Same" });
  await desk.deliverSms({ to: inbox, body: "Other" });
  const { messages, phones } = await inbox.recent();
  expect(messages.map(({ phone, snippet }) => [phone, snippet])).toHaveLength(3);
  expect(phones.map(({ phone }) => phone)).toEqual(["5550177"]);
});
