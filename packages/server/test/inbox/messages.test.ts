import { expect, test } from "vitest";
import type { MessageExtractor } from "../../src/inbox/extraction.ts";
import type { StoredMailSummary } from "../../src/inbox/mail-message-store.ts";
import { toEmail, toSms } from "../../src/inbox/messages.ts";
import type { FullMessage } from "../../src/inbox/record.ts";
import type { StoredSmsSummary } from "../../src/inbox/sms-message-store.ts";

const extracted = { links: [], codes: [] };
const extractor: MessageExtractor = { fromMail: () => extracted, fromSms: () => extracted };
const received_at = "2026-01-01T00:00:00.000Z";

const mail: FullMessage<StoredMailSummary> = {
  ...{ id: "1", subject: "Your code", sender: "a@x.example", recipient: "b@y.example", received_at, body: "369385" },
  ...{ arrived: 7, snippet: "369385", links: [], authenticated: { by: "run", until: 8 } },
};
const shownMail = {
  ...{ id: "1", subject: "Your code", sender: "a@x.example", recipient: "b@y.example", received_at, body: "369385" },
  ...{ authenticated: "pass", ...extracted },
};

test.each([{}, { via: "smtp" }, { truncated: true as const }, { via: "http", truncated: true as const }])(
  "a mail is shown without what is internal, and with %j",
  (more) => expect(toEmail({ ...mail, ...more }, "pass", extractor)).toEqual({ ...shownMail, ...more }),
);

const sms: FullMessage<StoredSmsSummary> = {
  ...{ id: "1", sender: "Bank", body: "369385", received_at, phone_id: "2", phone: "5550100001" },
  ...{ arrived: 7, snippet: "369385" },
};
const shownSms = {
  ...{ id: "1", sender: "Bank", body: "369385", received_at, phone_id: "2", phone: "5550100001" },
  ...extracted,
};

test.each([{}, { via: "phone" }])("an SMS is shown without what is internal, and with %j", (more) => {
  expect(toSms({ ...sms, ...more }, extractor)).toEqual({ ...shownSms, ...more });
});
