import type { ParsedMail } from "@frontdesk/mail-reader";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

const to = "signup@desk.example.com";
const parsed: ParsedMail = { subject: "Hi", sender: "a@b.example", body: "Your code is 481220.", links: [] };

async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const logged: string[] = [];
  const log = { info: (...line: unknown[]) => void logged.push(JSON.stringify(line)), warn() {}, error() {} };
  const desk = await openDesk({ log, ...options });
  onTestFinished(() => desk.server.close());
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  const { intake, mail, metrics } = desk.server.services;
  const counts = async (name: string) =>
    (await metrics.text()).split("\n").filter((line) => line.startsWith(`frontdesk_${name}_total{`));
  const store = () => intake.store([{ id: mailbox.id, recipient: to }], { ...parsed, via: "smtp" });
  return { desk, intake, mail, metrics, counts, store, logged, id: mailbox.id };
}

describe("the metrics count", () => {
  test("a mail that was stored, and one that could not be stored", async () => {
    const { mail, counts, store } = await open();
    await store();
    vi.spyOn(mail, "receive").mockRejectedValueOnce(new Error("disk gone"));
    await expect(store()).rejects.toThrow("disk gone");
    expect(await counts("mails")).toEqual([
      'frontdesk_mails_total{outcome="stored"} 1',
      'frontdesk_mails_total{outcome="failed"} 1',
    ]);
  });

  test("no mail whose mailboxes were all deleted before it was stored", async () => {
    const { mail, counts, store, logged } = await open();
    vi.spyOn(mail, "receive").mockResolvedValueOnce([]);
    expect(await store()).toEqual([]);
    expect(await counts("mails")).toEqual([]);
    expect(logged.filter((line) => line.includes("Mail stored"))).toEqual([]);
  });

  test("rejected recipients and rejected mails by their reason", async () => {
    const { intake, counts } = await open();
    intake.onRecipientRejected("a@other.test", "other_domain");
    intake.onRecipientRejected("nobody@desk.example.com", "unknown_mailbox");
    intake.onMailRejected("too_large", "203.0.113.9");
    expect(await counts("mails_rejected")).toEqual([
      'frontdesk_mails_rejected_total{reason="other_domain"} 1',
      'frontdesk_mails_rejected_total{reason="unknown_mailbox"} 1',
      'frontdesk_mails_rejected_total{reason="too_large"} 1',
    ]);
  });
});

test("a mail that takes 1,234.5 ms to store is measured exactly, and logged in whole milliseconds", async () => {
  const { mail, metrics, store, logged } = await open();
  const recordMail = vi.spyOn(metrics, "recordMail").mockReturnValue();
  let now = 50_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const receive = vi.spyOn(mail, "receive");
  receive.mockImplementationOnce(async () => {
    now += 1_234.5;
    return ["a mailbox"];
  });
  await store();
  receive.mockImplementationOnce(async () => {
    now += 7.25;
    throw new Error("disk gone");
  });
  await expect(store()).rejects.toThrow("disk gone");
  expect(recordMail.mock.calls).toEqual([
    ["stored", 1_234.5],
    ["failed", 7.25],
  ]);
  expect(JSON.parse(logged.find((line) => line.includes("Mail stored"))!)).toEqual(["Mail stored", { to, ms: 1_235 }]);
});

test("the program is told each rejected recipient and why, whichever way its mail came", async () => {
  const rejected: unknown[] = [];
  const { desk, intake } = await open({ onRejected: (recipient) => void rejected.push(recipient) });
  const [unknown, foreign] = ["no@desk.example.com", "a@other.test"];
  intake.onRecipientRejected(unknown, "unknown_mailbox", "203.0.113.9");
  await intake.resolveOwned([foreign, unknown], "another account", "over HTTP");
  await expect(desk.server.deliver({ to: [unknown, foreign], text: "x" })).rejects.toThrow("No mailbox");
  const told = { [unknown]: "unknown_mailbox", [foreign]: "other_domain" };
  expect(rejected).toEqual(
    [unknown, foreign, unknown, unknown, foreign].map((recipient) => ({ recipient, reason: told[recipient] })),
  );
});

test("a mail of the program that names no sender is from hello@example.com", async () => {
  const { desk, mail } = await open();
  const receive = vi.spyOn(mail, "receive");
  await desk.server.deliver({ to, text: "x" });
  expect(receive.mock.calls.map(([, { sender }]) => sender)).toEqual(["hello@example.com"]);
});

test("a mail of the program without a From header is from the sender that the program names", async () => {
  const { desk, mail } = await open();
  const receive = vi.spyOn(mail, "receive");
  await desk.server.deliver({ to, from: "ann@shop.example", raw: "Subject: Hello\r\n\r\nx" });
  expect(receive.mock.calls.map(([, { sender }]) => sender)).toEqual(["ann@shop.example"]);
});

describe("the log says of", () => {
  const here = "desk.example.com";
  const client = "203.0.113.9";
  const unknown = { reason: "unknown_mailbox" };

  test.each<[string, (intake: Awaited<ReturnType<typeof open>>["intake"]) => unknown, unknown[]]>([
    [
      "a mail that was rejected, why and from whom",
      (intake) => intake.onMailRejected("too_large", client),
      ["Mail rejected", { reason: "too_large", client }],
    ],
    [
      "a recipient of another domain, which one is served",
      (intake) => intake.onRecipientRejected("a@other.test", "other_domain", client),
      [
        `Mail for a@other.test rejected: this server accepts mail for @${here} only`,
        { reason: "other_domain", client },
      ],
    ],
    [
      "a recipient of the embedding program, that it was no client",
      (intake) => intake.onRecipientRejected(`no@${here}`, "unknown_mailbox"),
      [`Mail for no@${here} rejected: no such mailbox`, { ...unknown, client: "in process" }],
    ],
    [
      "a recipient of mail that an account brings in, the way",
      (intake) => intake.resolveOwned([to], "another account", "over HTTP"),
      [`Mail for ${to} rejected: no such mailbox`, { ...unknown, client: "over HTTP" }],
    ],
  ])("%s", async (_what, act, line) => {
    const { intake, logged } = await open();
    logged.length = 0;
    await act(intake);
    expect(logged.map((text) => JSON.parse(text))).toEqual([line]);
  });

  test("a stored mail, its recipients up to a length, and where it came from", async () => {
    const { intake, logged, id } = await open();
    logged.length = 0;
    const origin = { client, from: "a@b.example", bytes: 21 };
    const recipients = Array.from({ length: 30 }, (_, at) => `signup+${at}@${here}`);
    const destinations = recipients.map((recipient) => ({ id, recipient }));
    expect(await intake.deliver(destinations, { ...parsed, via: "smtp" }, origin)).toBe(true);
    const shown = recipients.join(", ").slice(0, 500);
    expect(logged.map((text) => JSON.parse(text))).toEqual([
      ["Mail stored", { to: shown, ...origin, ms: expect.any(Number) }],
    ]);
  });
});

test("a recipient of another account is counted and listed like an unknown one", async () => {
  const { desk, intake, counts } = await open();
  expect(await intake.resolveOwned([to], "another account", "over HTTP")).toEqual({
    destinations: [],
    rejected: [{ recipient: to, reason: "unknown_mailbox" }],
  });
  expect(await counts("mails_rejected")).toEqual(['frontdesk_mails_rejected_total{reason="unknown_mailbox"} 1']);
  expect((await desk.call("GET", "mailbox/rejected")).body.rejected).toMatchObject([{ recipient: to }]);
});

test("a credential that was used as an address is masked in the log, in the list and for the hook", async () => {
  const rejected: unknown[] = [];
  const { desk, intake, logged } = await open({ onRejected: ({ recipient }) => void rejected.push(recipient) });
  const token = `svcm_${"Ab1".repeat(9)}x`;
  intake.onRecipientRejected(`${token}@desk.example.com`, "unknown_mailbox");
  const { body } = await desk.call("GET", "mailbox/rejected");
  expect(rejected).toHaveLength(1);
  expect(body.rejected).toMatchObject([{ recipient: rejected[0] }]);
  expect(logged.filter((line) => line.includes("rejected: no such mailbox"))).toHaveLength(1);
  expect(JSON.stringify([rejected, body, logged])).not.toContain(token);
});

describe("the catch-all mailbox", () => {
  const alias = "shop@nobody.desk.example.com";

  test("gets mail for unknown names", async () => {
    const { desk, intake } = await open({ catchAll: "signup" });
    const account = (await desk.server.services.accounts.findByName("default"))!.id;
    expect(await desk.server.deliver({ to: "nobody@desk.example.com", text: "x" })).toMatchObject({ rejected: [] });
    const { destinations } = await intake.resolveOwned(["nobody@desk.example.com"], account, "over HTTP");
    expect(destinations).toHaveLength(1);
  });

  test("gets no mail for hosts below the mail domain, whichever way it comes", async () => {
    const { desk, intake } = await open({ catchAll: "signup" });
    const account = (await desk.server.services.accounts.findByName("default"))!.id;
    await expect(desk.server.deliver({ to: alias, text: "x" })).rejects.toThrow(`No mailbox ${alias}`);
    const { destinations, rejected } = await intake.resolveOwned([alias], account, "over HTTP");
    expect(destinations).toEqual([]);
    expect(rejected).toEqual([{ recipient: alias, reason: "unknown_mailbox" }]);
  });
});
