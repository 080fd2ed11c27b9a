import { expect, test } from "vitest";
import { createLocalBus } from "../../src/storage/local-bus.ts";
import { createRejectedMail } from "../../src/store/rejected-mail.ts";

test("keeps the last fifty rejections, newest first", () => {
  const refused = createRejectedMail({ bus: createLocalBus(), clock: { now: () => 0 } });
  for (let at = 1; at <= 60; at++) refused.add(`no${at}@desk.example.com`, "unknown_mailbox");
  const recipients = refused.list().map(({ recipient }) => recipient);
  expect(recipients).toEqual(Array.from({ length: 50 }, (_, at) => `no${60 - at}@desk.example.com`));
});

test("keeps the first 500 characters of a recipient, the reason and the time", () => {
  const refused = createRejectedMail({ bus: createLocalBus(), clock: { now: () => Date.UTC(2026, 0, 1) } });
  refused.add("n".repeat(501), "unknown_mailbox");
  expect(refused.list()).toEqual([
    { recipient: "n".repeat(500), reason: "unknown_mailbox", at: "2026-01-01T00:00:00.000Z" },
  ]);
});
