import { expect, onTestFinished, test } from "vitest";
import { createDerivedResults } from "../../src/authentication/derived-results.ts";
import { cacheDns } from "../../src/authentication/dns-cache.ts";
import type { MailToJudge } from "../../src/authentication/judgment.ts";
import { createMailAuthentication } from "../../src/authentication/mail-authentication.ts";
import { judge } from "../../src/authentication/verdict.ts";
import { collect, compose, keyRecord, resolverOf, silence, type Zone } from "./mails.ts";

const now = 1_700_000_000_000;
const [inFiftySeconds, inOneMinute] = [now + 50_000, now + 60_000];

const shop = "v=spf1 ip4:192.0.2.1 -all";
const policy = { "_dmarc.shop.example TXT": "v=DMARC1; p=none" };
const neighbourKey = { "s1._domainkey.mail.shop.example TXT": keyRecord };
const neighbour = { envelopeSender: "x@mail.shop.example" };

/** Composes a mail and what is known about it. */
async function toMail(composed: Parameters<typeof compose>[0], sent: Partial<MailToJudge> = {}): Promise<MailToJudge> {
  const evidence = collect(await compose({ signedBy: null, ...composed }));
  if (evidence === null) throw new Error("The header was too long");
  const shownSender = composed?.from ?? "Shop <no-reply@shop.example>";
  return { evidence, clientIp: "192.0.2.1", envelopeSender: "bounce@shop.example", shownSender, ...sent };
}

/** Judges a mail by a zone's records. Those with the names `known` were looked up ten seconds ago. */
async function judgeBy(zone: Zone, mail: MailToJudge, known: string[] = []) {
  const time = { now: now - 10_000 };
  const dns = cacheDns(resolverOf(zone).resolveDns, () => time.now);
  for (const name of known) await dns.resolve(name, "TXT").catch(() => {});
  time.now = now;
  const deriveOnce = createDerivedResults(dns, () => time.now);
  return judge(mail, { resolveDns: dns.resolve, deriveOnce, receiver: "desk.example", now });
}

test.each<[string, Zone, Partial<MailToJudge>, string]>([
  ["its domain permits the client", { "shop.example TXT": shop }, {}, "pass"],
  ["its domain does not", { "shop.example TXT": shop }, { clientIp: "192.0.2.9" }, "fail"],
  ["its domain only has a policy", policy, {}, "fail"],
  ["its domain publishes nothing", {}, {}, "none"],
  ["another domain permits the client", { "bank.example TXT": shop }, { envelopeSender: "x@bank.example" }, "fail"],
  ["another domain does not", { "bank.example TXT": "v=spf1 -all" }, { envelopeSender: "x@bank.example" }, "fail"],
])(
  "the verdict on a mail of which %s holds until the oldest response is outdated",
  async (_what, zone, sent, verdict) => {
    const mail = await toMail({}, sent);
    expect(await judgeBy(zone, mail)).toEqual({ verdict, until: inOneMinute });
    const spfDomain = mail.envelopeSender.slice(mail.envelopeSender.indexOf("@") + 1);
    for (const known of [["_dmarc.shop.example"], [spfDomain]])
      expect(await judgeBy(zone, mail, known)).toEqual({ verdict, until: inFiftySeconds });
  },
);

test.each<[string, Zone, MailToJudge, string]>([
  [
    "is signed by its domain",
    { "s1._domainkey.shop.example TXT": keyRecord },
    await toMail({ signedBy: "shop.example" }),
    "pass",
  ],
  ["is signed by a neighbour", neighbourKey, await toMail({ signedBy: "mail.shop.example" }), "pass"],
  ["is shown with another sender", {}, await toMail({}, { shownSender: "a@bank.example" }), "fail"],
  ["DNS tells no policy for", { "_dmarc.shop.example TXT": silence }, await toMail({}), "none"],
  ["DNS tells no SPF record for", { "shop.example TXT": silence, ...policy }, await toMail({}), "none"],
  [
    "is signed by a neighbour, while DNS does not say whether that is enough,",
    { ...neighbourKey, "_dmarc.shop.example TXT": silence },
    await toMail({ signedBy: "mail.shop.example" }),
    "none",
  ],
])("the verdict on a mail that %s holds for this mail alone", async (_what, zone, mail, verdict) =>
  expect(await judgeBy(zone, mail)).toEqual({ verdict, until: 0 }),
);

test.each([
  ["adkim=s; aspf=r", "fail", "pass"],
  ["adkim=r; aspf=s", "pass", "fail"],
])(
  "with the policy %s, a neighbour's signature makes it %s, and a neighbour's server %s",
  async (modes, signed, sent) => {
    const zone = {
      ...neighbourKey,
      "mail.shop.example TXT": shop,
      "_dmarc.shop.example TXT": `v=DMARC1; p=none; ${modes}`,
    };
    const signedMail = await toMail({ signedBy: "mail.shop.example" }, { envelopeSender: "" });
    const sentMail = await toMail({}, neighbour);
    expect([(await judgeBy(zone, signedMail)).verdict, (await judgeBy(zone, sentMail)).verdict]).toEqual([
      signed,
      sent,
    ]);
  },
);

test("what is remembered of one domain or selector is not used for another", async () => {
  const { resolveDns } = resolverOf({
    "s1._domainkey.shop.example TXT": keyRecord,
    "s2._domainkey.shop.example TXT": "v=DKIM1; p=",
    "s1._domainkey.bank.example TXT": "v=DKIM1; p=",
    ...policy,
  });
  const { check, close } = createMailAuthentication({ receiver: "desk.example", resolveDns, now: () => now });
  onTestFinished(close);
  const mails = [
    await toMail({ signedBy: "shop.example" }),
    await toMail({ signedBy: "shop.example", selector: "s2" }),
    await toMail({ signedBy: "bank.example", from: "a@bank.example" }),
    await toMail({}),
    await toMail({ from: "a@quiet.example" }),
  ];
  const verdicts: string[] = [];
  for (const mail of mails) verdicts.push((await check(mail)).verdict);
  expect(verdicts).toEqual(["pass", "fail", "fail", "fail", "none"]);
});
