import { describe, expect, test } from "vitest";
import { readClaims } from "../../src/authentication/claims.ts";
import { collect, compose, judgeMail, keyRecord, silence, type Zone } from "./mails.ts";

const key = (domain: string): Zone => ({ [`s1._domainkey.${domain} TXT`]: keyRecord });
const spf = { "shop.example TXT": "v=spf1 ip4:192.0.2.1 -all" };

/** Returns the signatures that count if their keys do. */
function signaturesOf(mail: string) {
  const evidence = collect(mail);
  return evidence && readClaims(evidence).signatures;
}

describe("a mail passes", () => {
  test("if the domain in From signed it, with one lookup", async () => {
    const judged = await judgeMail(await compose(), { zone: key("shop.example") });
    expect(judged).toEqual({ verdict: "pass", lookups: ["s1._domainkey.shop.example TXT"] });
  });

  test("if a domain of the same owner signed it", async () => {
    const mail = await compose({ signedBy: "mail.shop.example" });
    expect(await judgeMail(mail, { zone: key("mail.shop.example") })).toMatchObject({ verdict: "pass" });
  });

  test("if the domain in From permits the client to send its mail", async () => {
    const mail = await compose({ signedBy: null });
    expect(await judgeMail(mail, { zone: spf })).toMatchObject({ verdict: "pass" });
    expect(await judgeMail(mail, { zone: spf, clientIp: "::ffff:192.0.2.1" })).toMatchObject({ verdict: "pass" });
  });

  test("if From has a domain with an umlaut, as UTF-8, and DNS its ASCII form", async () => {
    const mail = Buffer.from("From: Bücher\r\n <a@bücher.example>\r\n\r\nHi\r\n").toString("latin1");
    const zone = { "xn--bcher-kva.example TXT": "v=spf1 ip4:192.0.2.1 -all" };
    const sent = { zone, envelopeSender: "a@xn--bcher-kva.example", shownSender: "Bücher <a@bücher.example>" };
    expect(await judgeMail(mail, sent)).toMatchObject({ verdict: "pass" });
  });

  test("if From has its one address in a group", async () => {
    const mail = "From: Team: <a@shop.example>;\r\n\r\nHi\r\n";
    expect(await judgeMail(mail, { zone: spf, shownSender: "a@shop.example" })).toMatchObject({ verdict: "pass" });
  });

  test("if it is a bounce whose EHLO the domain permits", async () => {
    const zone = { "mx.shop.example TXT": "v=spf1 ip4:192.0.2.1 -all" };
    const mail = await compose({ signedBy: null });
    expect(await judgeMail(mail, { zone, envelopeSender: "" })).toMatchObject({ verdict: "pass" });
  });
});

describe("a mail fails", () => {
  test("if DNS does not say whether a neighbour may send it, for a domain that wants an exact match", async () => {
    const mail = await compose({ signedBy: null });
    const judge = (dmarc: string) =>
      judgeMail(mail, {
        zone: { "mail.shop.example TXT": silence, "_dmarc.shop.example TXT": dmarc },
        envelopeSender: "x@mail.shop.example",
      });
    expect(await judge("v=DMARC1; p=none; aspf=s")).toMatchObject({ verdict: "fail" });
    expect(await judge("v=DMARC1; p=none; aspf=r")).toMatchObject({ verdict: "none" });
  });

  test("if a foreign domain signed it validly, or sent it with its own permission", async () => {
    const mail = await compose({ signedBy: "attacker.example" });
    const zone = { ...key("attacker.example"), "attacker.example TXT": "v=spf1 +all" };
    const { verdict, lookups } = await judgeMail(mail, { zone, envelopeSender: "x@attacker.example" });
    expect(verdict).toBe("fail");
    // A signature that cannot help costs no lookup.
    expect(lookups).not.toContain("s1._domainkey.attacker.example TXT");
  });

  test("if the owner of a domain below the same public suffix signed it", async () => {
    const mail = await compose({ from: "a@bank.co.uk", signedBy: "attacker.co.uk" });
    const zone = key("attacker.co.uk");
    expect(await judgeMail(mail, { zone, shownSender: "a@bank.co.uk" })).toMatchObject({ verdict: "fail" });
  });

  test("if the client is none that the domain permits", async () => {
    const mail = await compose({ signedBy: null });
    expect(await judgeMail(mail, { zone: spf, clientIp: "192.0.2.9" })).toMatchObject({ verdict: "fail" });
  });

  test("if the domain has a DMARC record and nothing else speaks for the mail", async () => {
    const zone = { "_dmarc.shop.example TXT": "v=DMARC1; p=none" };
    expect(await judgeMail(await compose({ signedBy: null }), { zone })).toMatchObject({ verdict: "fail" });
  });

  test.each(["v=DMARC1; p=reject; adkim=S; aspf=s", "v=DMARC1; p=reject; adkim = s ; aspf = S "])(
    "if the domain wants an exact match and only a neighbour signed or sent it: %s",
    async (policy) => {
      const zone = {
        ...key("mail.shop.example"),
        "mail.shop.example TXT": "v=spf1 +all",
        "_dmarc.shop.example TXT": policy,
      };
      const sent = { zone, envelopeSender: "x@mail.shop.example" };
      expect(await judgeMail(await compose({ signedBy: "mail.shop.example" }), sent)).toMatchObject({
        verdict: "fail",
      });
    },
  );

  test.each([
    ["two From fields", (mail: string) => `From: bank@bank.example\r\n${mail}`],
    [
      "two From fields, the second below",
      (mail: string) => mail.replace("\r\n\r\n", "\r\nFROM : bank@bank.example\r\n\r\n"),
    ],
    [
      "two addresses in From",
      (mail: string) => mail.replace("<no-reply@shop.example>", "<a@shop.example>, b@bank.example"),
    ],
    [
      "a From of which readers are shown a part",
      (mail: string) => mail.replace("From: ", `From: ${"x".repeat(2048)} `),
    ],
    ["no From", (mail: string) => mail.replace(/^From:.*\r\n/m, "")],
  ])("with %s", async (_, change) => {
    const zone = { ...key("shop.example"), ...spf };
    expect(await judgeMail(change(await compose()), { zone })).toMatchObject({ verdict: "fail" });
  });

  test("if readers are shown another domain than the one that is authenticated", async () => {
    // A lone CR ends a line for lenient readers, and none for signers.
    const mail = `X-Note: a\rFrom: bank@bank.example\r\n${await compose()}`;
    const sent = { zone: key("shop.example"), shownSender: "bank@bank.example" };
    expect(await judgeMail(mail, sent)).toMatchObject({ verdict: "fail" });
  });
});

describe("a signature does not count", () => {
  const fails = async (mail: string, zone = key("shop.example")) =>
    expect(await judgeMail(mail, { zone, envelopeSender: "x@elsewhere.example" })).toMatchObject({ verdict: "fail" });

  test("if it covers only the beginning of the body", async () => {
    const mail = await compose();
    expect(signaturesOf(mail)).toHaveLength(1);
    expect(signaturesOf(mail.replace("v=1;", "v=1; l=3;"))).toHaveLength(0);
  });

  test("if text was appended to the mail", async () => fails(`${await compose()}Call 555 0100 at once.\r\n`));

  test("if it does not cover From", async () => {
    const mail = await compose();
    expect(signaturesOf(mail.replace(/h=from:/i, "h=x-none:"))).toHaveLength(0);
  });

  test.each(["Subject: Forged", "Content-Type: text/html"])("if a second field was added above: %s", async (field) =>
    fails(`${field}\r\n${await compose()}`),
  );

  test.each([
    ["is SHA-1", "a=rsa-sha256", "a=rsa-sha1"],
    ["has expired", "v=1;", "v=1; x=1;"],
    ["names an identity outside its domain", "v=1;", "v=1; i=a@bank.example;"],
    ["has a tag twice", "v=1;", "v=1; v=1;"],
    ["is of an unknown version", "v=1;", "v=2;"],
  ])("if it %s", async (_, original, changed) => fails((await compose()).replace(original, changed)));

  test.each([
    ["was revoked", "v=DKIM1; p="],
    ["is for other services", `${keyRecord}; s=tlsrpt`],
    ["is for other hashes", `${keyRecord}; h=sha1`],
    ["is of another type", keyRecord.replace("k=rsa", "k=ed25519")],
    ["is unreadable", "v=DKIM1; p=AAAA"],
    ["has a tag twice", `${keyRecord}; t=y; t=s`],
  ])("if its key %s", async (_, record) => fails(await compose(), { "s1._domainkey.shop.example TXT": record }));
});

describe("there is no verdict", () => {
  test("if no domain publishes anything", async () => {
    expect(await judgeMail(await compose({ signedBy: null }))).toMatchObject({ verdict: "none" });
  });

  test.each([
    ["the key", { "s1._domainkey.shop.example TXT": silence }],
    ["the DMARC record", { "_dmarc.shop.example TXT": silence }],
    ["the SPF record of the domain", { "shop.example TXT": silence }],
  ])("if DNS does not respond for %s", async (_, zone) => {
    expect(await judgeMail(await compose(), { zone })).toMatchObject({ verdict: "none" });
  });

  test("if DNS does not respond for the key of one signature, and the other is wrong", async () => {
    const [mail, other] = [await compose(), await compose({ selector: "s2" })];
    const wrong = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/m.exec(other)?.[0] ?? "";
    const judge = (record: string | Error) =>
      judgeMail(wrong + mail, {
        zone: { "s2._domainkey.shop.example TXT": keyRecord, "s1._domainkey.shop.example TXT": record },
      });
    expect(await judge(silence)).toMatchObject({ verdict: "none" });
    expect(await judge("v=DKIM1; p=")).toMatchObject({ verdict: "fail" });
    expect(await judge(keyRecord)).toMatchObject({ verdict: "pass" });
  });

  test("if a neighbour sent it, and DNS does not say whether the domain wants an exact match", async () => {
    const zone = { "mail.shop.example TXT": "v=spf1 ip4:192.0.2.1 -all", "_dmarc.shop.example TXT": silence };
    const mail = await compose({ signedBy: null });
    const judge = (envelopeSender: string) => judgeMail(mail, { zone: { ...zone, ...spf }, envelopeSender });
    expect(await judge("x@mail.shop.example")).toMatchObject({ verdict: "none" });
    expect(await judge("x@shop.example")).toMatchObject({ verdict: "pass" });
  });

  test("if the header is too long to check", async () => {
    const fields = `X-Long: ${"x".repeat(70_000)}\r\n`;
    expect(collect(fields + (await compose()))).toBeNull();
  });
});

describe("the work for one mail is limited", () => {
  test("to five signatures of a thousand", async () => {
    const mail = await compose();
    const signature = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/m.exec(mail)?.[0] ?? "";
    const names = Array.from({ length: 1_000 }, (_, number) => `t${number}`);
    const short = (name: string) => signature.replace("s=s1", `s=${name}`).replace(/b=[^;]*$/, "b=AAAA\r\n");
    // As many as fit into a header.
    const copies = names
      .map(short)
      .join("")
      .slice(0, 60_000)
      .replace(/\r\n(?!.*\r\nDKIM).*$/s, "\r\n");
    const { verdict, lookups } = await judgeMail(copies + mail, { zone: spf, clientIp: "192.0.2.9" });
    expect(verdict).toBe("fail");
    expect(lookups.filter((name) => name.includes("_domainkey"))).toHaveLength(5);
  });

  test("to forty lookups, whatever the records say", async () => {
    const zone: Zone = { "shop.example TXT": `v=spf1 ${"include:i1.shop.example mx:m.shop.example ".repeat(9)}-all` };
    zone["i1.shop.example TXT"] = zone["shop.example TXT"] as string;
    const { lookups } = await judgeMail(await compose({ signedBy: null }), { zone });
    expect(lookups.length).toBeLessThanOrEqual(40);
  });

  test("to records of four kilobytes", async () => {
    const longRecord = `v=spf1 ip4:192.0.2.1 ${"ip4:198.51.100.1 ".repeat(300)}-all`;
    const mail = await compose({ signedBy: null });
    expect(await judgeMail(mail, { zone: { "shop.example TXT": longRecord } })).toMatchObject({ verdict: "none" });
  });

  test("to some milliseconds, with records made to keep the checks busy", async () => {
    const redirect = `v=spf1 redirect=${"%{s}".repeat(900)}!`;
    const zone = { "shop.example TXT": redirect, "_dmarc.shop.example TXT": "v=DMARC1; p=none" };
    const start = performance.now();
    await judgeMail(await compose({ signedBy: null }), { zone, envelopeSender: `${"a".repeat(64)}@shop.example` });
    expect(performance.now() - start).toBeLessThan(500);
  });
});
