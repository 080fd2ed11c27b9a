import { h } from "preact";
import { expect, test } from "vitest";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

const signedIn = signedInWith(null);
const rowsOf = (view: ReturnType<typeof drawView>) =>
  view
    .all(".list li")
    .map((row) => [...row.querySelectorAll("b, .muted, .badge")].map(({ textContent }) => textContent));

test("the list of SMS inboxes has the numbers of each, how many it has, and how many messages", async () => {
  const [one, two] = ["5550100001", "5550100002"];
  const inboxes = [
    { ...smsToken(), id: "s1", message_count: 0 },
    { ...smsToken(one), id: "s2", message_count: 1 },
    { ...smsToken(one, two), id: "s3", message_count: 2 },
  ];
  startServer().respond("sms/list", { sms_tokens: inboxes, limit: null, used: 3 });
  const view = drawView(h(SmsView, { signedIn, id: undefined }));
  await expect
    .poll(() => rowsOf(view))
    .toEqual([
      ["No number yet", "0 of 2 numbers", "0 messages"],
      [one, "1 of 2 numbers", "1 message"],
      [`${one}, ${two}`, "2 of 2 numbers", "2 messages"],
    ]);
  expect(view.all(".list-tools").map(({ textContent }) => textContent)).toEqual(["3 SMS inboxes"]);
  expect(view.all("input[type=search]")).toEqual([]);
});

test("the list of mailboxes has the name of each, its age and how many mails it has", async () => {
  const mailboxes = [0, 1, 2].map((email_count) => ({ ...mailbox(email_count), email_count }));
  startServer().respond("mailbox/list", { mailboxes, limit: 3, used: 3 });
  const view = drawView(h(MailboxesView, { signedIn, id: undefined }));
  await expect
    .poll(() => rowsOf(view))
    .toEqual(
      ["0 mails", "1 mail", "2 mails"].map((count, at) => [
        `box${at}`,
        expect.stringMatching(/^created .+ ago$/),
        count,
      ]),
    );
  expect(view.all(".list-tools").map(({ textContent }) => textContent)).toEqual(["3 of 3 mailboxes"]);
});
