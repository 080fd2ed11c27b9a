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
  return { desk, intake, mail, counts, store, logged };
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
