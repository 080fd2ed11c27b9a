import { expect, onTestFinished, test } from "vitest";
import type { MailToJudge } from "../../src/authentication/judgment.ts";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { rememberVerdicts } from "../../src/authentication/sender-verdicts.ts";
import { collect, compose, keyRecord, resolverOf, silence, type Zone } from "./mails.ts";

const zone: Zone = {
  "shop.example TXT": "v=spf1 ip4:192.0.2.1 -all",
  "s1._domainkey.shop.example TXT": keyRecord,
  "macro.example TXT": "v=spf1 exists:%{l}.macro.example -all",
  "anna.macro.example A": "192.0.2.9",
  "silent.example TXT": silence,
};

const toSender = (domain: string) => `Shop <no-reply@${domain}>`;

interface Described extends Partial<MailToJudge> {
  domain?: string;
  signedBy?: string | null;
  helo?: string;
}

/** Composes a mail from a domain, unsigned unless said otherwise. */
async function toMail({ domain = "shop.example", signedBy = null, helo, ...sent }: Described = {}) {
  const evidence = collect(await compose({ from: toSender(domain), signedBy }), helo === undefined ? {} : { helo });
  if (evidence === null) throw new Error("The header was too long");
  const [clientIp, envelopeSender, shownSender] = ["192.0.2.1", `bounce@${domain}`, toSender(domain)];
  return { evidence, clientIp, envelopeSender, shownSender, ...sent };
}

/** Opens the verdicts by a zone's records, on a clock that is `time.now`. */
function open() {
  const time = { now: 1_700_000_000_000 };
  const now = () => time.now;
  const { resolveDns, lookups } = resolverOf(zone);
  const verdicts = rememberVerdicts(createMailAuthentication({ receiver: "desk.example", resolveDns, now }), now);
  onTestFinished(() => verdicts.close());
  return { ...verdicts, time, lookups };
}

test("the verdict on an unsigned mail is known for the next one of its sender, whatever else differs", async () => {
  const { check, recall } = open();
  const mail = await toMail();
  expect(recall(mail)).toBeUndefined();
  expect(await check(mail)).toBe("pass");
  expect(recall(await toMail({ envelopeSender: "other@shop.example", helo: "elsewhere.example" }))).toBe("pass");
});

test.each<[string, Described]>([
  ["from another client", { clientIp: "192.0.2.2" }],
  ["with another domain in From", { domain: "bank.example", envelopeSender: "bounce@shop.example" }],
  ["with another domain in MAIL FROM", { envelopeSender: "bounce@bank.example" }],
  ["from no envelope sender, whose domain is that of EHLO", { envelopeSender: "" }],
  ["with a local part in MAIL FROM that is too long", { envelopeSender: `${"x".repeat(65)}@shop.example` }],
  ["whose readers are shown another domain", { shownSender: toSender("bank.example") }],
  ["with a signature", { signedBy: "shop.example" }],
  ["with a signature of another domain", { signedBy: "bank.example" }],
])("a mail %s is checked itself", async (_, described) => {
  const { check, recall } = open();
  expect(await check(await toMail())).toBe("pass");
  expect(recall(await toMail(described))).toBeUndefined();
});

test("a signature is recognized although its body was not hashed", async () => {
  const { check, recall } = open();
  await check(await toMail());
  const signed = await toMail({ signedBy: "shop.example" });
  expect(recall({ ...signed, evidence: { ...signed.evidence, bodyHashes: {} } })).toBeUndefined();
});

test.each<[string, string]>([
  ["fail", "192.0.2.66"],
  ["pass", "192.0.2.1"],
])("a %s is remembered", async (verdict, clientIp) => {
  const { check, recall } = open();
  const mail = await toMail({ clientIp });
  expect([await check(mail), recall(mail)]).toEqual([verdict, verdict]);
});

test("that a domain says nothing about its mail is remembered", async () => {
  const { check, recall } = open();
  const mail = await toMail({ domain: "quiet.example" });
  expect([await check(mail), recall(mail)]).toEqual(["none", "none"]);
});

test("a bounce is known by the domain in EHLO", async () => {
  const { check, recall } = open();
  const bounce = { envelopeSender: "", helo: "shop.example" };
  expect(await check(await toMail(bounce))).toBe("pass");
  expect(recall(await toMail(bounce))).toBe("pass");
  expect(recall(await toMail({ ...bounce, helo: "bank.example" }))).toBeUndefined();
});

test("a verdict expires with the DNS responses that it comes from, and when the clock is set back", async () => {
  const { check, recall, time, lookups } = open();
  const mail = await toMail();
  await check(mail);
  time.now += 59_999;
  expect(recall(mail)).toBe("pass");
  // Judged again from responses that are nearly a minute old.
  expect(await check(mail)).toBe("pass");
  time.now += 1;
  expect(recall(mail)).toBeUndefined();
  expect(lookups.filter((lookup) => lookup === "shop.example TXT")).toHaveLength(1);
  await check(mail);
  time.now -= 1;
  expect(recall(mail)).toBeUndefined();
});

test("a verdict expires with the oldest of its responses, also with that about the domain's policy", async () => {
  const { check, recall, time } = open();
  // Its DMARC record is looked up now, its SPF record later.
  await check(await toMail({ envelopeSender: "bounce@quiet.example" }));
  time.now += 59_999;
  const mail = await toMail();
  expect([await check(mail), recall(mail)]).toEqual(["pass", "pass"]);
  time.now += 1;
  expect(recall(mail)).toBeUndefined();
});

test("a verdict is not remembered if a record asks for the sender, or if DNS did not respond", async () => {
  const { check, recall } = open();
  const anna = await toMail({ domain: "macro.example", envelopeSender: "anna@macro.example" });
  expect([await check(anna), recall(anna)]).toEqual(["pass", undefined]);
  const silent = await toMail({ domain: "silent.example" });
  expect([await check(silent), recall(silent)]).toEqual(["none", undefined]);
});

test("once closed, mails get none", async () => {
  const { check, close } = open();
  const mail = await toMail();
  expect(await check(mail)).toBe("pass");
  close();
  expect(await check(mail)).toBe("none");
});

test("a long header is not read again", async () => {
  const { check, recall } = open();
  const mail = await toMail();
  await check(mail);
  const header = `X-Long: ${"x".repeat(8 * 1024)}\r\n${mail.evidence.header}`;
  expect(recall({ ...mail, evidence: { ...mail.evidence, header } })).toBeUndefined();
});

test("2,000 senders are remembered, the last ones", async () => {
  const { check, recall } = open();
  const mail = await toMail();
  await check(mail);
  for (let host = 0; host < 2_000; host++) await check({ ...mail, clientIp: `10.1.${host >> 8}.${host & 255}` });
  expect(recall(mail)).toBeUndefined();
  expect(recall({ ...mail, clientIp: "10.1.0.0" })).toBe("fail");
});
